import { describe, expect, it } from 'vitest';
import { newAgent, newApiKey } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import type { ApiClient } from '../support/client.ts';
import { codes, errors, refusal, resource, type Reply } from '../support/http.ts';
import { advance, asAgent } from '../support/moves.ts';
import { inviteOne, tokenOf } from '../support/invitations.ts';
import { askFor } from '../support/payment-requests.ts';
import { main, customer, stranger, newEmail, to, testServer } from '../support/server.ts';
import { previewShape } from '../support/shapes-payments.ts';
import { whilePaymentsWait } from '../flows/waiting.ts';

const server = testServer();
const toStranger = (amount: number) => ({ amount, ...to(stranger) });
const fromWallet = { paymentSource: { type: 'wallet' } };
const fromBank = () => ({
  paymentSource: { type: 'external_account', externalAccountId: main.externalAccountId },
});
const tooMuch = 9_000_000_000;

const preview = (path: string, values: object, as: ApiClient = server) => as.post(`${path}/preview`, values);
const previewPayment = (values: object, as?: ApiClient) => preview('/payments', values, as);
const previewFulfil = async (values: object, as?: ApiClient, asked: object = {}) =>
  preview(`/payment-requests/${(await askFor(server, asked)).id}/fulfill`, values, as);
const withdrawal = (amount: number) => ({ amount, externalAccountId: main.externalAccountId });

checkEndpoint('POST /payments/preview', server, {
  scope: 'payments.create',
  agents: 'allowed',
  idempotency: 'none',
  response: { data: previewShape('paymentPreview') },
  body: () => toStranger(250),
});

checkEndpoint('POST /transfers/withdraw/preview', server, {
  scope: 'wallets.withdraw',
  agents: 'allowed',
  idempotency: 'none',
  response: { data: previewShape('transferPreview') },
  body: () => withdrawal(250),
});

checkEndpoint('POST /payment-requests/{paymentRequestId}/fulfill/preview', server, {
  path: async () => `/payment-requests/${(await askFor(server)).id}/fulfill/preview`,
  scope: 'payments.create',
  agents: 'allowed',
  idempotency: 'none',
  response: { data: previewShape('paymentPreview') },
  body: () => fromWallet,
});

function previewIn(reply: Reply): { type: string; attributes: Record<string, unknown> } {
  expect([reply.status, codes(reply)]).toEqual([200, []]);
  return (JSON.parse(reply.text) as { data: ReturnType<typeof previewIn> }).data;
}

/** Returns the id of a new customer of the main party's agent, without any money. */
async function newCustomer(permissions: string[]): Promise<string> {
  const token = await tokenOf(server, await inviteOne(server, newEmail(), { permissions }));
  const reply = await server.post(`/invitations/${token}/accept`, { name: 'Casey' });
  return (JSON.parse(reply.text) as { meta: { partyId: string } }).meta.partyId;
}

const refusalOfFulfil = async (values: object, as?: ApiClient, asked?: object): Promise<unknown> => {
  const { attributes } = previewIn(await previewFulfil(values, as, asked));
  return [attributes['outcome'], (attributes['errors'] as Array<{ code: string }>)[0]?.code];
};

const fundsOf = async (as: ApiClient, customerPartyId: string): Promise<unknown> => {
  const found = previewIn(await previewPayment({ ...toStranger(1), customerPartyId }, as));
  return [found.attributes['outcome'], found.attributes['funds']];
};

/** Returns the number of rows of every table but what servers write at times of their own: who they are, and when keys were used. */
const rowCounts = async (): Promise<unknown> =>
  server.sql(
    `SELECT table_name, (xpath('/row/n/text()', query_to_xml('SELECT count(*) AS n FROM ' || table_name, true, true, '')))[1]::text AS rows
     FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND table_name NOT IN ('webhook_servers', 'key_uses') ORDER BY 1`,
  );

