import { describe, expect, it } from 'vitest';
import { refusal, resource, resources, type Resource, type Reply } from '../support/http.ts';
import { exceeded } from '../support/shapes-transfers.ts';
import { customer, main, stranger, to, toNobody, testServer } from '../support/server.ts';

const server = testServer();
// The sandbox's per-transaction limits of the petty cash agent and the purchasing agent, in cents.
const petty = 10_000;
const purchasing = 1_000_000_000;

const payAs = (key: string, values: object, headers: Record<string, string> = {}) =>
  server.as(key).pay({ ...to(stranger), ...values }, headers);

async function statusWhenRead(reply: Reply, key = main.apiKey): Promise<unknown> {
  const read = await server.as(key).get(`/payments/${resource(reply).id}`);
  return resource(read).attributes['status'];
}

async function approvalsOf(payment: Resource, key = main.apiKey): Promise<Resource[]> {
  const all = resources(await server.as(key).get('/approvals?limit=100'));
  return all.filter((each) => (each.attributes['target'] as { id: string }).id === payment.id);
}

const reasonsOf = (approvals: Resource[]): unknown => approvals.map((each) => each.attributes['reasons']);

describe("an agent's limit on one payment", () => {
  it('allows an amount equal to it, by key and by header', async () => {
    const headers = { 'X-Agent-ID': main.limitedAgentId, 'X-Instance-ID': 'chat 1' };
    for (const reply of [
      await payAs(main.limitedAgentKey, { amount: petty }),
      await payAs(main.apiKey, { amount: petty }, headers),
    ]) {
      expect(resource(reply).attributes['status']).toBe('PROCESSING');
      expect(await statusWhenRead(reply)).toBe('COMPLETED');
      expect(await approvalsOf(resource(reply))).toEqual([]);
    }
  });

  it('sends one cent more to review, by key and by header, with one approval', async () => {
    const headers = { 'X-Agent-ID': main.limitedAgentId, 'X-Instance-ID': 'chat 1' };
    for (const reply of [
      await payAs(main.limitedAgentKey, { amount: petty + 1 }),
      await payAs(main.apiKey, { amount: petty + 1 }, headers),
    ]) {
      expect([reply.status, resource(reply).attributes['status']]).toEqual([201, 'IN_REVIEW']);
      expect(await statusWhenRead(reply)).toBe('IN_REVIEW');
      expect(reasonsOf(await approvalsOf(resource(reply)))).toEqual([
        [exceeded('perTransactionAmount', petty, petty + 1)],
      ]);
    }
  });

  it('does not restrict the party itself', async () => {
    const reply = await payAs(main.apiKey, { amount: petty + 1 });
    expect(await statusWhenRead(reply)).toBe('COMPLETED');
  });

  it('is checked before the funds', async () => {
    const beyondFunds = await payAs(main.agentKey, { amount: purchasing });
    expect(beyondFunds.status).toBe(409);
    const beyondLimit = await payAs(main.agentKey, { amount: purchasing + 1 });
    expect([beyondLimit.status, resource(beyondLimit).attributes['status']]).toEqual([201, 'IN_REVIEW']);
    const largest = await payAs(main.agentKey, { amount: Number.MAX_SAFE_INTEGER });
    expect(reasonsOf(await approvalsOf(resource(largest)))).toMatchObject([
      [{ actualAmount: Number.MAX_SAFE_INTEGER }],
    ]);
  });

  it('covers no other currency than its own', async () => {
    const reply = await payAs(main.limitedAgentKey, { amount: 1, currency: 'EUR' });
    expect(resource(reply).attributes['status']).toBe('IN_REVIEW');
    expect(reasonsOf(await approvalsOf(resource(reply)))).toEqual([
      [{ type: 'currencyNotCovered', currency: 'EUR', limitCurrencies: ['USD'] }],
    ]);
  });

  it('applies to an unknown recipient too, who is linked to the payment from the start', async () => {
    const reply = await payAs(main.limitedAgentKey, { amount: petty + 1, ...toNobody() });
    expect(resource(reply).relationships['recipient']?.data?.id).toMatch(/^pty_/);
    expect(await statusWhenRead(reply)).toBe('IN_REVIEW');
  });

  it('shows a payment in review to the payer', async () => {
    const payment = resource(await payAs(main.limitedAgentKey, { amount: petty + 1 }));
    const reply = await server.get('/transactions?limit=5');
    const row = resources(reply).find((each) => each.relationships['payment']?.data?.id === payment.id);
    expect(row?.attributes['status']).toBe('IN_REVIEW');
  });
});

const limitsIn = (named: readonly string[]) => ({
  currencies: Object.fromEntries(named.map((code) => [code, { perDay: 100 }])),
});

describe('limits in many currencies', () => {
  const codes = 'AED AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS INR JPY KRW MXN NOK NZD PLN SEK'.split(
    ' ',
  );
  const [most, more] = [limitsIn(codes.slice(0, 20)), limitsIn(codes.slice(20))];

  it('are at most 20 of an agent, also after a change', async () => {
    const { id } = resource(await server.post('/agents', { name: 'Traveller', limits: most }));
    const place = '/data/attributes/limits/currencies';
    expect(refusal(await server.patch(`/agents/${id}`, { limits: more }))).toEqual([
      422,
      ['invalid_value'],
      [place],
    ]);
    expect(resource(await server.get(`/agents/${id}`)).attributes['limits']).toEqual(most);
  });

  it('are at most 20 of a grant, also after a change', async () => {
    const [given] = resources(await server.as(customer).get('/delegations?direction=given'));
    const change = (limits: object | null) =>
      server.as(customer).patch(`/delegations/${given?.id}`, { agents: [{ agentId: main.agentId, limits }] });
    expect((await change(most)).status).toBe(200);
    expect(refusal(await change(more))).toEqual([
      422,
      ['invalid_value'],
      ['/data/attributes/agents/0/limits/currencies'],
    ]);
    expect((await change(null)).status).toBe(200);
  });
});
