import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { doWhatFellDue } from '../../src/doors/clock/clock.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { call, refusal, resource, resources, type Reply } from '../support/http.ts';
import { invite } from '../support/invitations.ts';
import { newMember } from '../support/members.ts';
import { main, customer, stranger, delegate, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { clockShape, mailShape } from '../support/shapes-simulations.ts';

const server = testServer();

const advance = (seconds: unknown, headers: Record<string, string> = {}) =>
  server.as(main.apiKey).post('/simulations/clock/advance', { seconds }, headers);

const readClock = () => server.get('/simulations/clock');

const mailbox = (key: string) => server.as(key).get('/simulations/mailbox?limit=100');

/** Requests money by mail from `value`, and returns the id of the request. */
async function requestMoneyFrom(value: string): Promise<string> {
  const made = await server.post('/payment-requests', { amount: 1250, payer: { type: 'email', value } });
  return resource(made).id;
}

const offsetOf = (reply: Reply): number => Number(resource(reply).attributes['offsetSeconds']);

beforeAll(() => requestMoneyFrom('casey@example.com'));

checkEndpoint('GET /simulations/clock', server, {
  scope: 'party.read',
  response: { data: clockShape },
  moves: true,
});

checkEndpoint('POST /simulations/clock/advance', server, {
  scope: 'party.update',
  response: { data: clockShape },
  body: () => ({ seconds: 1 }),
  otherBody: { seconds: 2 },
});

checkEndpoint('GET /simulations/mailbox', server, { scope: 'party.read', response: listOf(mailShape) });

checkList('GET /simulations/mailbox', server, {
  more: async (count) => {
    await Promise.all(Array.from({ length: count }, () => requestMoneyFrom('casey@example.com')));
    await advance(1); // sends all mail due by then
  },
  otherList: '/transactions',
});

it('what takes longer than the response may wait goes on after it, and begins no other task', async () => {
  const warned: string[] = [];
  const begun: string[] = [];
  const { promise, resolve } = Promise.withResolvers<number>();
  const work = (task: string): Promise<number> => {
    begun.push(task);
    return promise;
  };
  const log = pino({ level: 'warn' }, { write: (line: string) => void warned.push(line) });
  await doWhatFellDue({ work, log }, 1);
  expect(warned).toEqual([expect.stringContaining('it takes longer than 0.001 s')]);
  resolve(1);
  await promise;
  await new Promise((next) => setImmediate(next));
  expect(begun).toHaveLength(1);
});

describe('POST /simulations/clock/advance', () => {
  it('advances the clock by exactly the given time, permanently', async () => {
    const before = offsetOf(await readClock());
    const moved = await advance(86_400);
    expect(offsetOf(moved)).toBe(before + 86_400);
    const after = await readClock();
    expect(offsetOf(after)).toBe(before + 86_400);
    const shown = [moved, after].map((reply) => Date.parse(String(resource(reply).attributes['now'])));
    expect(Math.abs(Date.now() + (before + 86_400) * 1000 - Number(shown[1]))).toBeLessThan(10_000);
    expect(shown[1]).toBeGreaterThanOrEqual(Number(shown[0]));
  });

  it('advances it once per idempotency key, however far', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await advance(10 * 86_400, headers); // longer than responses are stored
    const again = await advance(10 * 86_400, headers);
    expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true']);
    expect(offsetOf(await readClock())).toBe(offsetOf(first));
  });

  it('adds up concurrent advances', async () => {
    const before = offsetOf(await readClock());
    const moved = await Promise.all(Array.from({ length: 5 }, () => advance(60)));
    expect(new Set(moved.map(offsetOf)).size).toBe(5);
    expect(offsetOf(await readClock())).toBe(before + 5 * 60);
  });

  it('affects the timestamps of later resources', async () => {
    const now = String(resource(await advance(3_600)).attributes['now']);
    await requestMoneyFrom('later@example.com');
    const listed = await server.get('/payment-requests?limit=1');
    const createdAt = String(resources(listed)[0]?.attributes['createdAt']);
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(Date.parse(now));
  });

  it.each([
    ['no seconds', undefined],
    ['null', null],
    ['zero', 0],
    ['a negative number', -1],
    ['half a second', 0.5],
    ['more than ten years', 315_360_001],
    ['a string', '60'],
    ['a list', [60]],
    ['more than the largest safe integer', Number.MAX_SAFE_INTEGER + 1],
  ])('refuses %s', async (_name, seconds) => {
    const pointer = '/data/attributes/seconds';
    expect(refusal(await advance(seconds))).toEqual([422, ['invalid_value'], [pointer]]);
  });

  it('refuses a number with an exponent', async () => {
    const reply = await call(server.baseUrl, 'POST', '/simulations/clock/advance', {
      key: main.apiKey,
      body: '{"data":{"attributes":{"seconds":1e1}}}',
    });
    expect(refusal(reply)).toEqual([422, ['invalid_value'], ['/data/attributes/seconds']]);
  });
});