describe('POST /payments/preview', () => {
  it('says that the payment would be accepted, and writes nothing', async () => {
    const before = await rowCounts();
    for (const counterparty of [toStranger(1).counterparty, newEmail()]) {
      const found = previewIn(await previewPayment({ amount: 250, counterparty, tags: { order: '7' } }));
      const nothing = { approvals: [], errors: [] };
      expect(found).toEqual({
        type: 'paymentPreview',
        attributes: {
          outcome: 'accepted',
          amount: 250,
          currency: 'USD',
          funds: 'checked',
          ...nothing,
          payee: previewShape('paymentPreview').attributes.payee,
          claim: previewShape('paymentPreview').attributes.claim,
        },
      });
    }
    expect(await rowCounts()).toEqual(before);
  });

  it('names the approvals that it would need, who decides, and why', async () => {
    const byAgent = server.with(asAgent(main.limitedAgentId));
    expect(previewIn(await previewPayment(toStranger(10_001), byAgent)).attributes).toMatchObject({
      outcome: 'needsApproval',
      funds: 'notChecked', // they are when it is approved
      approvals: [
        { deciderPartyId: main.partyId, reasons: [{ type: 'limitExceeded', actualAmount: 10_001 }] },
      ],
    });
  });

  it('gives the error with which it would be refused, with its place', async () => {
    expect(previewIn(await previewPayment(toStranger(tooMuch))).attributes).toMatchObject({
      outcome: 'refused',
      funds: 'checked',
      errors: [{ status: '409', code: 'insufficient_funds', source: { pointer: '/data/attributes/amount' } }],
    });
    const nobody = { type: 'party_id', value: `pty_${'0'.repeat(32)}` };
    expect(previewIn(await previewPayment({ amount: 1, counterparty: nobody })).attributes).toMatchObject({
      outcome: 'refused',
      funds: 'notChecked',
      errors: [{ code: 'party_not_found' }],
    });
  });

  it('takes no lock and waits for none', async () => {
    await whilePaymentsWait(server, 1, async () => {
      expect(previewIn(await previewPayment(toStranger(5))).attributes['outcome']).toBe('accepted');
    });
  });

  it('is refused as the payment itself to a suspended agent', async () => {
    const { id, key } = await newAgent(server);
    await server.post(`/agents/${id}/suspend`);
    for (const as of [server.as(key), server.with(asAgent(id))]) {
      expect(refusal(await previewPayment(toStranger(1), as))).toEqual([
        403,
        ['agent_suspended'],
        [undefined],
      ]);
    }
  });

  it('is decided at the service’s clock, also right after it has moved', async () => {
    const agent = await newAgent(server, { rules: { paymentsPerDay: { max: 1, onBreach: 'refuse' } } });
    const by = server.as(agent.key);
    const outcome = async (): Promise<unknown> =>
      resource(await previewPayment({ amount: 1, ...to(customer) }, by)).attributes['outcome'];
    expect((await by.pay({ amount: 1, ...to(customer) })).status).toBe(201);
    expect(await outcome()).toBe('refused');
    await advance(server, 2 * 86_400);
    expect(await outcome()).toBe('accepted');
  });
});

describe('POST /transfers/withdraw/preview', () => {
  it('says what would happen, and moves nothing', async () => {
    const before = await rowCounts();
    const fine = previewIn(await preview('/transfers/withdraw', withdrawal(500)));
    expect(fine).toMatchObject({ type: 'transferPreview', attributes: { outcome: 'accepted', amount: 500 } });
    const other = { amount: 500, externalAccountId: `eac_${'0'.repeat(32)}` };
    const refused = previewIn(await preview('/transfers/withdraw', other));
    const error = { code: 'external_account_not_found' };
    expect(refused.attributes).toMatchObject({ outcome: 'refused', errors: [error] });
    expect(await rowCounts()).toEqual(before);
  });
});

describe('POST /payment-requests/{paymentRequestId}/fulfill/preview', () => {
  it('says what would become of the payment, from a wallet or a bank, and writes nothing', async () => {
    const { id } = await askFor(server);
    const before = await rowCounts();
    const asked = { type: 'paymentPreview', attributes: { outcome: 'accepted', amount: 1_250 } };
    for (const [source, funds] of [
      [fromWallet, 'checked'],
      [fromBank(), 'notChecked'],
    ] as const) {
      const found = previewIn(await preview(`/payment-requests/${id}/fulfill`, source));
      expect(found).toMatchObject(asked);
      expect(found.attributes).toMatchObject({ funds, approvals: [], errors: [] });
    }
    expect(await rowCounts()).toEqual(before);
  });

  it('gives the error with which the payment would be refused', async () => {
    expect(await refusalOfFulfil({ ...fromWallet, expectedAmount: 1 })).toEqual(['refused', 'conflict']);
    expect(await refusalOfFulfil(fromWallet, server.as(customer))).toEqual(['refused', 'forbidden']);
    const large = { amount: tooMuch };
    expect(await refusalOfFulfil(fromWallet, server, large)).toEqual(['refused', 'insufficient_funds']);
  });

  it('is for whom the payment itself is: no stranger, and from a bank no agent and no key without the scope', async () => {
    expect((await previewFulfil(fromWallet, server.as(stranger))).status).toBe(404);
    const agent = await previewFulfil(fromBank(), server.as(main.agentKey));
    expect(refusal(agent)).toEqual([403, ['agent_not_allowed'], [undefined]]);
    const { secret } = await newApiKey(server);
    const narrow = await previewFulfil(fromBank(), server.as(secret));
    expect(refusal(narrow)).toEqual([403, ['insufficient_scope'], ['Authorization']]);
  });
});

