import { newAgent } from '../support/agents.ts';
import { claimTokenOf } from '../support/claims.ts';
import { deposit } from '../support/deposits.ts';
import { attributes, call, resource, type Resource, resources } from '../support/http.ts';
import { advance, approvalsOf, asAgent, withdraw } from '../support/moves.ts';
import { runOn } from './command.ts';
import { pairPayments } from '../../src/authority/counterparties/list.ts';
import { parseId } from '../../src/lib/id.ts';
import { askFor, fulfil } from '../support/payment-requests.ts';
import { completeWatermarks } from '../support/pairing.ts';
import { ruleExamples, ruleNames } from '../support/rules.ts';
import { main, customer, stranger, byId, to, type TestServer } from '../support/server.ts';
import { closeWallet, fundedWallet, moveMoney, newWallet } from '../support/wallets.ts';
import { contactCalls } from '../flows/contact-calls.ts';
import { until, withSession } from '../flows/support.ts';

const month_s = 31 * 86_400;

/** Creates a payment and a withdrawal in every state, with all rows that belong to them. */
export async function createScene(server: TestServer): Promise<void> {
  await oweMoney(server);
  await setLimits(server);
  await letMonthPass(server);
  await sealAuditLog(server, 1);
  await decideAndCancel(server);
  await chargeFees(server);
  await refund(server);
  await claim(server);
  await takeOver(server);
  await leaveUnfinished(server);
  await payUnderRules(server);
  await useWallets(server);
  await drawDeposits(server);
  await answerRequests(server);
  await payFromAccount(server);
  await pairCounterparties(server);
  await sealAuditLog(server, 2);
}

/** Has the audit log sealed up to now, in at least so many blocks. */
async function sealAuditLog(server: TestServer, blocks: number): Promise<void> {
  await until(`the audit log has ${blocks} blocks`, async () => {
    await completeWatermarks(server);
    await advance(server, 1);
    return (await server.sql('SELECT FROM audit_blocks')).length >= blocks;
  });
}

/** Makes payments with a fee: one at once, one that is canceled, and one that stays held; pays a part of them out. */
async function chargeFees(server: TestServer): Promise<void> {
  const setFee = (fixed: string, basisPoints: string) => {
    const terms = ['--fixed', fixed, '--basis-points', basisPoints];
    return runOn(server, 'admin', ['fees', '--kind', 'payment', '--currency', 'USD', ...terms]);
  };
  await setFee('0.10', '50');
  const payTo = (counterparty: object) => server.as(main).pay({ amount: 700, counterparty });
  await payTo(byId(customer));
  const { id } = resource(await payTo({ type: 'email', value: 'canceled-with-fee@example.com' }));
  await server.post(`/payments/${id}/cancel`);
  await payTo({ type: 'email', value: 'held-with-fee@example.com' });
  await setFee('0', '0');
  const payout = ['--amount', '0.05', '--currency', 'USD', '--reference', 'payout 1'];
  await runOn(server, 'admin', ['fees', 'payout', ...payout]);
}

/** Claims a payment to a new address. */
/** Has a party verify an address for which a payment waits. */
async function takeOver(server: TestServer): Promise<void> {
  const counterparty = { type: 'email', value: 'taken@example.com' };
  await server.as(customer).pay({ amount: 3, counterparty });
  await contactCalls(server).verified(counterparty.value, stranger.apiKey);
}

async function claim(server: TestServer): Promise<void> {
  const counterparty = { type: 'email', value: 'claimed@example.com' };
  const payment = resource(await server.as(main).pay({ amount: 700, counterparty }));
  await server.post(`/claims/${await claimTokenOf(server, payment)}/accept`, { name: 'Claimer' });
}

/** Refunds one payment in part and another one in two parts. */
async function refund(server: TestServer): Promise<void> {
  for (const parts of [[300], [300, 400]]) {
    const { id } = resource(await server.as(main).pay({ amount: 700, ...to(customer) }));
    for (const amount of parts) {
      await server.as(customer).post(`/payments/${id}/refund`, { amount });
    }
  }
}

