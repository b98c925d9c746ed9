import type * as Ids from '../../../server/src/lib/id.ts';
import type * as Deposits from '../../../server/src/money/transfers/operator/deposit.ts';
import type * as WriteOffs from '../../../server/src/money/wallets/write-off.ts';
import type * as Returns from '../../../server/src/money/transfers/operator/return-deposit.ts';
import type { HttpResponse } from '../../support/http.ts';
import { register } from '../model/model.ts';
import type { Payment, Transaction } from '../model/types.ts';
import { finishMove } from '../model/wallets.ts';
import { beginAttempt, checkResponse, type PaymentAttempt, sendAndCheck, toTransaction } from '../paying.ts';
import { pickParty } from '../picking.ts';
import { dataOf, outcomeOf, type RequestSpec, type Turn } from '../turn.ts';
import { leasesOf } from '../world/leases.ts';
import { walletOf } from '../world/parties.ts';
import { ask } from './payment-requests.ts';
import type { Run } from '../run.ts';

// No other operation uses this currency, and one turn at a time does, so the model knows each balance exactly.
const currency = 'SEK';
const turns = new WeakMap<Run, ReturnType<typeof leasesOf<{ owed: number }>>>();

/**
 * Draws a deposit for the treasury, spends a part of it, has the bank return it, and lets other money arrive. Each request
 * is sent several times at once and has one effect. What was spent is a debt: nothing leaves until what arrives has
 * settled it, or the operator writes it off (G2).
 * Without a debt, pays a request from the account: the money arrives and leaves at once, or the bank fails the deposit.
 */
export async function drawDeposit(turn: Turn): Promise<void> {
  const lend = turns.get(turn.run) ?? leasesOf([{ owed: 0 }]);
  turns.set(turn.run, lend);
  await lend(async (debt) => {
    const { random } = turn;
    if (debt.owed === 0) await payFromAccount(turn, debt);
    if (random.chance(0.3)) await depositByHand(turn, debt);
    // Cents with which the bank completes: once, reported twice, late, or with its first answer lost.
    const amount = random.between(1, 50) * 100 + random.pick([0, 96, 97, 98]);
    const id = await draw(turn, amount);
    await simulate(turn, id, 'settle');
    arrive(turn, debt, amount);
    const spent = await spend(turn);
    await simulate(turn, id, 'return');
    takeBack(turn, debt, amount);
    await compare(turn, debt.owed);
    if (debt.owed > 0) await payWhileOwing(turn);
    if (debt.owed > 0 && random.chance(0.2)) await writeOff(turn, debt);
    if (spent && random.chance(0.3)) await refund(turn, debt, spent);
    if (random.chance(0.7)) await receive(turn, debt);
  });
}

async function treasuryId({ run: { world } }: Turn): Promise<Ids.Id<'pty'>> {
  const { parseId } = await world.administration.load<typeof Ids>('lib/id.ts');
  const partyId = parseId('pty', world.parties.treasury.id);
  if (!partyId) throw new Error('a party without an id');
  return partyId;
}

/** Has two operators record a deposit at once, and take it back at once after some was spent. Each has one effect. */
async function depositByHand(turn: Turn, debt: { owed: number }): Promise<void> {
  const { administer, load } = turn.run.world.administration;
  const { depositByOperator } = await load<typeof Deposits>('money/transfers/operator/deposit.ts');
  const { returnOperatorDeposit } = await load<typeof Returns>('money/transfers/operator/return-deposit.ts');
  const partyId = await treasuryId(turn);
  const amount = turn.random.between(1, 5_000);
  const known = { partyId, reference: turn.token(), operator: 'hammer' };
  const asked = { ...known, amount: BigInt(amount), currency };
  const why = { code: 'R02', reason: 'Bounced cheque' };
  const twice = async (act: () => Promise<{ isNew: boolean } | string>, what: string): Promise<void> => {
    const results = await Promise.all([act(), act()]);
    const done = results.filter((result) => typeof result !== 'string' && result.isNew).length;
    turn.record(`${what} ${done} of 2`);
    if (done !== 1) turn.fail('G3', `${done} of 2 operators have ${what} one deposit`);
  };
  await twice(() => administer((tx, now) => depositByOperator(tx, { ...asked, now })), 'recorded');
  turn.run.model.deposits += 1;
  arrive(turn, debt, amount);
  await spend(turn);
  await twice(() => administer((tx) => returnOperatorDeposit(tx, { ...known, ...why })), 'taken back');
  takeBack(turn, debt, amount);
  await compare(turn, debt.owed);
}

/** Tries to pay while the treasury owes money: nothing leaves. */
async function payWhileOwing(turn: Turn): Promise<void> {
  const { treasury } = turn.run.world.parties;
  const counterparty = { type: 'party_id', value: pickParty(turn).id };
  const body = { amount: 1, currency, counterparty };
  const spec = { as: treasury.owner, method: 'POST', path: '/payments', body, key: turn.token() } as const;
  const outcome = outcomeOf(await turn.send(spec));
  turn.record(`pay while owing ${outcome}`);
  if (outcome !== '409 amount_owed') turn.fail('G2', `a party that owes money pays: ${outcome}`);
}

