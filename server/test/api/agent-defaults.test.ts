import { afterEach, describe, expect, it } from 'vitest';
import { defaultsToJson } from '../../src/terms/agent-defaults.ts';
import { runOn } from '../commands/command.ts';
import { refusal, resource, type Reply } from '../support/http.ts';
import { main, stranger, testServer, to } from '../support/server.ts';

const server = testServer();
const limits = { perTransaction: 5_000, perDay: 20_000 };
const duplicates = {
  withinSeconds: 600,
  onBreach: 'review',
  overridable: true,
  match: 'normalized',
  across: 'agent',
};
const set = (agentDefaults: unknown) => server.patch('/parties/me', { agentDefaults });
const codes = 'AED AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS INR JPY KRW MXN NOK NZD PLN SEK'.split(
  ' ',
);
const limitsIn = (named: readonly string[]) => ({
  currencies: Object.fromEntries(named.map((code) => [code, { perDay: 100 }])),
});
const shown = (reply: Reply) => resource(reply).attributes['agentDefaults'];
const create = (values: object = {}) => server.post('/agents', { name: 'Buyer', ...values });
const boundsOf = (reply: Reply) => {
  const { limits: own, rules } = resource(reply).attributes;
  return [own, rules, (JSON.parse(reply.text) as { meta: { unbounded: boolean } }).meta.unbounded];
};
const readsOf = async (values: object): Promise<unknown> =>
  resource(await create(values)).attributes['reads'];
afterEach(() => set(null));

describe("a party's defaults for agents", () => {
  it('are none unless set, change what they name, and go with null', async () => {
    expect(shown(await server.get('/parties/me'))).toBe(null);
    expect(shown(await set({ limits }))).toEqual({ limits, rules: null, reads: 'party' });
    expect(shown(await set({ rules: { duplicates } }))).toEqual({
      limits,
      rules: { duplicates },
      reads: 'party',
    });
    expect(shown(await set({ limits: { perDay: null, perMonth: 90_000 } }))).toEqual({
      limits: { perTransaction: 5_000, perMonth: 90_000 },
      rules: { duplicates },
      reads: 'party',
    });
    expect(shown(await set({}))).toEqual(shown(await server.get('/parties/me')));
    expect(shown(await set({ rules: null }))).toMatchObject({ rules: null });
    expect(shown(await set({ limits: null }))).toBe(null);
    await set({ limits });
    expect(shown(await server.patch('/parties/me', { name: main.name }))).toEqual({
      limits,
      rules: null,
      reads: 'party',
    });
    expect(shown(await set(null))).toBe(null);
  });

  it('bound an agent that is created without, and none that exists or says what bounds it', async () => {
    const before = resource(await create()).id;
    await set({ limits, rules: { duplicates } });
    expect(boundsOf(await create())).toEqual([limits, { duplicates }, false]);
    expect(boundsOf(await create({ limits: { perMonth: 7 } }))).toEqual([
      { perMonth: 7 },
      { duplicates },
      false,
    ]);
    expect(boundsOf(await create({ limits: null, rules: {} }))).toEqual([null, null, true]);
    expect(resource(await server.get(`/agents/${before}`)).attributes).toMatchObject({
      limits: null,
      rules: null,
    });
    const agent = resource(await create());
    const made = resource(await server.post('/agent-keys', { agentId: agent.id }));
    const key = String(made.attributes['agentKey']);
    const status = async (amount: number) =>
      resource(await server.as(key).pay({ amount, ...to(stranger) })).attributes['status'];
    expect([await status(5_000), await status(5_001)]).toEqual(['PROCESSING', 'IN_REVIEW']);
    expect(await status(5_000)).toBe('IN_REVIEW'); // an equal one
  });

  it('say what agents read that are created without `reads`', async () => {
    expect(await readsOf({})).toBe('party');
    expect(shown(await set({ reads: 'own' }))).toEqual({ limits: null, rules: null, reads: 'own' });
    expect(shown(await set({ limits }))).toEqual({ limits, rules: null, reads: 'own' });
    expect([await readsOf({}), await readsOf({ reads: 'party' })]).toEqual(['own', 'party']);
    expect(shown(await set({ reads: null }))).toEqual({ limits, rules: null, reads: 'party' });
    expect(await readsOf({})).toBe('party');
  });

  it('are refused where limits and rules of an agent are', async () => {
    const at = '/data/attributes/agentDefaults';
    const unknown = { type: 'party_id', value: `pty_${'0'.repeat(32)}` };
    const wrong: Array<[unknown, string]> = [
      [7, at],
      [{ limit: 1 }, `${at}/limit`],
      [{ limits: { perDay: 0 } }, `${at}/limits/perDay`],
      [{ reads: 'all' }, `${at}/reads`],
      [{ rules: { paymentsPerHour: {} } }, `${at}/rules/paymentsPerHour/max`],
      [{ rules: { counterparties: { block: [unknown] } } }, `${at}/rules/counterparties/block/0/value`],
    ];
    for (const [value, pointer] of wrong)
      expect(refusal(await set(value))).toEqual([422, ['invalid_value'], [pointer]]);
    expect(shown(await server.get('/parties/me'))).toBe(null);
  });

  it('have at most 20 currencies, also after a change', async () => {
    const [first, second] = [limitsIn(codes.slice(0, 20)), limitsIn(codes.slice(10))];
    expect((await set({ limits: first })).status).toBe(200);
    expect(refusal(await set({ limits: second }))).toEqual([
      422,
      ['invalid_value'],
      ['/data/attributes/agentDefaults/limits/currencies'],
    ]);
    expect(shown(await server.get('/parties/me'))).toMatchObject({ limits: first, rules: null });
    const swap = { currencies: { ...second.currencies, [codes[0] ?? '']: null } };
    expect((await set({ limits: swap })).status).toBe(200);
  });

  it('are read as they were stored, whatever may be sent by now', () => {
    const kept = { limits: limitsIn(codes), rules: null };
    expect(defaultsToJson(kept)).toMatchObject(kept);
  });

  it('are set by the operator who creates a party with safe agents', async () => {
    const args = ['create-party', '--name', 'Careful', '--email', 'careful@acme.example'];
    const { code, out } = await runOn(server, 'admin', [...args, '--currency', 'JPY', '--safe-agents']);
    const key = /sk_pur_sandbox_\w+/.exec(out)?.[0] ?? '';
    expect([code, shown(await server.as(key).get('/parties/me'))]).toEqual([
      0,
      {
        limits: { perTransaction: 100, perDay: 500 },
        rules: { firstPaymentToNewPayee: { onBreach: 'review' }, duplicates },
        reads: 'party',
      },
    ]);
    const made = await server.as(key).post('/agents', { name: 'Buyer' });
    expect(boundsOf(made)).toMatchObject([{ perTransaction: 100, perDay: 500 }, { duplicates }, false]);
  });
});
