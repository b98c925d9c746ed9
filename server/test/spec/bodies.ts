/**
 * An attribute of a body. `omitted` is the response when it is not sent: a value under its own name, or a
 * time so many days after `createdAt`.
 */
export type BodyAttribute = {
  required?: true;
  omitted?: { shows: unknown } | { daysOn: number; as?: string };
  good: readonly unknown[];
  bad: readonly unknown[];
  /** Not in the specification: a decision of this project. */
  beyond?: true;
};

/** The attributes of a request. */
export type Body = { type: string; attributes: Readonly<Record<string, BodyAttribute>> };

const text = [7, null, true, [], {}];
const id = (prefix: string): unknown[] => ['x', `${prefix}_x`, `usr_${'0'.repeat(32)}`, ...text];

const amount = { required: true, good: [1, 250], bad: [0, -1, 1.5, '100', 2 ** 53, null, []] } as const;
const currency = { omitted: { shows: 'USD' }, good: ['USD'], bad: ['usd', 'US', 'ABC', '', ...text] };
const name = { good: ['A', '名'.repeat(128)], bad: ['', 'n'.repeat(129), 'a\u0000b', ...text] };
const description = {
  omitted: { shows: null },
  good: ['', null, 'é'.repeat(500)],
  bad: ['d'.repeat(501), 'a\u0007b', 7, true, [], {}],
};
const identifier = (...strange: string[]): unknown[] => [
  {},
  { type: 'email' },
  { value: 'a@example.com' },
  { type: 'pigeon', value: 'a@example.com' },
  { type: 'email', value: 'nonsense' },
  { type: 'phone', value: '555' },
  { type: 'party_id', value: 'nonsense' },
  { type: 'email', value: 'a@example.com', extra: 1 },
  ...strange.map((type) => ({ type, value: 'nonsense' })),
  'a@example.com',
  ...text,
];
/** Tags have names of 1 to 128 letters, digits and underscores, and values of 1 to 256 characters; 30 at most. */
const manyTags = (count: number) => Object.fromEntries([...Array(count).keys()].map((n) => [`t${n}`, 'x']));
const badTags = [
  manyTags(31),
  { '': 'x' },
  { ['n'.repeat(129)]: 'x' },
  { 'a b': 'x' },
  { 'a.b': 'x' },
  { é: 'x' },
  { a: '' },
  { a: 'v'.repeat(257) },
  { a: 'x\u0000' },
  { a: 'x\u0085' },
  { a: 7 },
  { a: {} },
  { a: ['x'] },
  7,
  true,
  [],
  'a',
];
const tags = {
  beyond: true,
  omitted: { shows: {} },
  good: [{}, null, { order: '1001' }, { ['N_9'.padEnd(128, 'n')]: '名'.repeat(256) }, manyTags(30)],
  bad: [...badTags, { a: null }],
} as const;
const limit = [0, -5, 1.5, '9', true, []].map((perTransaction) => ({ perTransaction }));
const names = [...Array(101).keys()].map((index) => `a${index}@example.com`);

