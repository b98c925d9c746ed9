import { randomUUID } from 'node:crypto';
import { addToLists, type Model } from './model/model.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { signUpPaid } from './operations/sign-up.ts';
import { endReview } from './operations/decide.ts';
import { compareTagged } from './operations/tags.ts';
import { compareEvents } from './compare-events.ts';
import { compareAll } from './compare-stored.ts';
import { killedIn, killOnce } from './kills.ts';
import { sendAndCheck } from './paying.ts';
import { pickParty } from './picking.ts';
import type { Run } from './run.ts';
import { beginTurn, dataOf } from './turn.ts';
import { walletOf } from './world/parties.ts';

/** How far a checkpoint advances the clock, and the statuses that have expired by then. */
type Step = { days: number; expires: readonly string[] };

// Reviews expire after 7 days and claims after 30, so they expire at a checkpoint and never while clients run.
const nextDay: Step = { days: 1, expires: [] };
const steps: readonly Step[] = [
  nextDay,
  { days: 31, expires: ['IN_REVIEW', 'PENDING_CLAIM'] },
  { days: 8, expires: ['IN_REVIEW'] },
  nextDay,
];
const bank_s = 60; // longer than the bank takes, and longer than Purser waits after a lost response
const day_s = 86_400;

/** Advances the clock to the first minutes of a day. */
export async function startDay(run: Run): Promise<void> {
  const now = await advance(run, 1);
  await advance(run, untilMidnight(now) + 60);
}

/** Compares everything with the model, advances the clock, and compares again. All clients must have stopped. */
export async function runCheckpoint(run: Run, code: string): Promise<void> {
  const { operations } = run;
  await run.world.receiver.whileCalm(() => compareAndAdvance(run, code));
  run.operations = operations; // what a checkpoint reads is no load
}

async function compareAndAdvance(run: Run, code: string): Promise<void> {
  const { model } = run;
  await advance(run, bank_s);
  await advance(run, bank_s);
  await compareAll(run, code);
  await compareTagged(beginTurn(run, -1, model.round, 'compareTagged'));
  const step = steps[model.round % steps.length] ?? nextDay;
  const before = await advance(run, 1);
  const seconds = untilMidnight(before) + 60 + (step.days - 1) * day_s;
  const isOver = step.expires.includes('PENDING_CLAIM');
  const now = await (isOver ? advanceWhileClaiming(run, code, seconds) : advance(run, seconds));
  expire(model, step.expires);
  await payAtNewTime(run, now);
  if (step.expires.length > 0) await compareAll(run, code);
  await compareEvents(run);
  model.round += 1;
  // Purser keeps stored responses for two days.
  model.completedWrites =
    step.days > 1 ? [] : model.completedWrites.filter(({ round }) => round === model.round - 1);
}

/**
 * Advances the clock beyond the expiry of a payment while somebody claims it, who came first: it is not sent back. With
 * kills, a server that may be sending it back or moving it is killed meanwhile.
 */
async function advanceWhileClaiming(run: Run, code: string, seconds: number): Promise<Date> {
  const turn = beginTurn(run, -4, run.model.round, 'claimAtExpiry');
  const advanced = Promise.withResolvers<Date>();
  await signUpPaid(turn, 1, async () => {
    advance(run, seconds).then(advanced.resolve, advanced.reject);
    await Promise.race([advanced.promise, untilExpiryWaits(run)]);
    if (killedIn(run) === 'server') await killOnce(run, code);
  });
  return advanced.promise;
}

const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
  AND application_name = 'purser' AND wait_event_type = 'Lock' AND query LIKE '%JOIN claims c%'`;
const longest_ms = 30_000; // what fell due earlier goes first

/** Waits until a server waits for the claim of an address. */
async function untilExpiryWaits({ world }: Run): Promise<void> {
  for (const until_ms = Date.now() + longest_ms; Date.now() < until_ms;) {
    if ((await world.administration.query(waiting)).length > 0) return;
    await pause(5);
  }
}

/**
 * Pays on every server with a key that all have cached: the payment is of the day that the clock shows, also on a
 * server that has not seen the clock since another one advanced it.
 */
async function payAtNewTime(run: Run, now: Date): Promise<void> {
  const { httpClients, parties } = run.world;
  const turn = beginTurn(run, -2, run.model.round, 'payAtNewTime');
  const payee = pickParty(turn);
  const counterparty = { type: 'party_id', value: payee.id };
  const intent = { as: parties.treasury.owner, payee, counterparty, amount: 1, skipReplay: true };
  for (const server of httpClients.keys()) {
    const { response } = await sendAndCheck(turn, { ...intent, server });
    const { createdAt } = (dataOf(response) as { attributes: { createdAt: string } }).attributes;
    if (!now.toISOString().startsWith(createdAt.slice(0, 10)))
      turn.fail('G6', `a payment counts on ${createdAt}, but the clock showed ${now.toISOString()} before`);
  }
}

/** Applies the expiry of reviews and claims to the model. */
function expire(model: Model, expires: readonly string[]): void {
  if (expires.length === 0) return;
  for (const transaction of model.transactions.values()) {
    if (!expires.includes(transaction.status)) continue;
    if (transaction.status === 'IN_REVIEW') endReview(transaction, 'CANCELED');
    else if (transaction.type === 'payment') {
      const wallet = walletOf(transaction.payer, transaction.currency);
      wallet.available += transaction.amount;
      wallet.held -= transaction.amount;
      transaction.status = 'RETURNED';
    }
  }
  model.inReview = [];
  model.pendingClaims = [];
  model.processing = [];
  for (const transaction of model.transactions.values()) addToLists(model, transaction);
}

function untilMidnight(now: Date): number {
  return day_s - (Math.floor(now.getTime() / 1000) % day_s);
}

/** Advances the clock, which executes whatever falls due, and updates the model's day and month. */
async function advance({ world, model, operations }: Run, seconds: number): Promise<Date> {
  const [http] = world.httpClients;
  if (!http) throw new Error('no server is running');
  const response = await http.send(
    {
      method: 'POST',
      path: '/simulations/clock/advance',
      key: world.parties.treasury.owner.key,
      headers: { 'Idempotency-Key': `clock ${operations} ${randomUUID()}` },
      body: { data: { attributes: { seconds } } },
    },
    120_000,
  );
  if (response.status !== 200) throw new Error(`could not advance the clock: ${response.text}`);
  const now = new Date((dataOf(response) as { attributes: { now: string } }).attributes.now);
  const day = now.toISOString().slice(0, 10);
  const month = day.slice(0, 7);
  model.today = { day, month };
  for (const counts of [model.spent, model.approved]) {
    for (const key of counts.keys())
      if (!key.endsWith(` ${day}`) && !key.endsWith(` ${month}`)) counts.delete(key);
  }
  return now;
}
