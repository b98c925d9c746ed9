import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import type { ApiClient } from '../support/client.ts';
import { claimTokenOf } from '../support/claims.ts';
import { codes, refusal, resource, resources, type Reply, type Resource } from '../support/http.ts';
import { advance, approvalsOf } from '../support/moves.ts';
import {
  byId,
  customer,
  delegate,
  main,
  restrictedDelegate,
  secondServer,
  startServer,
  stranger,
  testServer,
} from '../support/server.ts';
import { addressOf, contactCalls, newEmail, newPhone, path } from './contact-calls.ts';
import { uuidOf } from './support.ts';
import { differencesIn } from './books.ts';

const server = testServer();
const second = secondServer(server);
const { added, verify } = contactCalls(server);

type Received = { payments: object[]; totals: object[] };
const receivedIn = ({ text }: Reply): Received =>
  (JSON.parse(text) as { meta: { received: Received } }).meta.received;

const pay = (value: string, amount = 5, by: ApiClient = server): Promise<Reply> =>
  by.pay({ amount, counterparty: addressOf(value) });
const recipientOf = ({ relationships }: Resource): string => relationships['recipient']?.data?.id ?? '';

const byIdOf = (payment: Resource) => ({ type: 'party_id', value: recipientOf(payment) });

const stateOf = (reply: Reply): unknown =>
  reply.status === 201 ? resource(reply).attributes['status'] : codes(reply)[0];

/** Makes a payment that waits for an approval; returns the id of that too. */
const reviewed = async (counterparty: object, by = main.limitedAgentKey): Promise<[Resource, string]> => {
  const payment = resource(await server.as(by).pay({ amount: 1, currency: 'EUR', counterparty }));
  const [approval] = await approvalsOf(server, payment);
  return [payment, approval?.id ?? ''];
};

/** Has a party verify an address, as whose money waits; returns the response. */
async function takeOver(value: string, key = stranger.apiKey): Promise<Reply> {
  const { id, token } = await added(value, key);
  const reply = await verify(id, token, key);
  expect(reply.status).toBe(200);
  return reply;
}