export const bodies = {
  apiKey: {
    type: 'apiKey',
    attributes: {
      name: { required: true, ...name },
      scopes: {
        required: true,
        good: [['payments.read'], ['payments.create', 'agents.read']],
        bad: [[], ['payments.fly'], 'payments.read', [7], null, {}],
      },
      expiresAt: {
        beyond: true,
        omitted: { shows: null },
        good: ['2999-12-31T23:59:59Z', null],
        bad: ['2020-01-01T00:00:00Z', '2999-12-31', '2999-12-31T23:59:59', 'soon', 7, true, [], {}],
      },
      tags,
    },
  },
  customerInvitations: {
    type: 'customerInvitation',
    attributes: {
      recipients: {
        required: true,
        good: [[{ type: 'phone', value: '+14155550123' }]],
        bad: [[], [7], [{}], names.map((value) => ({ type: 'email', value })), 'a@example.com', null, {}],
      },
      permissions: {
        required: true,
        good: [['payments.create'], ['payments.create', 'payments.read']],
        bad: [[], ['payments.fly'], 'payments.read', [7], null, {}],
      },
      limits: {
        omitted: { shows: null },
        good: [null, {}, { perTransaction: 1 }, { perDay: 5, perMonth: 6 }, { perTransaction: null }],
        bad: [...limit, { perDay: 0 }, { perYear: 5 }, { currencies: { EUR: {} } }, 5, 'x', []],
      },
      expiresAt: {
        omitted: { daysOn: 30 },
        good: ['2999-12-31T23:59:59Z', '2999-12-31T23:59:59.5+05:30'],
        bad: ['2020-01-01T00:00:00Z', '2999-12-31', '2999-12-31T23:59:59', 'soon', 7, null],
      },
      tags,
    },
  },
  agent: {
    type: 'agent',
    attributes: {
      name,
      description: { good: description.good, bad: description.bad },
      limits: {
        beyond: true,
        good: [null, {}, { perTransaction: 7 }, { perDay: 5, perMonth: 6 }, { perDay: null }],
        bad: [...limit, { perDay: 0 }, { perYear: 1 }, 5, 'x', []],
      },
      rules: {
        beyond: true,
        good: [null, {}, { paymentsPerDay: { max: 9 } }, { duplicates: { overridable: true } }],
        bad: [
          { paymentsPerDay: 9 },
          { duplicates: { withinSeconds: 0 } },
          { hours: {} },
          { rule: 1 },
          5,
          'x',
          [],
        ],
      },
      walletIds: {
        beyond: true,
        good: [null],
        bad: [['x'], [`usr_${'0'.repeat(32)}`], [null], [], 5, 'x', {}],
      },
      reads: { beyond: true, good: ['own', 'party'], bad: ['all', '', null, true, []] },
      tags: { beyond: true, good: [{}, { a: 'x', b: null }], bad: [...badTags, null] },
    },
  },
  withdrawal: {
    type: 'transfer',
    attributes: {
      amount,
      currency,
      externalAccountId: { required: true, good: [], bad: id('eac') },
      walletId: { beyond: true, good: [], bad: id('wal') },
      description,
      tags,
      intendedRepeat: { beyond: true, good: [true, false], bad: ['true', 1, null] },
    },
  },
  paymentRequest: {
    type: 'paymentRequest',
    attributes: {
      amount,
      currency,
      description,
      payerName: { omitted: { shows: null }, good: [null, ...name.good], bad: ['', 'n'.repeat(129), 7, []] },
      payer: {
        required: true,
        good: [
          { type: 'email', value: 'payer@example.com' },
          { type: 'phone', value: '+14155550123' },
        ],
        bad: identifier('agent_id'),
      },
      walletId: { beyond: true, good: [null], bad: id('wal').filter((each) => each !== null) },
      tags,
    },
  },
  partyInvitations: {
    type: 'invitation',
    attributes: {
      invitations: {
        required: true,
        good: [[{ email: 'nonsense', role: 'MEMBER' }], [{ email: 'b@example.com', role: 'QUEEN' }]],
        bad: [[], [7], [{}], names.map((email) => ({ email, role: 'ADMIN' })), 'a@example.com', null, {}],
      },
      expiresInDays: {
        omitted: { daysOn: 7, as: 'expiresAt' },
        good: [1, 365],
        bad: [0, 366, 1.5, '7', null, []],
      },
      tags,
    },
  },
  payment: {
    type: 'payment',
    attributes: {
      amount,
      currency,
      counterparty: {
        required: true,
        good: [
          { type: 'email', value: 'payee@example.com' },
          { type: 'phone', value: '+14155550199' },
        ],
        bad: identifier('agent_id'),
      },
      customerPartyId: { good: [], bad: id('pty').filter((value) => value !== null) },
      walletId: { beyond: true, good: [], bad: id('wal') },
      description,
      tags,
      intendedRepeat: { beyond: true, good: [true, false], bad: ['true', 1, null] },
    },
  },
} as const satisfies Record<string, Body>;
