import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/client.ts';
import { newAgent, type TestAgent } from '../support/agents.ts';
import { codes, errors, resource, type Reply } from '../support/http.ts';
import { advance, approvalsOf, asAgent, beginNext } from '../support/moves.ts';
import { main, stranger, byId, newEmail, testServer, secondServer } from '../support/server.ts';

const server = testServer();
const second = secondServer(server);
beforeAll(() => beginNext(server, 'hour'));
const ruled = (rules: object): Promise<TestAgent> => newAgent(server, { rules });
const to = () => byId(stranger);
const payBy = (agent: TestAgent, values: object = {}, on: ApiClient = server): Promise<Reply> =>
  on.as(agent.key).pay({ amount: 100, counterparty: to(), ...values });
const stateOf = (reply: Reply): unknown =>
  reply.status < 300 ? resource(reply).attributes['status'] : codes(reply)[0];
const change = (agent: TestAgent, rules: object | null): Promise<Reply> =>
  server.patch(`/agents/${agent.id}`, { rules });
const at = (domain: string) => ({ counterparty: { type: 'email', value: `${randomUUID()}@${domain}` } });
const reasonsOf = async (reply: Reply): Promise<unknown[]> =>
  (await approvalsOf(server, resource(reply))).flatMap((each) => each.attributes['reasons'] as unknown[]);
const refusedFor = (reply: Reply): unknown =>
  (errors(reply)[0]?.meta as { reasons?: unknown } | undefined)?.reasons;
const count = (replies: readonly Reply[], state: string): number =>
  replies.filter((reply) => stateOf(reply) === state).length;

async function approve(reply: Reply): Promise<Reply> {
  const [approval] = await approvalsOf(server, resource(reply));
  return server.post(`/approvals/${approval?.id}/approve`);
}