describe('a party that verifies an address for which money waits', () => {
  it.each([
    ['e-mail address', newEmail],
    ['phone number', newPhone],
  ])('that is an %s, takes over all payments that wait, each once', async (_, newValue) => {
    const value = newValue();
    const key = { 'Idempotency-Key': randomUUID() };
    const sent = { amount: 5, counterparty: addressOf(value) };
    const first = await server.pay(sent, key);
    const payments = [resource(first), resource(await pay(value, 7)), resource(await pay(value, 11))];
    const waited = recipientOf(resource(first));
    const reply = await takeOver(value);
    expect(resource(reply).attributes).toMatchObject({ address: addressOf(value), status: 'VERIFIED' });
    expect(receivedIn(reply)).toEqual({
      payments: payments.map(({ id, attributes: { amount } }) => ({
        paymentId: id,
        amount,
        currency: 'USD',
      })),
      totals: [{ currency: 'USD', amount: 23, count: 3 }],
    });
    for (const { id } of payments) {
      const shown = resource(await server.get(`/payments/${id}`));
      expect([shown.attributes['status'], recipientOf(shown)]).toEqual(['COMPLETED', stranger.partyId]);
      expect(recipientOf(resource(await server.as(stranger).get(`/payments/${id}`)))).toBe(stranger.partyId);
    }
    const again = await second.pay(sent, key);
    expect([again.headers.get('Idempotency-Replayed'), again.text]).toEqual(['true', first.text]);
    expect(recipientOf(resource(again))).toBe(waited);
    const refund = await server.as(stranger).post(`/payments/${payments[0]?.id}/refund`);
    expect([refund.status, await server.statusOf(payments[0] as Resource)]).toEqual([201, 'RETURNED']);
    expect(await differencesIn(server.sql)).toEqual([]);
  });

  it('is paid by the address and by the id of the party that was known by it, on every server', async () => {
    const value = newEmail();
    const waited = recipientOf(resource(await pay(value)));
    const named = { type: 'party_id', value: waited };
    await pay(value, 1, second); // which has the party in its cache
    await takeOver(value);
    for (const on of [second, server, second]) {
      for (const counterparty of [named, addressOf(value)]) {
        const paid = resource(await on.pay({ amount: 3, counterparty }));
        expect([recipientOf(paid), await server.statusOf(paid)]).toEqual([stranger.partyId, 'COMPLETED']);
      }
    }
    const preview = async (by: ApiClient): Promise<unknown> => {
      const shown = resource(await by.post('/payments/preview', { amount: 3, counterparty: named }));
      return (shown.attributes['payee'] as { partyId: unknown }).partyId;
    };
    expect(await preview(server)).toBe(stranger.partyId);
    expect(await preview(second.as(delegate))).toBeNull(); // which has paid neither
    const itself = await server.as(stranger).pay({ amount: 3, counterparty: named });
    expect([itself.status, codes(itself)]).toEqual([422, ['invalid_value']]);
    expect(await differencesIn(server.sql)).toEqual([]);
  });

  it('gets what it has paid to the address itself back, and the rest', async () => {
    const value = newEmail();
    const own = resource(await pay(value, 30, server.as(stranger)));
    const others = resource(await pay(value, 4));
    const reply = await takeOver(value);
    expect(receivedIn(reply).totals).toEqual([{ currency: 'USD', amount: 4, count: 1 }]);
    expect(await server.as(stranger).statusOf(own)).toBe('RETURNED');
    expect(await server.statusOf(others)).toBe('COMPLETED');
    expect(await differencesIn(server.sql)).toEqual([]);
  });

  it('receives nothing where nothing waits, and nothing that had gone back', async () => {
    expect(receivedIn(await takeOver(newEmail()))).toEqual({ payments: [], totals: [] });
    const value = newEmail();
    const canceled = resource(await pay(value));
    await server.post(`/payments/${canceled.id}/cancel`);
    expect(receivedIn(await takeOver(value))).toEqual({ payments: [], totals: [] });
    expect(await server.statusOf(canceled)).toBe('CANCELED');
    const later = resource(await server.pay({ amount: 2, counterparty: byIdOf(canceled) }));
    expect(recipientOf(later)).toBe(stranger.partyId);
    expect(await differencesIn(server.sql)).toEqual([]);
  });

  it('ends the link that claims the money, and has an event under the id of the address', async () => {
    const value = newEmail();
    const payment = resource(await pay(value));
    const token = await claimTokenOf(server, payment);
    const reply = await takeOver(value);
    const nothing = [404, ['claim_not_found'], ['token']];
    expect(refusal(await server.post(`/claims/${token}/accept`, { name: 'Robin Reader' }))).toEqual(nothing);
    expect((await fetch(`${server.baseUrl}/claims/${token}`)).status).toBe(404);
    const { id } = resource(reply);
    const listed = resources(await server.as(stranger).get(`${path}?limit=100`)).find(
      (each) => each.id === id,
    );
    expect(listed).toEqual(resource(reply));
    expect((await server.as(stranger).delete(`${path}/${id}`)).status).toBe(200);
    const free = resource(await pay(value));
    expect([recipientOf(free) === recipientOf(payment), await server.statusOf(free)]).toEqual([
      false,
      'PENDING_CLAIM',
    ]);
    const states = await server.sql`SELECT from_status, to_status FROM events
      WHERE resource = 'party' AND resource_id = ${uuidOf(recipientOf(payment))} ORDER BY to_status`;
    expect(states).toEqual([
      { from_status: 'PROVISIONAL', to_status: 'MERGED' },
      { from_status: null, to_status: 'PROVISIONAL' },
    ]);
    expect(await differencesIn(server.sql)).toEqual([]);
  });

  it('takes over several addresses, also one of an earlier owner', async () => {
    const values = [newEmail(), newEmail()];
    for (const value of values) await pay(value);
    for (const value of values) await takeOver(value, restrictedDelegate.apiKey);
    for (const value of values) {
      expect(recipientOf(resource(await pay(value)))).toBe(restrictedDelegate.partyId);
    }
    expect(await differencesIn(server.sql)).toEqual([]);
  });
});

it('a party takes over at most 500 addresses', async () => {
  const many = await startServer();
  await many.sql`INSERT INTO parties (id, type, status, name, name_key, created_at, updated_at)
    SELECT gen_random_uuid(), 'PERSON', 'MERGED', 'x', 'x', now(), now() FROM generate_series(1, 500)`;
  await many.sql`INSERT INTO claims (party_id, claimed_at, taken_by, created_at)
    SELECT id, now(), ${uuidOf(stranger.partyId)}, now() FROM parties WHERE status = 'MERGED'`;
  const at = contactCalls(many);
  const value = newEmail();
  const { id, token } = await at.added(value, stranger.apiKey);
  const payment = resource(await pay(value, 5, many));
  expect(refusal(await at.verify(id, token, stranger.apiKey))).toEqual([409, ['conflict'], [undefined]]);
  expect(await many.statusOf(payment)).toBe('PENDING_CLAIM');
});

it('a takeover leaves out what the wallet has no room for, which goes back to its payer', async () => {
  const rich = await startServer();
  const at = contactCalls(rich);
  const almost = Number.MAX_SAFE_INTEGER - 8;
  await rich.sql`UPDATE wallets SET posted = ${almost} WHERE party_id = ${uuidOf(stranger.partyId)} AND is_default`;
  const value = newEmail();
  const [room, none, euro] = [
    resource(await pay(value, 5, rich)),
    resource(await pay(value, 4, rich)),
    resource(await rich.pay({ amount: 9, currency: 'EUR', counterparty: addressOf(value) })),
  ];
  const { id, token } = await at.added(value, stranger.apiKey);
  expect(receivedIn(await at.verify(id, token, stranger.apiKey)).totals).toEqual([
    { currency: 'EUR', amount: 9, count: 1 },
    { currency: 'USD', amount: 5, count: 1 },
  ]);
  const states = await Promise.all([room, none, euro].map((each) => rich.statusOf(each)));
  expect(states).toEqual(['COMPLETED', 'RETURNED', 'COMPLETED']);
});

