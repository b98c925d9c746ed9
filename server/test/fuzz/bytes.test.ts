import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Damage, damaged, damages } from './bytes.ts';
import { digestOf } from './digest.ts';
import { bytesOf, type Draft, messageOf, rawJson, renewed } from './draft.ts';
import { fullDrafts } from './good.ts';
import { brokenPromises } from './judge.ts';
import { errorsOf, refusalFaults } from './refusal.ts';
import { count, inTurns, isLong, reportOn, runs, seed, testTimeout_ms, timeout_ms } from './runs.ts';
import { exchange, type Outcome } from './wire.ts';
import { makeWorld, settle, type World } from './world.ts';

let world: World;
let drafts: Draft[];
beforeAll(async () => {
  world = await makeWorld();
  // The clock endpoint is left out: a damaged number could move it far ahead, which other tests cover.
  const operations = world.document.operations.filter(({ id }) => id !== 'simulateAdvanceClock');
  drafts = operations.flatMap((operation) => fullDrafts(world, operation));
});
afterAll(() => world.close());
reportOn('damaged bytes');

// In a long run, as long as the slowest response may take.
const end_ms = isLong ? 300 : 100;
const lanes = 20; // most of them wait

/** A draft to damage and one to splice into it, by their indexes, and the damage. */
type Case = readonly [draft: number, other: number, damages: Damage[]];
const batches = fc.array(fc.tuple(fc.nat(), fc.nat(), damages), { minLength: 1, maxLength: 20, size: 'max' });

function draftAt(all: readonly Draft[], index: number): Draft {
  const found = all[index % all.length];
  if (!found) throw new Error('there are no requests');
  return found;
}

/** Sends a batch; if no request was accepted, the database must be unchanged. */
async function check(
  batch: readonly Case[],
  send: (each: Case) => Promise<[Outcome, string[]]>,
): Promise<void> {
  await settle(world);
  const before = await digestOf(world);
  const broken: string[] = [];
  let isAccepted = false;
  await inTurns(
    batch,
    async (each) => {
      const [outcome, reasons] = await send(each);
      count(outcome);
      broken.push(...reasons);
      // A request whose response is incomplete may have been executed.
      isAccepted ||= typeof outcome === 'string' || outcome.status < 400;
    },
    lanes,
  );
  expect(broken).toEqual([]);
  const after = await digestOf(world);
  expect(isAccepted ? before : after).toEqual(before);
}

/** Checks many batches; rejects with the smallest one that breaks a promise. */
function checkMany(send: (each: Case) => Promise<[Outcome, string[]]>): Promise<void> {
  const promise = fc.asyncProperty(batches, (batch) => check(batch, send));
  return fc.assert(promise, { numRuns: runs, seed });
}

it(
  'a damaged body is refused, or accepted for its new content',
  async () => {
    const withBody = drafts.filter(({ body }) => body !== undefined);
    const checked = checkMany(async ([index, other, all]) => {
      const draft = renewed(draftAt(withBody, index));
      const [mine, others] = [draft, draftAt(withBody, other)].map(({ body }) => JSON.stringify(body));
      const body = damaged(Buffer.from(mine ?? ''), Buffer.from(others ?? ''), all);
      const outcome = await exchange(world.baseUrl, { bytes: messageOf(draft, body), timeout_ms });
      return [outcome, bodyFaults(draft, body, outcome)];
    });
    await expect(checked).resolves.toBeUndefined();
  },
  testTimeout_ms,
);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function bodyFaults(draft: Draft, body: Buffer, outcome: Outcome): string[] {
  try {
    const text = utf8.decode(body);
    return brokenPromises(world.document, { draft: { ...draft, body: rawJson(text) } }, outcome, Date.now());
  } catch {
    if (typeof outcome === 'string') return [`no response: ${outcome}`];
    const [error] = errorsOf(outcome);
    const faults = refusalFaults(world.document, outcome, draft.operation);
    return error?.code === 'invalid_json' ? faults : [`${outcome.status} to what is not UTF-8`, ...faults];
  }
}

it(
  'a damaged message gets a well-formed response or a closed connection',
  async () => {
    const checked = checkMany(async ([index, other, all]) => {
      const [mine, others] = [draftAt(drafts, index), draftAt(drafts, other)].map(renewed).map(bytesOf);
      const bytes = damaged(mine ?? Buffer.alloc(0), others ?? Buffer.alloc(0), all);
      const isHead = bytes.toString('latin1', 0, 5) === 'HEAD ';
      const outcome = await exchange(world.baseUrl, { bytes, isHead, timeout_ms, end_ms });
      return [outcome, messageFaults(outcome).map((fault) => `${fault}: ${bytes.toString('latin1')}`)];
    });
    await expect(checked).resolves.toBeUndefined();
  },
  testTimeout_ms,
);

/** The endpoint of a damaged message is unknown; the connection may close before the request is complete. */
function messageFaults(outcome: Outcome): string[] {
  if (outcome === 'closed') return [];
  if (outcome === 'silent') return ['neither response nor close'];
  // A damaged path may lead to a page, such as that of an invitation, which refuses by a page.
  const isPage = outcome.headers.get('content-type')?.startsWith('text/html') === true;
  if (isPage) return outcome.status < 500 ? [] : [`a page with status ${outcome.status}`];
  return outcome.status < 400 ? [] : refusalFaults(world.document, outcome, null);
}