describe('a rule of an agent', () => {
  it('refuses with 403 and names what is exceeded, with the value and the limit', async () => {
    const agent = await ruled({ currencies: { allow: ['EUR'], onBreach: 'refuse' } });
    const reply = await payBy(agent);
    expect([reply.status, codes(reply)]).toEqual([403, ['rule_broken']]);
    expect(errors(reply)[0]?.detail).toContain('currencyNotAllowed');
    expect(refusedFor(reply)).toEqual([
      { type: 'currencyNotAllowed', currency: 'USD', allowed: ['EUR'], onBreach: 'refuse' },
    ]);
  });

  it('applies to the next payment after it was set, and not after it was removed', async () => {
    const agent = await ruled({});
    expect(stateOf(await payBy(agent))).toBe('PROCESSING');
    await change(agent, { currencies: { allow: ['EUR'], onBreach: 'refuse' } });
    expect(stateOf(await payBy(agent))).toBe('rule_broken');
    expect(stateOf(await payBy(agent, {}, second))).toBe('rule_broken');
    await change(agent, null);
    expect(stateOf(await payBy(agent, {}, second))).toBe('PROCESSING');
  });

  it('is the same for an agent that a header names', async () => {
    const agent = await ruled({ currencies: { allow: ['EUR'] } });
    const values = { amount: 100, counterparty: to() };
    const reply = await server.pay(values, asAgent(agent.id));
    expect(await reasonsOf(reply)).toMatchObject([{ type: 'currencyNotAllowed', onBreach: 'review' }]);
  });

  it('blocks a party by each of its addresses, and an address by its party', async () => {
    const [contact] = await server.sql<{ value: string }>`SELECT value FROM contacts
      WHERE party_id = ${stranger.partyId.slice(4)}`;
    const email = { type: 'email', value: contact?.value ?? '' };
    const domain = { type: 'domain', value: email.value.split('@')[1] };
    for (const entry of [email, domain, to()]) {
      const agent = await ruled({ counterparties: { block: [entry], onBreach: 'refuse' } });
      // Each twice, so that the authority cache holds the addresses too.
      for (const counterparty of [email, email, to(), to()])
        expect(stateOf(await payBy(agent, { counterparty }))).toBe('rule_broken');
    }
  });

  it('covers the subdomains of a blocked domain, and of an allowed one only if it says so', async () => {
    const [below, aside] = [at('sub.shop.example'), at('othershop.example')];
    const shop = { type: 'domain', value: 'shop.example' };
    const cases: Array<[lists: object, below: string, aside: string]> = [
      [{ block: [shop] }, 'rule_broken', 'PROCESSING'],
      [{ allow: [shop] }, 'rule_broken', 'rule_broken'],
      [{ allow: [{ ...shop, includeSubdomains: true }] }, 'PROCESSING', 'rule_broken'],
    ];
    for (const [lists, ofBelow, ofAside] of cases) {
      const agent = await ruled({ counterparties: { ...lists, onBreach: 'refuse' } });
      const outcomes = [stateOf(await payBy(agent, below)), stateOf(await payBy(agent, aside))];
      expect([lists, outcomes]).toEqual([lists, [ofBelow, ofAside]]);
    }
  });

  it('keeps how a domain or address in Unicode is compared, for all its payments, and shows it as it was sent', async () => {
    const block = [
      { type: 'domain', value: 'bücher.example' },
      { type: 'email', value: 'casey@straße.example' },
      { type: 'domain', value: 'shop.example' },
    ];
    const agent = await ruled({ counterparties: { block, onBreach: 'refuse' } });
    const shown = resource(await server.get(`/agents/${agent.id}`)).attributes['rules'];
    expect(shown).toEqual({ counterparties: { block, onBreach: 'refuse' } });
    const [row] = await server.sql<{ compared: string[] }>`SELECT ARRAY(SELECT e ->> 'compared'
      FROM json_array_elements(rules -> 'counterparties' -> 'block') e) AS compared
      FROM agents WHERE id = ${agent.id.slice(4)}`;
    expect(row?.compared).toEqual(['xn--bcher-kva.example', 'casey@xn--strae-oqa.example', null]);
    for (const value of [
      'casey@xn--bcher-kva.example',
      'casey@straße.example',
      'casey@xn--strae-oqa.example',
    ])
      expect(stateOf(await payBy(agent, { counterparty: { type: 'email', value } }))).toBe('rule_broken');
  });

  it('about counterparties holds for withdrawals, by the account, also when they are approved', async () => {
    const account = { type: 'external_account_id', value: main.externalAccountId };
    const agent = await ruled({ counterparties: { allow: [to()], onBreach: 'review' } });
    const withdrawBy = (values: object = {}) =>
      server.post(
        '/transfers/withdraw',
        { amount: 500, externalAccountId: main.externalAccountId, ...values },
        asAgent(agent.id),
      );
    const waiting = await withdrawBy();
    const [approval] = await approvalsOf(server, resource(waiting));
    const decide = () => server.as(main.approverApiKey).post(`/approvals/${approval?.id}/approve`);
    expect(await reasonsOf(waiting)).toEqual([
      { type: 'counterpartyNotAllowed', list: 'allow', counterparty: account, onBreach: 'review' },
    ]);
    await change(agent, { counterparties: { block: [account], onBreach: 'refuse' } });
    expect(stateOf(await withdrawBy())).toBe('rule_broken');
    expect(codes(await decide())).toEqual(['rule_broken']);
    const blocked = resource(await server.get(`/approvals/${approval?.id}`)).attributes['blockedBy'];
    expect(blocked).toEqual([{ type: 'counterpartyNotAllowed', partyId: main.partyId }]);
    await change(agent, { counterparties: { allow: [account], onBreach: 'refuse' } });
    expect(stateOf(await withdrawBy())).toBe('PROCESSING');
    expect((await decide()).status).toBe(200);
    expect(stateOf(await payBy(agent))).toBe('rule_broken');
  });

  it('is decided in a preview as in the payment, and a preview counts nothing', async () => {
    const agent = await ruled({
      paymentsPerDay: { max: 1, onBreach: 'refuse' },
      duplicates: { onBreach: 'review' },
    });
    const tried = async () =>
      resource(await server.as(agent.key).post('/payments/preview', { amount: 100, counterparty: to() }))
        .attributes;
    expect([await tried(), await tried()]).toMatchObject([{ outcome: 'accepted' }, { outcome: 'accepted' }]);
    expect(stateOf(await payBy(agent))).toBe('PROCESSING');
    const refused = await tried();
    expect(refused).toMatchObject({ outcome: 'refused', errors: [{ code: 'rule_broken' }] });
    const [error] = refused['errors'] as Array<{ meta: { reasons: unknown } }>;
    expect(error?.meta.reasons).toEqual(refusedFor(await payBy(agent)));
  });
});

