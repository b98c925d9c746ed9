import * as is from './words.ts';

// Resources attribute by attribute, in the order and the spelling of specification, rows R1–R9, R13 and R14. What an
// omitted or unknown value shows (null), and every word of a state, is decided; so is all that is marked `beyond`.

const party = is.to('party', 'pty');
const agent = is.to('agent', 'agt');
const customerLimits = is.orNull(is.object({ perTransaction: is.integer }));
const permissions = is.listOf(
  is.words(
    'payments.create',
    'payments.read',
    'wallets.read',
    'wallets.update',
    'external_accounts.create',
    'party.read',
    'party.update',
  ),
);
const description = is.orNull(is.text);

export const newApiKey = is.resource(
  'apiKey',
  'apy',
  {
    apiKeyPrefix: is.text,
    name: is.text,
    scopes: is.listOf(is.text),
    environment: is.words('sandbox'),
    status: is.words('ACTIVE'),
    tags: is.tags,
    createdAt: is.seconds,
    expiresAt: is.beyond(is.onlyNull(is.seconds)),
    lastUsedAt: is.onlyNull(is.seconds),
    revokedAt: is.onlyNull(is.seconds),
    createdBy: is.id('usr'),
    revokedBy: is.onlyNull(is.id('usr')),
    apiKey: { text: /^sk_pur_sandbox_[0-9A-Za-z]{39}$/, expected: 'a whole key' },
  },
  { party },
);

export const changedAgent = is.resource(
  'agent',
  'agt',
  {
    name: is.text,
    description,
    status: is.words('ACTIVE'),
    limits: is.orNull(
      is.object({
        perTransaction: is.maybe(is.integer),
        perDay: is.beyond(is.maybe(is.integer)),
        perMonth: is.beyond(is.maybe(is.integer)),
      }),
    ),
    rules: is.beyond(
      is.orNull(
        is.object({
          currencies: is.object({ allow: is.listOf(is.currency), onBreach: is.words('review', 'refuse') }),
        }),
      ),
    ),
    walletIds: is.beyond(is.orNull(is.listOf(is.id('wal')))),
    tags: is.tags,
    createdAt: is.seconds,
    createdBy: is.id('usr'),
    updatedAt: is.seconds,
    updatedBy: is.id('usr'),
  },
  { party },
);

export const agentKey = is.resource(
  'agentKey',
  'agk',
  {
    agentKeyPrefix: is.text,
    status: is.words('ACTIVE'),
    tags: is.tags,
    createdAt: is.seconds,
    expiresAt: is.beyond(is.onlyNull(is.seconds)),
    lastUsedAt: is.orNull(is.seconds),
    revokedAt: is.onlyNull(is.seconds),
    createdBy: is.id('usr'),
    revokedBy: is.onlyNull(is.id('usr')),
  },
  { party, agent },
);

export const customerInvitation = is.resource(
  'customerInvitation',
  'adi',
  {
    recipient: is.object({ type: is.words('email', 'phone', 'party_id'), value: is.text }),
    status: is.words('PENDING'),
    permissions,
    limits: customerLimits,
    url: is.beyond(is.url),
    tags: is.tags,
    expiresAt: is.millis,
    createdAt: is.seconds,
    updatedAt: is.seconds,
  },
  {
    agent: is.to('agent', 'agt', {
      name: is.text,
      description: is.orNull(is.text),
      status: is.words('ACTIVE'),
    }),
    customerParty: is.toOneOrNone('party', 'pty'),
  },
);

export const customer = is.resource(
  'customer',
  'pty',
  {
    name: is.text,
    email: is.orNullSometime(is.text),
    createdAt: is.seconds,
    delegation: is.beyond(
      is.object({ id: is.id('dlg'), status: is.words('ACTIVE'), permissions, createdAt: is.seconds }),
    ),
    agents: is.beyond(
      is.listOf(
        is.object({
          id: is.id('agt'),
          name: is.text,
          status: is.words('ACTIVE'),
          permissions,
          limits: customerLimits,
        }),
      ),
    ),
  },
  {
    delegation: is.to('delegation', 'dlg', {
      status: is.words('ACTIVE'),
      permissions,
      createdAt: is.seconds,
    }),
    agents: is.toMany('agent', 'agt', {
      name: is.text,
      status: is.words('ACTIVE'),
      permissions,
      limits: customerLimits,
    }),
  },
);

export const customerOfAgent = is.resource(
  'customer',
  'pty',
  {
    name: is.text,
    email: is.orNullSometime(is.text),
    status: is.words('ACTIVE'),
    permissions,
    limits: customerLimits,
    createdAt: is.seconds,
    updatedAt: is.seconds,
  },
  { agent: is.to('agent', 'agt', { name: is.text }) },
);

export const counterparty = is.resource('party', 'pty', {
  name: is.text,
  email: is.orNull(is.text),
  status: is.words('ACTIVE'),
});

export const removedExternalAccount = is.resource(
  'externalAccount',
  'eac',
  {
    bankName: is.onlyNull(is.text),
    accountName: is.onlyNull(is.text),
    accountType: is.onlyNull(is.text),
    lastFour: { text: /^$/, expected: 'empty' },
    status: is.words('disabled'),
    connectionStatus: is.beyond(is.words('disconnected')),
    availableMethods: is.beyond(is.listOf(is.words('standard'))),
    tags: is.tags,
    createdAt: is.seconds,
  },
  { party },
);
