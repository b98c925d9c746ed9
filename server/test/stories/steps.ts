import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { pagination, resource, resources, type Resource, type Reply } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';

export const minute_s = 60;
export const day_s = 24 * 3_600;

export type Spending = { amount: number; currency?: string };
export type Steps = ReturnType<typeof stepsOf>;

/** The small steps that make up the stories. All of them are requests that any client could send. */
export function stepsOf(server: TestServer) {
  const { parties } = server;
  const { main, stranger } = parties;

  const write = (method: string, path: string, values?: object, key = main.apiKey): Promise<Reply> =>
    server.as(key).send(method, path, values);
  const get = (path: string, key = main.apiKey): Promise<Reply> => server.as(key).get(path);
  const read = async (path: string, key?: string): Promise<Resource> => done(await get(path, key));

  return {
    get,
    read,
    write,
    /** Creates a resource and returns it. */
    make: async (path: string, values: object, key?: string) => done(await write('POST', path, values, key)),
    async payStranger(values: Spending & { customerPartyId?: string }, key?: string): Promise<Resource> {
      const counterparty = { type: 'party_id', value: stranger.partyId };
      return done(await write('POST', '/payments', { counterparty, ...values }, key));
    },
    async payAddress(value: string, values: Spending, key?: string): Promise<Resource> {
      const counterparty = { type: 'email', value };
      return done(await write('POST', '/payments', { counterparty, ...values }, key));
    },
    /** Withdraws from the main party as one of its agents. */
    async withdrawAs(agent: Record<string, string>, amount: number): Promise<Resource> {
      return done(
        await server.post(
          '/transfers/withdraw',
          { amount, externalAccountId: main.externalAccountId },
          agent,
        ),
      );
    },
    async limitAgent(limits: object | null): Promise<void> {
      done(await write('PATCH', `/agents/${main.limitedAgentId}`, { limits }));
    },
    async limitParty(limits: object | null): Promise<void> {
      done(await write('PUT', '/parties/me/limits', { limits }));
    },
    /** Returns the current state of a payment or transfer. */
    async stateOf({ id }: Resource): Promise<unknown> {
      const list = id.startsWith('pay_') ? 'payments' : 'transfers';
      return (await read(`/${list}/${id}`)).attributes['status'];
    },
    /** Returns the approvals of a payment or withdrawal that is over a limit, one per decider. */
    async approvalsOf({ id }: Resource, status = 'pending', key?: string): Promise<Resource[]> {
      const all = await walk(get, `/approvals?status=${status}`, key);
      return all.filter((each) => (each.attributes['target'] as { id: string }).id === id);
    },
    decide: ({ id }: Resource, verdict: 'approve' | 'deny', key = main.approverApiKey) =>
      write('POST', `/approvals/${id}/${verdict}`, undefined, key),
    ...clockSteps(write, read),
    ...balanceSteps(write, get, main.partyId),
    /** Returns the mails about a resource, from the main party's mailbox. */
    async mailsAbout({ id }: Resource): Promise<Resource[]> {
      const all = await walk(get, '/simulations/mailbox');
      return all.filter(({ relationships }) => relationships['resource']?.data?.id === id);
    },
  };
}

type Get = (path: string, key?: string) => Promise<Reply>;
type Write = (method: string, path: string, values?: object, key?: string) => Promise<Reply>;

function clockSteps(write: Write, read: (path: string) => Promise<Resource>) {
  async function advance(seconds: number): Promise<void> {
    done(await write('POST', '/simulations/clock/advance', { seconds }));
  }
  async function advanceTo(next: (now: Date) => number): Promise<void> {
    const now = new Date(String((await read('/simulations/clock')).attributes['now']));
    await advance(Math.ceil((next(now) - now.getTime()) / 1_000) + minute_s);
  }
  return {
    /** Advances the clock; when it returns, all work that fell due is done. */
    advance,
    /** Advances to the beginning of the next UTC day or month. */
    untilTomorrow: () =>
      advanceTo((now) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)),
    untilNextMonth: () => advanceTo((now) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
  };
}

const spent = new Set<unknown>(['PROCESSING', 'PENDING_CLAIM', 'COMPLETED']);

function balanceSteps(write: Write, get: Get, partyId: string) {
  /** Adds up the main party's transactions: all that came in, less all that went out or is held. */
  async function balance(currency = 'USD'): Promise<number> {
    const all = await walk(get, '/transactions');
    return all.reduce((sum, { attributes: it, relationships }) => {
      const [amount, status] = [Number(it['amount']), it['status']];
      if (it['currency'] !== currency) return sum;
      if (it['direction'] === 'INBOUND') return status === 'COMPLETED' ? sum + amount : sum;
      const own = relationships['sourceParty']?.data?.id === partyId;
      return own && spent.has(status) ? sum - amount : sum;
    }, 0);
  }
  /**
   * Checks that the service agrees: one cent more is refused, and exactly this amount can be held and
   * released.
   */
  async function expectSpendable(amount: number): Promise<void> {
    const counterparty = { type: 'email', value: `${randomUUID()}@example.com` };
    const tooMuch = await write('POST', '/payments', { amount: amount + 1, counterparty });
    expect([tooMuch.status, tooMuch.text]).toEqual([409, expect.stringContaining('insufficient_funds')]);
    const held = done(await write('POST', '/payments', { amount, counterparty }));
    done(await write('POST', `/payments/${held.id}/cancel`));
  }
  return { balance, expectSpendable };
}

/** Returns every row of a list. */
async function walk(get: Get, path: string, key?: string): Promise<Resource[]> {
  const found: Resource[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const from: string = cursor && `&cursor=${cursor}`;
    const reply = await get(`${path}${path.includes('?') ? '&' : '?'}limit=100${from}`, key);
    found.push(...resources(reply));
    cursor = pagination(reply).nextCursor;
  }
  return found;
}

/** Returns the resource of a successful response. */
export function done(reply: Reply): Resource {
  expect(reply.status < 300 ? 'done' : reply.text).toBe('done');
  return resource(reply);
}