/** Has two operators write off what the treasury owes at once: it has one effect. */
async function writeOff(turn: Turn, debt: { owed: number }): Promise<void> {
  const { administer, load } = turn.run.world.administration;
  const { writeOff: writeOffDebt } = await load<typeof WriteOffs>('money/wallets/write-off.ts');
  const partyId = await treasuryId(turn);
  const asked = { partyId, currency, reason: 'hammered', operator: 'hammer' };
  const results = await Promise.all([1, 2].map(() => administer((tx) => writeOffDebt(tx, asked))));
  const amounts = results.flatMap((result) => (result ? [Number(result.amount)] : []));
  turn.record(`wrote off ${amounts.length} of 2`);
  if (amounts.join() !== String(debt.owed)) {
    turn.fail('G2', `${amounts.join(' and ') || 'nothing'} of ${debt.owed} was written off`);
  }
  debt.owed = 0;
  await compare(turn, 0);
}

/** Draws a deposit with a request that is sent three times at once; returns its id. */
async function draw(turn: Turn, amount: number): Promise<string> {
  const { owner, accountId } = turn.run.world.parties.treasury;
  const body = { amount, currency, externalAccountId: accountId };
  const spec = { as: owner, method: 'POST', path: '/transfers/deposit', body, key: turn.token() } as const;
  const replies = await Promise.all([1, 2, 3].map(() => turn.send(spec)));
  turn.record(`draw ${outcomeOf(replies[0] ?? turn.fail('responses', 'no response'))}`);
  const ids = new Set(replies.map((reply) => (dataOf(reply) as { id: string }).id));
  const [id] = ids;
  if (ids.size !== 1 || !id) turn.fail('G3', `one request drew ${ids.size} deposits`);
  turn.run.model.deposits += 1;
  return id;
}

/** Pays a request from the account, by three requests of one key, and has the bank settle the deposit. */
async function payFromAccount(turn: Turn, debt: { owed: number }): Promise<void> {
  const { treasury } = turn.run.world.parties;
  const { id: to, owner, accountId } = treasury;
  const payee = pickParty(turn);
  // Cents with which the bank completes, or fails: it may be faster than the simulation.
  const isPaid = turn.random.chance(0.7);
  const [amount, token] = [turn.random.between(1, 50) * 100 + (isPaid ? 0 : 3), turn.token()];
  const asked = { amount, currency, description: token, payer: { type: 'party_id', value: to } };
  const { id } = await ask(turn, { as: payee.owner, method: 'POST', path: '/payment-requests', body: asked });
  const path = `/payment-requests/${id}/fulfill`;
  const body = { paymentSource: { type: 'external_account', externalAccountId: accountId } };
  const spec = { as: owner, method: 'POST', path, body, key: turn.token(), skipReplay: true } as const;
  const replies = await Promise.all([1, 2, 3].map(() => turn.send(spec)));
  const [reply = turn.fail('responses', 'no response')] = replies;
  const refused = replies.find(({ status }) => status >= 300);
  if (refused) turn.fail('responses', `the treasury, which owes nothing, is refused: ${outcomeOf(refused)}`);
  if (new Set(replies.map((each) => (dataOf(each) as { id: string }).id)).size !== 1)
    turn.fail('G3', 'one request has paid a request more than once');
  const listed = dataOf(await turn.send({ as: owner, path: '/transfers?limit=100' })) as Listed[];
  const drawn = listed.find(
    ({ attributes: { type, currency: of } }) => type === 'deposit' && of === currency,
  );
  if (!drawn) turn.fail('G1', 'a payment waits for no deposit');
  await simulate(turn, drawn.id, isPaid ? 'settle' : 'fail');
  turn.run.model.deposits += 1;
  if (isPaid) arrive(turn, debt, amount);
  const counterparty = { type: 'party_id', value: payee.id };
  const fulfils = { id, token };
  const attempt = beginAttempt(turn, {
    as: owner,
    payee,
    counterparty,
    amount,
    currency,
    fulfils,
    isExclusive: true,
  });
  const transaction = isPaid ? checkResponse(turn, attempt, reply).transaction : unpaid(turn, attempt, reply);
  const { attributes } = await ask(turn, { as: payee.readOnly, path: `/payment-requests/${id}` });
  turn.record(`${isPaid ? 'paid' : 'failed'} from account ${attributes.status}`);
  if (attributes.status !== (isPaid ? 'COMPLETED' : 'OPEN'))
    turn.fail('G1', `a request whose money ${isPaid ? 'arrived' : 'did not arrive'} is ${attributes.status}`);
  // It stays exclusive: a refund by another turn would move the currency that only this operation may move.
  if (transaction) await compare(turn, debt.owed);
}

/** Records a payment whose deposit failed: it has moved nothing, and its payee never sees it. */
function unpaid({ run }: Turn, attempt: PaymentAttempt, reply: HttpResponse): Transaction {
  finishMove(attempt.move, false);
  const shown = dataOf(reply) as { id: string; attributes: { status: string } };
  const payment = { ...toTransaction(run.model, attempt, shown), acceptedOn: null } as Payment;
  payment.status = 'FAILED';
  register(run.model, payment);
  return payment;
}