describe('the rules of agents, once a party has taken an address over,', () => {
  it('block and allow it by the id of the party that was known by the address', async () => {
    const value = newEmail();
    const named = byIdOf(resource(await pay(value)));
    const [blocked, allowed] = await Promise.all(
      ['block', 'allow'].map((list) =>
        newAgent(server, { rules: { counterparties: { [list]: [named], onBreach: 'refuse' } } }),
      ),
    );
    for (const counterparty of [named, addressOf(value)]) {
      expect(stateOf(await server.as(blocked?.key).pay({ amount: 1, counterparty }))).toBe('rule_broken');
      expect(stateOf(await server.as(allowed?.key).pay({ amount: 1, counterparty }))).toBe('PROCESSING');
    }
    expect(stateOf(await server.as(blocked?.key).pay({ amount: 1, counterparty: byId(customer) }))).toBe(
      'PROCESSING',
    );
    await takeOver(value, customer.apiKey);
    for (const on of [server, second]) {
      for (const counterparty of [byId(customer), named, addressOf(value), addressOf(customer.email)]) {
        expect(stateOf(await on.as(blocked?.key).pay({ amount: 1, counterparty }))).toBe('rule_broken');
        expect(stateOf(await on.as(allowed?.key).pay({ amount: 1, counterparty }))).toBe('PROCESSING');
      }
    }
    expect(stateOf(await server.as(allowed?.key).pay({ amount: 1, counterparty: byId(stranger) }))).toBe(
      'rule_broken',
    );
  });

  it('know it if they know the party that was known by the address, and find what repeats an earlier payment', async () => {
    const value = newEmail();
    const rules = {
      firstPaymentToNewPayee: { onBreach: 'refuse' },
      duplicates: { withinSeconds: 3600, match: 'payeeAndAmount', onBreach: 'refuse' },
    };
    const payment = resource(await pay(value));
    const agent = await newAgent(server, { rules: { duplicates: rules.duplicates } });
    await server.patch(`/agents/${agent.id}`, {
      rules: { ...rules, firstPaymentToNewPayee: { onBreach: 'review' } },
    });
    const reviewed = resource(await server.as(agent.key).pay({ amount: 77, counterparty: addressOf(value) }));
    const [approval] = await approvalsOf(server, reviewed);
    expect((await server.post(`/approvals/${approval?.id}/approve`)).status).toBe(200);
    await server.patch(`/agents/${agent.id}`, { rules });
    await takeOver(value, restrictedDelegate.apiKey);
    let amount = 100;
    for (const on of [server, second]) {
      for (const counterparty of [byId(restrictedDelegate), byIdOf(payment), addressOf(value)]) {
        const paid = await on.as(agent.key).pay({ amount: 77, counterparty });
        expect([stateOf(paid), paid.text.includes('possibleDuplicate')]).toEqual(['rule_broken', true]);
        amount += 1;
        expect(stateOf(await on.as(agent.key).pay({ amount, counterparty }))).toBe('PROCESSING');
      }
    }
    expect(stateOf(await server.as(agent.key).pay({ amount: 78, counterparty: byId(stranger) }))).toBe(
      'rule_broken',
    );
    expect(await differencesIn(server.sql)).toEqual([]);
  });
});

describe('what is in review when its address is taken over', () => {
  it('pays whoever took it over, whether the address or the id was named, known or not', async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    const named = byIdOf(resource(await pay(known)));
    const waiting = await Promise.all(
      [named, addressOf(known), addressOf(unknown)].map((each) => reviewed(each)),
    );
    await pay(unknown);
    await takeOver(known);
    await takeOver(unknown);
    for (const [payment, approval] of waiting) {
      expect((await second.post(`/approvals/${approval}/approve`)).status).toBe(200);
      const shown = resource(await server.get(`/payments/${payment.id}`));
      expect([shown.attributes['status'], recipientOf(shown)]).toEqual(['COMPLETED', stranger.partyId]);
    }
    expect(await differencesIn(server.sql)).toEqual([]);
  });

  it('can only be denied if its payer took it over', async () => {
    const value = newEmail();
    const named = byIdOf(resource(await pay(value, 5, server.as(customer))));
    const [, approval] = await reviewed(named);
    await takeOver(value, main.apiKey);
    const refused = await server.post(`/approvals/${approval}/approve`);
    expect([refused.status, codes(refused)]).toEqual([409, ['conflict']]);
    expect((await server.post(`/approvals/${approval}/deny`)).status).toBe(200);
    expect(await differencesIn(server.sql)).toEqual([]);
  });
});

it('a takeover is over once it is committed, whenever the money moves', async () => {
  const value = newEmail();
  const payments = await Promise.all(Array.from({ length: 5 }, async () => resource(await pay(value))));
  await takeOver(value);
  await advance(server, 31 * 86_400);
  for (const payment of payments) expect(await server.statusOf(payment)).toBe('COMPLETED');
});