describe('payments per hour', () => {
  it('are exact under concurrent payments through two servers', async () => {
    const agent = await ruled({ paymentsPerHour: { max: 7, onBreach: 'refuse' } });
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => payBy(agent, {}, index % 2 === 0 ? server : second)),
    );
    expect([count(replies, 'PROCESSING'), count(replies, 'rule_broken')]).toEqual([7, 33]);
  });

  it('hold for any 60 minutes, also over the end of an hour', async () => {
    const agent = await ruled({ paymentsPerHour: { max: 2, onBreach: 'refuse' } });
    const after = async (minutes: number) => {
      await advance(server, 60 * minutes);
      return stateOf(await payBy(agent));
    };
    await beginNext(server, 'hour');
    expect([
      await after(50),
      await after(9),
      await after(2),
      await after(47),
      await after(2),
      await after(1),
    ]).toEqual(['PROCESSING', 'PROCESSING', 'rule_broken', 'rule_broken', 'PROCESSING', 'rule_broken']);
  });

  it('count again from nothing after an hour, and when the rule is set again', async () => {
    const agent = await ruled({ paymentsPerHour: { max: 1, onBreach: 'refuse' } });
    const twice = async () => [stateOf(await payBy(agent)), stateOf(await payBy(agent))];
    expect(await twice()).toEqual(['PROCESSING', 'rule_broken']);
    await advance(server, 3600);
    expect(await twice()).toEqual(['PROCESSING', 'rule_broken']);
    await change(agent, { paymentsPerHour: { max: 2, onBreach: 'refuse' } });
    expect(await twice()).toEqual(['PROCESSING', 'rule_broken']);
    await change(agent, null);
    await change(agent, { paymentsPerHour: { max: 1, onBreach: 'refuse' } });
    expect(await twice()).toEqual(['PROCESSING', 'rule_broken']);
  });
});

describe('the first payment to a new payee', () => {
  it('waits for an approval, which makes the payee known on every server', async () => {
    const agent = await ruled({ firstPaymentToNewPayee: 'review' });
    const first = await payBy(agent);
    expect(await reasonsOf(first)).toEqual([
      { type: 'newCounterparty', counterparty: to(), onBreach: 'review' },
    ]);
    expect(stateOf(await payBy(agent))).toBe('IN_REVIEW');
    expect((await approve(first)).status).toBe(200);
    expect(stateOf(await payBy(agent))).toBe('PROCESSING');
    expect(stateOf(await payBy(agent, {}, second))).toBe('PROCESSING');
  });

  it('does not make a payee known by a payment that was denied', async () => {
    const agent = await ruled({ firstPaymentToNewPayee: 'review' });
    const [approval] = await approvalsOf(server, resource(await payBy(agent)));
    await server.post(`/approvals/${approval?.id}/deny`);
    expect(stateOf(await payBy(agent))).toBe('IN_REVIEW');
  });
});

const guard = (values: object = {}): Promise<TestAgent> => ruled({ duplicates: values });

