import { randomUUID } from 'node:crypto';
import { enlist } from './model/model.ts';
import type { Model } from './model/model.ts';
import { endReview } from './operations/decide.ts';
import { compareAll } from './rest.ts';
import type { Run } from './run.ts';
import { dataOf } from './turn.ts';
import { walletOf } from './world/people.ts';

/** How far the clock moves at rest, and what has waited too long by then. */
type Step = { days: number; ends: readonly string[] };

// Whatever waits comes to its end at such a step, and never in the middle of a round: that takes 7 and 30 days.
const nextDay: Step = { days: 1, ends: [] };
const steps: readonly Step[] = [
  nextDay,
  { days: 8, ends: ['IN_REVIEW'] },
  { days: 31, ends: ['IN_REVIEW', 'PENDING_CLAIM'] },
  nextDay,
];
const bank_s = 60; // more than the bank takes, and than it waits where an answer was lost
const day_s = 86_400;

/** The beginning of a run: the first minutes of a day. */
export async function beginDay(run: Run): Promise<void> {
  const now = await advance(run, 1);
  await advance(run, untilMidnight(now) + 60);
}

/**
 * A break: all have ended what they began. Everything is compared, then time passes, and everything is compared again.
 */
export async function takeBreak(run: Run, code: string): Promise<void> {
  const { model } = run;
  await advance(run, bank_s);
  await advance(run, bank_s);
  await compareAll(run, code);
  const step = steps[model.round % steps.length] ?? nextDay;
  const now = await advance(run, 1);
  await advance(run, untilMidnight(now) + 60 + (step.days - 1) * day_s);
  expire(model, step.ends);
  if (step.ends.length > 0) await compareAll(run, code);
  model.round += 1;
  // Answers are kept for two days.
  model.answered = step.days > 1 ? [] : model.answered.filter(({ round }) => round === model.round - 1);
}

/** What nobody decided on or claimed in time. */
function expire(model: Model, ends: readonly string[]): void {
  if (ends.length === 0) return;
  for (const thing of model.things.values()) {
    if (!ends.includes(thing.status)) continue;
    if (thing.status === 'IN_REVIEW') endReview(thing, 'CANCELED');
    else if (thing.type === 'payment') {
      const wallet = walletOf(thing.payer, thing.currency);
      wallet.available += thing.amount;
      wallet.held -= thing.amount;
      thing.status = 'RETURNED';
    }
  }
  model.reviews = [];
  model.claims = [];
  model.underWay = [];
  for (const thing of model.things.values()) enlist(model, thing);
}

function untilMidnight(now: Date): number {
  return day_s - (Math.floor(now.getTime() / 1000) % day_s);
}

/** Moves the clock, waits for what falls due, and takes over the day. */
async function advance({ world, model, operations }: Run, seconds: number): Promise<Date> {
  const [http] = world.https;
  if (!http) throw new Error('there is no server');
  const response = await http.send(
    {
      method: 'POST',
      path: '/simulations/clock/advance',
      key: world.cast.treasury.owner.key,
      headers: { 'Idempotency-Key': `clock ${operations} ${randomUUID()}` },
      body: { data: { attributes: { seconds } } },
    },
    120_000,
  );
  if (response.status !== 200) throw new Error(`the clock was not moved: ${response.text}`);
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