/** Has the bank report an outcome by three requests at once, of which one has an effect, unless the bank is faster. */
async function simulate(turn: Turn, id: string, outcome: 'settle' | 'fail' | 'return'): Promise<void> {
  const { owner } = turn.run.world.parties.treasury;
  const spec = (): RequestSpec => ({
    as: owner,
    method: 'POST',
    path: `/simulations/transfers/${id}/${outcome}`,
    key: turn.token(),
    skipReplay: true,
  });
  const replies = await Promise.all([1, 2, 3].map(() => turn.send(spec())));
  const done = replies.filter(({ status }) => status === 200).length;
  turn.record(`${outcome} ${done} of 3`);
  if (done > 1) turn.fail('G3', `${done} of 3 reports of one outcome had an effect`);
  const shown = await turn.send({ as: owner, path: `/transfers/${id}` });
  if (shown.status !== 200) turn.fail('G1', 'an accepted deposit cannot be found');
  const { status } = (dataOf(shown) as Transfer).attributes;
  if (status !== { settle: 'COMPLETED', fail: 'FAILED', return: 'RETURNED' }[outcome])
    turn.fail('responses', `after ${done} reports, a deposit is ${status}`);
}

/** Applies money that has arrived to the model. */
function arrive({ run }: Turn, debt: { owed: number }, amount: number): void {
  const recovered = Math.min(debt.owed, amount);
  const wallet = walletOf(run.world.parties.treasury, currency);
  Object.assign(wallet, { available: wallet.available + amount - recovered, exists: true });
  debt.owed -= recovered;
}

/** Applies money that is taken back to the model: what is missing is a debt. */
function takeBack({ run }: Turn, debt: { owed: number }, amount: number): void {
  const wallet = walletOf(run.world.parties.treasury, currency);
  const taken = Math.min(wallet.available, amount);
  wallet.available -= taken;
  debt.owed += amount - taken;
}

/** Pays a part of what the treasury has, or all of it. Returns the payment, null if there was nothing to spend. */
async function spend(turn: Turn): Promise<Transaction | null> {
  const { treasury } = turn.run.world.parties;
  const { available } = walletOf(treasury, currency);
  if (available === 0) return null;
  const payee = pickParty(turn);
  const counterparty = { type: 'party_id', value: payee.id };
  const amount = turn.random.chance(0.5) ? available : turn.random.between(1, available);
  const intent = { as: treasury.owner, payee, counterparty, amount, currency, isExclusive: true };
  return (await sendAndCheck(turn, intent)).transaction;
}

/** Has the payee refund a part of a payment of the treasury, or all of it: what is owed is settled first. */
async function refund(turn: Turn, debt: { owed: number }, spent: Transaction): Promise<void> {
  const { payee } = spent;
  if (!payee) return turn.fail('responses', 'a payment to a party has no payee');
  const amount = turn.random.chance(0.5) ? spent.amount : turn.random.between(1, spent.amount);
  const path = `/payments/${spent.id}/refund`;
  const spec = { as: payee.owner, method: 'POST', path, body: { amount }, key: turn.token() } as const;
  const outcome = outcomeOf(await turn.send(spec));
  turn.record(`refund ${outcome}`);
  if (outcome !== '201') turn.fail('responses', `a refund of what was received is refused: ${outcome}`);
  walletOf(payee, currency).available -= amount;
  spent.refunded += amount;
  if (amount === spent.amount) spent.status = 'RETURNED';
  arrive(turn, debt, amount);
  await compare(turn, debt.owed);
}

/** Lets money arrive from outside. */
async function receive(turn: Turn, debt: { owed: number }): Promise<void> {
  const amount = turn.random.between(1, 6_000);
  const { owner } = turn.run.world.parties.treasury;
  const body = { amount, currency };
  const spec = { as: owner, method: 'POST', path: '/simulations/deposits', body, key: turn.token() } as const;
  const [reply] = await Promise.all([turn.send(spec), turn.send(spec)]);
  turn.record(`receive ${outcomeOf(reply)}`);
  turn.run.model.deposits += 1;
  arrive(turn, debt, amount);
  await compare(turn, debt.owed);
}

type Transfer = { attributes: { status: string } };
type Listed = { id: string; attributes: { type: string; currency: string } };
type Shown = { attributes: { balance: { available: number; receivable: number } } };

/** Compares the treasury's wallet with the model. */
async function compare(turn: Turn, owed: number): Promise<void> {
  const { treasury } = turn.run.world.parties;
  const reply = await turn.send({ as: treasury.owner, path: `/wallets?currency=${currency}` });
  const [shown] = dataOf(reply) as Shown[];
  const { available = 0, receivable = 0 } = shown?.attributes.balance ?? {};
  const expected = walletOf(treasury, currency).available;
  if (available !== expected || receivable !== owed) {
    turn.fail('G2', `${available} available, ${receivable} owed, instead of ${expected} and ${owed}`);
  }
}