/** Asks for payments that are made, wait for an approval, are approved or denied, and for some that never are. */
async function answerRequests(server: TestServer): Promise<void> {
  await askFor(server);
  await fulfil(server, await askFor(server, { description: 'Ink' }));
  await fulfil(server, await askFor(server));
  for (const verdict of ['approve', 'deny', null]) {
    const request = await askFor(server, { amount: 20_000 });
    const payment = resource(await fulfil(server.as(main.limitedAgentKey), request));
    const [approval] = await approvalsOf(server, payment);
    if (verdict) await server.as(main.approverApiKey).post(`/approvals/${approval?.id}/${verdict}`);
  }
  await server.post(`/payment-requests/${(await askFor(server)).id}/decline`);
  await server.as(customer).post(`/payment-requests/${(await askFor(server)).id}/cancel`);
}

/** Pays requests from an account: one deposit arrives, one fails, and one is under way. */
async function payFromAccount(server: TestServer): Promise<void> {
  const paymentSource = { type: 'external_account', externalAccountId: main.externalAccountId };
  for (const outcome of ['settle', 'fail', null]) {
    await fulfil(server, await askFor(server), { paymentSource });
    const [deposit] = resources(await server.get('/transfers?limit=1'));
    if (outcome) await server.post(`/simulations/transfers/${deposit?.id}/${outcome}`);
  }
}

/** Lets an agent pay under all rules, so that each records what it looks back at: after an approval, and at once. */
async function payUnderRules(server: TestServer): Promise<void> {
  const rules = Object.fromEntries(ruleNames.map((name) => [name, ruleExamples[name].kept]));
  const agent = await newAgent(server, { rules });
  const buy = async () =>
    resource(
      await server
        .as(agent.key)
        .pay({ amount: 700, ...to(customer), description: 'Ink', intendedRepeat: true }),
    );
  const [approval] = await approvalsOf(server, await buy());
  await server.as(main.approverApiKey).post(`/approvals/${approval?.id}/approve`);
  await buy();
}

/** Moves money between wallets, closes one, and has an agent and a payment request name one. */
async function useWallets(server: TestServer): Promise<void> {
  const walletId = await fundedWallet(server, 700);
  await closeWallet(server, await newWallet(server));
  await newAgent(server, { walletIds: [walletId] });
  const payer = { type: 'email', value: 'payer@example.com' };
  await server.post('/payment-requests', { amount: 700, payer, walletId });
}

/** Draws deposits that end in every way, one of them from two wallets. */
async function drawDeposits(server: TestServer): Promise<void> {
  const walletId = await newWallet(server);
  const made = [];
  for (const amount of [500, 600, 700]) made.push(resource(await deposit(server, { amount, walletId })));
  const [returned, failed, settled] = made.map(({ id }) => `/simulations/transfers/${id}`);
  await server.post(`${returned}/settle`);
  await moveMoney(server, walletId, main.walletId, 300);
  await server.post(`${returned}/return`);
  await server.post(`${failed}/fail`);
  await server.post(`${settled}/settle`);
}

/** Has deposits returned that were spent. One debt is settled in part, by what is released and what arrives; one is written off. */
async function oweMoney(server: TestServer): Promise<void> {
  for (const currency of ['NOK', 'SEK']) {
    const drawn = resource(await deposit(server, { amount: 500, currency }));
    await server.post(`/simulations/transfers/${drawn.id}/settle`);
    const counterparty = { type: 'email', value: `unknown-${currency.toLowerCase()}@example.com` };
    const held = resource(await server.pay({ amount: 100, currency, counterparty }));
    await server.pay({ amount: 400, currency, ...to(customer) });
    await server.post(`/simulations/transfers/${drawn.id}/return`);
    await server.post(`/payments/${held.id}/cancel`);
  }
  await server.as(customer).pay({ amount: 200, currency: 'NOK', ...to(main) });
  await runOn(server, 'admin', ['write-off', main.partyId, 'SEK', '--reason', 'scene']);
}