describe('GET /simulations/mailbox', () => {
  it('shows a mail as it was sent, and the resource it is about', async () => {
    const id = await requestMoneyFrom('payer@example.com');
    await advance(1);
    const mails = resources(await mailbox(main.apiKey));
    const mail = mails.find((each) => each.relationships['resource']?.data?.id === id);
    expect(mail?.relationships['resource']?.data?.type).toBe('paymentRequest');
    expect(mail?.attributes).toMatchObject({
      kind: 'paymentRequest',
      to: 'payer@example.com',
      status: 'SENT',
    });
    expect(mail?.attributes['subject']).toContain(main.name);
    expect(mail?.attributes['text']).toContain('/pay/');
  });

  it('shows a message that answers something only to a key that could have caused it', async () => {
    const email = `${randomUUID()}@example.com`;
    const caused = [
      resources(await server.post('/party-invitations', { invitations: [{ email, role: 'ADMIN' }] }))[0],
      resources(await invite(server, [{ type: 'email', value: email }]))[0],
      resource(await server.pay({ amount: 5, counterparty: { type: 'email', value: email } })),
      resource(await server.post('/parties/me/contacts', { address: { type: 'email', value: email } })),
    ];
    await advance(1);
    const seenBy = async (key: string): Promise<boolean[]> => {
      const mails = resources(await mailbox(key));
      return caused.map((each) =>
        mails.some(({ relationships }) => relationships['resource']?.data?.id === each?.id),
      );
    };
    const keyWith = async (...more: string[]): Promise<string> => {
      const scopes = ['party.read', ...more];
      const made = resource(await server.post('/api-keys', { name: 'Reader', scopes }));
      return String(made.attributes['apiKey']);
    };
    expect(await seenBy(main.apiKey)).toEqual([true, true, true, true]);
    expect(await seenBy((await newMember(server, 'ADMIN')).key)).toEqual([true, true, true, true]);
    expect(await seenBy((await newMember(server, 'MEMBER')).key)).toEqual([false, false, true, false]);
    expect(await seenBy(await keyWith())).toEqual([false, false, false, false]);
    expect(await seenBy(await keyWith('invite.create'))).toEqual([true, false, false, false]);
    expect(await seenBy(await keyWith('delegations.create'))).toEqual([false, true, false, false]);
    expect(await seenBy(await keyWith('party.update'))).toEqual([false, false, false, true]);
    const headers = { 'X-Agent-ID': main.agentId, 'X-Instance-ID': 'one' };
    const byAgent = resources(await server.get('/simulations/mailbox?limit=100', headers));
    const invited = byAgent.filter(({ attributes: { kind } }) => String(kind).endsWith('Invitation'));
    expect(invited).toEqual([]);
  });

  it('shows an invitation to join to no party that has the invited address', async () => {
    const invitations = [{ email: customer.email, role: 'MEMBER' }];
    const [invited] = resources(await server.post('/party-invitations', { invitations }));
    await advance(1);
    const seen = async (key: string) =>
      resources(await mailbox(key)).some((each) => each.relationships['resource']?.data?.id === invited?.id);
    expect([await seen(main.apiKey), await seen(customer.apiKey)]).toEqual([true, false]);
  });

  it('shows mail only to the party whose verified address received it', async () => {
    const id = await requestMoneyFrom(customer.email);
    await advance(1);
    const seen = async (key: string) =>
      resources(await mailbox(key)).some((each) => each.relationships['resource']?.data?.id === id);
    expect(await seen(customer.apiKey)).toBe(true);
    expect(await seen(stranger.apiKey)).toBe(false);
    expect(await seen(delegate.apiKey)).toBe(false);
  });
});
