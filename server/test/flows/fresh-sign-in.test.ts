import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { WriteContext } from '../../src/context.ts';
import type { Queryable } from '../../src/db/sql.ts';
import { decideApproval } from '../../src/authority/approvals/decide.ts';
import { createPayment } from '../../src/money/payments/create.ts';
import { refundPayment } from '../../src/money/payments/refund.ts';
import { createPaymentAttributes } from '../../src/money/payments/schema.ts';
import { withdraw } from '../../src/money/transfers/withdraw.ts';
import { type Browser, locationOf } from '../support/browser.ts';
import { resource, resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { approvalsOf, asAgent } from '../support/moves.ts';
import { customer, main, byId, stranger, testServer, to } from '../support/server.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';
import { fromRoot, sources } from '../tidy/files.ts';
import { withSession } from './support.ts';

const server = testServer({ PURSER_FRESH_SIGN_IN_ABOVE: '500' });

/** A browser of the customer in which somebody signed in, and their address. */
async function customersBrowser(): Promise<{ browser: Browser; email: string }> {
  const { email } = await newMember(server, 'ADMIN', customer);
  return { browser: await signIn(server, email), email };
}

const pass = (minutes: number) =>
  server.sql`UPDATE installation SET clock_offset_ms = clock_offset_ms + ${minutes * 60_000}`;

async function requestOf(amount: number): Promise<{ id: string; path: string }> {
  const { id, attributes } = resource(
    await server.post('/payment-requests', { amount, payer: byId(customer) }),
  );
  return { id, path: new URL(String(attributes['paymentLinkUrl'])).pathname };
}

async function invitationOf(values: object): Promise<string> {
  const sent = { recipients: [byId(customer)], ...values };
  const [invitation] = resources(await server.post(`/agents/${main.agentId}/customers`, sent));
  return `/invited/${invitation?.id}`;
}

const statusOf = async (id: string): Promise<unknown> =>
  resource(await server.get(`/payment-requests/${id}`)).attributes['status'];

async function payForm(amount: number): Promise<Record<string, string>> {
  const [wallet] = resources(await server.as(customer).get('/wallets'));
  const form = { source: String(wallet?.id), amount: String(amount), currency: 'USD' };
  return { verdict: 'pay', key: randomUUID(), ...form };
}

const freshLink = 'Send me a fresh link';

describe('a browser in which somebody signed in more than ten minutes ago', () => {
  it('pays a request of a large amount only after a fresh sign-in, to which the page leads', async () => {
    const { browser, email } = await customersBrowser();
    const [large, small] = [await requestOf(501), await requestOf(500)];
    expect((await browser.get(large.path)).text).not.toContain(freshLink);
    await pass(11);
    const shown = await browser.get(large.path);
    expect([shown.text.includes(freshLink), shown.text.includes('Pay USD')]).toEqual([true, false]);
    const refused = await browser.post(large.path, await payForm(501));
    expect([refused.status, refused.text.includes(freshLink), await statusOf(large.id)]).toEqual([
      403,
      true,
      'OPEN',
    ]);
    expect(locationOf(await browser.post(small.path, await payForm(500)))).toBe(small.path);
    const link = await linkByMail(server, email, large.path);
    expect(locationOf(await browser.post(link))).toBe(large.path);
    expect(locationOf(await browser.post(large.path, await payForm(501)))).toBe(large.path);
    expect([await statusOf(large.id), await statusOf(small.id)]).toEqual(['COMPLETED', 'COMPLETED']);
  });

  it('permits no payments without a limit, or up to a large amount, and permits reads and small ones', async () => {
    const { browser, email } = await customersBrowser();
    await pass(11);
    const permissions = ['payments.create'];
    const answer = { verdict: 'accept', key: randomUUID() };
    for (const limits of [null, { perTransaction: 501 }]) {
      const path = await invitationOf({ permissions, limits });
      expect((await browser.get(path)).text).toContain(freshLink);
      expect((await browser.post(path, { ...answer, key: randomUUID() })).status).toBe(403);
    }
    for (const values of [
      { permissions: ['payments.read'] },
      { permissions, limits: { perTransaction: 500 } },
    ]) {
      const path = await invitationOf(values);
      expect(locationOf(await browser.post(path, { ...answer, key: randomUUID() }))).toBe(path);
    }
    const path = await invitationOf({ permissions, limits: null });
    await browser.post(await linkByMail(server, email, path));
    expect(locationOf(await browser.post(path, answer))).toBe(path);
  });
});

type Verb = (ctx: WriteContext, amount: bigint) => Promise<unknown>;
const terms = { currency: 'USD', description: null, tags: null } as const;
const bare = (id: string) => id.slice(4) as never;

// Pages call some of these verbs only. What another caller would find is asked of the verb itself.
const spendingVerbs: Record<string, Verb> = {
  pay: (ctx, amount) => {
    const sent = { amount: Number(amount), ...to(stranger) };
    return createPayment(ctx, createPaymentAttributes.parse(sent));
  },
  withdraw: (ctx, amount) =>
    withdraw(ctx, {
      ...terms,
      amount,
      externalAccountId: bare(main.externalAccountId),
      intendedRepeat: false,
    }),
  refund: async (ctx, amount) => {
    const payment = resource(await server.as(customer).pay({ amount: 501, ...to(main) }));
    return refundPayment(ctx, bare(payment.id), { amount, description: null });
  },
  'refund of all that is left': async (ctx, amount) => {
    const payment = resource(await server.as(customer).pay({ amount: Number(amount), ...to(main) }));
    return refundPayment(ctx, bare(payment.id), { description: null });
  },
  approve: async (ctx, amount) => {
    const agent = resource(await server.post('/agents', { name: 'Buyer', limits: { perTransaction: 1 } }));
    const payment = await server.pay({ amount: Number(amount), ...to(stranger) }, asAgent(agent.id));
    const [approval] = await approvalsOf(server, resource(payment));
    return decideApproval(ctx, bare(approval?.id ?? ''), { verdict: 'approve', reason: null });
  },
};

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const reached = new Error('the verb went on to the engine');

function goOn(): never {
  throw reached;
}

/** What a verb is told of a session of the main party, up to where it would hand over to the engine. */
function sessionOf(db: Queryable, signedInAt: Date | null): WriteContext {
  const [partyId, userId] = [bare(main.partyId), bare(main.userId)];
  const actor = { partyId, userId, agentId: null, signedInAt };
  const config = { freshSignInAbove: 500n, maxInReviewPerAgent: 50 };
  const known = { db, actor, config, clockOffset_ms: 0, askedAt: new Date(), rail: null };
  return new Proxy(known, {
    get: (from, name) => (name in from ? Reflect.get(from, name) : goOn()),
  }) as unknown as WriteContext;
}

describe.each(Object.entries(spendingVerbs))('%s', (_name, verb) => {
  const run = (signedInAt: Date | null, amount: bigint) =>
    withSession(server.connection, (db) => verb(sessionOf(db, signedInAt), amount));

  it('asks a session for a sign-in of the last ten minutes above the amount, and nobody else', async () => {
    for (const signedInAt of [minutesAgo(11), new Date(0)]) {
      await expect(run(signedInAt, 501n)).rejects.toMatchObject({ faults: [{ code: 'sign_in_required' }] });
    }
    await expect(run(minutesAgo(11), 500n)).rejects.toBe(reached);
    await expect(run(minutesAgo(9), 501n)).rejects.toBe(reached);
    await expect(run(null, 501n)).rejects.toBe(reached);
  });
});

it('every verb that spends asks for a fresh sign-in', () => {
  const spending = /kind: '(?:pay|withdraw|refund|decideApproval)'/;
  const verbs = sources('server/src/')
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('server/src/engine/'))
    .filter((path) => spending.test(readFileSync(fromRoot(path), 'utf8')));
  const asking = verbs.filter((path) => /\brequireFreshSignIn\(/.test(readFileSync(fromRoot(path), 'utf8')));
  expect(verbs.length).toBe(4);
  expect(asking).toEqual(verbs);
});