/** Pairs counterparties, as a list does for a party with hundreds of payments. */
async function pairCounterparties(server: TestServer): Promise<void> {
  await completeWatermarks(server);
  const id = parseId('pty', main.partyId);
  if (!id) throw new Error('the sandbox has no party');
  await withSession(server.connection, (session) => pairPayments(session, id, 1));
}

async function setLimits(server: TestServer): Promise<void> {
  const limits = { perDay: 900_000_000, perMonth: 900_000_000 };
  const request = { key: main.apiKey, body: attributes({ limits }) };
  await call(server.baseUrl, 'PUT', '/parties/me/limits', request);
  await server
    .as(main)
    .patch(
      `/agents/${main.limitedAgentId}`,
      { limits: { ...limits, perTransaction: 10_000 } },
      { 'Idempotency-Key': 'limits' },
    );
  const lower = { perDay: 800_000_000, currencies: { EUR: { perDay: 900_000_000 } } };
  await server.patch(`/agents/${main.limitedAgentId}`, { limits: lower }, { 'Idempotency-Key': 'lower' });
  const [given] = resources(await server.as(customer).get('/delegations?direction=given'));
  const agents = [{ agentId: main.agentId, limits: { perDay: 900_000 } }];
  await server.as(customer).patch(`/delegations/${given?.id}`, { agents });
  const payment = { amount: 100, ...to(stranger), customerPartyId: customer.partyId };
  await server.as(main.agentKey).pay(payment);
}

/**
 * Lets a month pass: reviews are canceled, an unclaimed payment is returned, the bank reports its outcomes.
 */
async function letMonthPass(server: TestServer): Promise<void> {
  await payTo(server, { email: 'never@example.com' });
  await inReview(server);
  await withdrawalInReview(server);
  for (const amount of [1_000, 1_003, 1_023]) await withdraw(server, { amount });
  await until('the bank has all withdrawals', async () => {
    const waiting = await server.sql(`SELECT FROM rail_orders WHERE state IN ('waiting', 'unknown')`);
    return waiting.length === 0;
  });
  await advance(server, month_s);
}

async function decideAndCancel(server: TestServer): Promise<void> {
  const approver = server.as(main.approverApiKey);
  for (const make of [inReview, withdrawalInReview]) {
    for (const verdict of ['approve', 'deny']) {
      const [approval] = await approvalsOf(server, await make(server));
      await approver.post(`/approvals/${approval?.id}/${verdict}`);
    }
  }
  await server.post(`/payments/${(await inReview(server)).id}/cancel`);
  await server.post(`/payments/${(await payTo(server, { email: 'gone@example.com' })).id}/cancel`);
  await server.post(`/transfers/${(await withdrawalInReview(server)).id}/cancel`);
}

async function leaveUnfinished(server: TestServer): Promise<void> {
  await payTo(server, { email: 'later@example.com' });
  await payTo(server, { party_id: customer.partyId });
  await payTo(server, { agent_id: stranger.agentId });
  await inReview(server);
  await withdrawalInReview(server);
  await withdraw(server);
  for (const amount of [400, 5_001]) {
    const values = { amount, ...to(stranger), customerPartyId: customer.partyId };
    await server.as(main.agentKey).pay(values);
  }
  await server.post('/payment-requests', {
    amount: 100,
    payer: { type: 'email', value: 'payer@example.com' },
  });
}

async function payTo(server: TestServer, who: Record<string, string>): Promise<Resource> {
  const [[type, value] = ['', '']] = Object.entries(who);
  return resource(await server.as(main).pay({ amount: 300, counterparty: { type, value } }));
}

const inReview = async (server: TestServer) =>
  resource(await server.as(main.limitedAgentKey).pay({ amount: 20_000, ...to(customer) }));

const withdrawalInReview = async (server: TestServer) =>
  resource(await withdraw(server.with(asAgent(main.limitedAgentId)), { amount: 20_001 }));