describe('what the payer has', () => {
  const amounts = [1, tooMuch];
  const outcomes = async (as: ApiClient, values: object = {}): Promise<unknown[]> => {
    const replies = await Promise.all(
      amounts.map((amount) => previewPayment({ ...toStranger(amount), ...values }, as)),
    );
    return replies.map(previewIn).map(({ attributes: { outcome, funds } }) => [outcome, funds]);
  };
  const told = [
    ['accepted', 'checked'],
    ['refused', 'checked'],
  ];
  const untold = amounts.map(() => ['accepted', 'notChecked']);

  it('is told to keys that may read it, and to the party’s own agents by their keys', async () => {
    const reading = await newApiKey(server, { scopes: ['payments.create', 'wallets.read'] });
    const agent = await newAgent(server);
    for (const key of [reading.secret, agent.key]) expect(await outcomes(server.as(key))).toEqual(told);
  });

  it('is not told to a key without wallets.read, nor if it names an agent', async () => {
    const { secret } = await newApiKey(server, { scopes: ['payments.create', 'wallets.withdraw'] });
    const narrow = server.as(secret);
    expect(await outcomes(narrow)).toEqual(untold);
    const { id } = await newAgent(server);
    expect(await outcomes(narrow.with(asAgent(id)))).toEqual(untold);
    for (const amount of amounts) {
      const { attributes } = previewIn(await preview('/transfers/withdraw', withdrawal(amount), narrow));
      expect(attributes).toMatchObject({ outcome: 'accepted', funds: 'notChecked' });
      const asked = previewIn(await previewFulfil(fromWallet, narrow, { amount }));
      expect(asked.attributes).toMatchObject({ outcome: 'accepted', funds: 'notChecked' });
    }
  });

  it('is not told of a currency in which the payer has no wallet', async () => {
    const { secret } = await newApiKey(server, { scopes: ['payments.create', 'wallets.withdraw'] });
    const found = previewIn(await previewPayment({ ...toStranger(1), currency: 'NOK' }, server.as(secret)));
    expect(found.attributes).toMatchObject({ outcome: 'accepted', funds: 'notChecked', errors: [] });
    const own = previewIn(await previewPayment({ ...toStranger(1), currency: 'NOK' }));
    expect(own.attributes).toMatchObject({ outcome: 'refused', funds: 'checked' });
  });

  it('is told to a delegate only if the customer lets it read wallets, and to none of its agents by key', async () => {
    const clients = [server, server.with(asAgent(main.agentId)), server.as(main.agentKey)];
    const all = (customerId: string) => Promise.all(clients.map((as) => fundsOf(as, customerId)));
    const [nothing, something] = [
      ['accepted', 'notChecked'],
      ['refused', 'checked'],
    ];
    const poor = await newCustomer(['payments.create', 'payments.read']);
    expect(await all(poor)).toEqual([nothing, nothing, nothing]);
    const open = await newCustomer(['payments.create', 'wallets.read']);
    expect(await all(open)).toEqual([something, something, nothing]);
  });
});

describe('a query parameter of a write', () => {
  it.each(['dryRun', 'dryrun', 'dry_run', 'DryRun', 'dry-run', 'dryRun[]', 'preview'])(
    'is refused when it is %s, rather than ignored, and nothing is paid',
    async (name) => {
      const by = server.with({ 'Idempotency-Key': name });
      const reply = await by.post(`/payments?${name}=true`, { amount: 1, ...to(customer) });
      expect(refusal(reply)).toEqual([400, ['invalid_value'], [name]]);
      const paid = await by.post('/payments', { amount: 1, ...to(customer) });
      expect([paid.status, paid.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
    },
  );

  it('is refused beside other faults of the head', async () => {
    const by = server.with({ 'Idempotency-Key': '' });
    const reply = await by.put('/parties/me/limits?dryRun=true', { limits: { perDay: 1 } });
    expect(errors(reply).map(({ source }) => source)).toEqual([
      { header: 'Idempotency-Key' },
      { parameter: 'dryRun' },
    ]);
  });

  it('is refused before a token is looked up', async () => {
    const reply = await server.post(`/claims/${'a'.repeat(43)}/accept?dryRun=true`);
    expect(refusal(reply)).toEqual([400, ['invalid_value'], ['dryRun']]);
  });

  it('is refused by reads, too', async () => {
    const reply = await server.get('/transactions?dryRun=true');
    expect(refusal(reply)).toEqual([400, ['invalid_value'], ['dryRun']]);
  });
});