describe('the guard against buying twice', () => {
  it('lets exactly one of many concurrent equal payments through, over two servers', async () => {
    const agent = await guard({ onBreach: 'refuse' });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => payBy(agent, {}, index % 2 === 0 ? server : second)),
    );
    expect([count(replies, 'PROCESSING'), count(replies, 'rule_broken')]).toEqual([1, 19]);
  });

  it('lets one of many reworded payments of two agents of the party through, over two servers', async () => {
    const rule = { onBreach: 'refuse', across: 'party' };
    const [one, two] = [await guard(rule), await guard(rule)];
    const replies = await Promise.all(
      ['Ink!', 'ink', ' INK', 'Ink.', '"ink"', 'Ink -'].map((description, index) =>
        payBy(index % 2 ? one : two, { amount: 123, description }, index % 4 < 2 ? server : second),
      ),
    );
    expect([count(replies, 'PROCESSING'), count(replies, 'rule_broken')]).toEqual([1, 5]);
    expect(stateOf(await payBy(one, { amount: 123, description: 'Paper' }))).toBe('PROCESSING');
  });

  it('holds for withdrawals, of which `intendedRepeat` lets one pass', async () => {
    const agent = await guard({ onBreach: 'refuse', overridable: true });
    const { externalAccountId } = main;
    const withdrawBy = (values: object = {}) =>
      server.post('/transfers/withdraw', { amount: 700, externalAccountId, ...values }, asAgent(agent.id));
    const first = await withdrawBy();
    expect(stateOf(first)).toBe('PROCESSING');
    const again = await withdrawBy({ description: '' });
    expect(refusedFor(again)).toMatchObject([
      { type: 'possibleDuplicate', earlierTransferId: resource(first).id },
    ]);
    expect(stateOf(await withdrawBy({ intendedRepeat: true }))).toBe('PROCESSING');
    expect(stateOf(await withdrawBy({ amount: 701 }))).toBe('PROCESSING');
  });

  it('sends an equal payment under another key to review, with the id of the earlier one', async () => {
    const agent = await guard();
    const first = await payBy(agent, { description: 'Ink' });
    expect(stateOf(await payBy(agent, { description: 'Paper' }))).toBe('PROCESSING');
    const again = await payBy(agent, { description: 'Ink' }, second);
    expect(await reasonsOf(again)).toEqual([
      {
        type: 'possibleDuplicate',
        earlierPaymentId: resource(first).id,
        withinSeconds: 600,
        overridable: false,
        onBreach: 'review',
      },
    ]);
  });

  it('is not misled by equal payments that the agent itself asked for and canceled', async () => {
    const agent = await guard();
    expect(stateOf(await payBy(agent))).toBe('PROCESSING');
    for (let turn = 0; turn < 51; turn += 1)
      await server.as(agent).post(`/payments/${resource(await payBy(agent)).id}/cancel`);
    expect(stateOf(await payBy(agent))).toBe('IN_REVIEW');
  });

  it('returns the stored response for a retry under the same key', async () => {
    const agent = await guard({ onBreach: 'refuse' });
    const send = () =>
      server.as(agent.key).pay({ amount: 100, counterparty: to() }, { 'Idempotency-Key': agent.id });
    const first = await send();
    const retry = await send();
    expect([retry.status, resource(retry).id]).toEqual([201, resource(first).id]);
    expect(retry.headers.get('Idempotency-Replayed')).toBe('true');
  });

  it('takes an address and the party that it leads to for one payee', async () => {
    const agent = await guard({ onBreach: 'refuse' });
    const counterparty = newEmail();
    const first = await payBy(agent, { counterparty });
    expect(stateOf(first)).toBe('PROCESSING');
    const payee = resource(first).relationships['recipient']?.data?.id;
    const again = { counterparty: { type: 'party_id', value: payee } };
    expect(stateOf(await payBy(agent, again))).toBe('rule_broken');
    expect(stateOf(await payBy(agent, { counterparty }))).toBe('rule_broken');
  });

  it('ignores an earlier payment that was canceled or denied, but not one in review', async () => {
    const agent = await newAgent(server, {
      limits: { perTransaction: 1 },
      rules: { duplicates: { onBreach: 'refuse' } },
    });
    const counterparty = newEmail();
    const buy = () => payBy(agent, { counterparty });
    const first = await buy();
    expect([stateOf(first), stateOf(await buy())]).toEqual(['IN_REVIEW', 'rule_broken']);
    await server.post(`/payments/${resource(first).id}/cancel`);
    const next = await buy();
    expect([stateOf(next), stateOf(await buy())]).toEqual(['IN_REVIEW', 'rule_broken']);
    const [approval] = await approvalsOf(server, resource(next));
    await server.post(`/approvals/${approval?.id}/deny`);
    const last = await buy();
    expect(stateOf(last)).toBe('IN_REVIEW');
    await approve(last);
    expect(stateOf(await buy())).toBe('rule_broken');
  });

  it('lets an intended repetition pass only where the owner allows that, in a request of its own', async () => {
    const repeat = { intendedRepeat: true };
    for (const [overridable, expected] of [
      [true, 'PROCESSING'],
      [false, 'IN_REVIEW'],
    ] as const) {
      const agent = await guard({ overridable });
      await payBy(agent);
      expect(stateOf(await payBy(agent, repeat))).toBe(expected);
    }
  });

  it('is over after its time', async () => {
    const agent = await guard({ withinSeconds: 60, onBreach: 'refuse' });
    await payBy(agent);
    expect(stateOf(await payBy(agent))).toBe('rule_broken');
    await advance(server, 60);
    expect(stateOf(await payBy(agent))).toBe('PROCESSING');
  });
});
