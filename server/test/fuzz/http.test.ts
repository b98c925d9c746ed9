import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from './digest.ts';
import type { Operation } from './document.ts';
import { type Draft, renewed } from './draft.ts';
import { fullDrafts } from './good.ts';
import { messageFor, type Oddity, wireBytes } from './message.ts';
import { ofBodies, ofNoBody } from './oddities-body.ts';
import { ofHeads } from './oddities-head.ts';
import { errorsOf, refusalFaults } from './refusal.ts';
import { count, inTurns, isLong, reportOn, seed, testTimeout_ms, timeout_ms } from './runs.ts';
import { exchange, type Outcome } from './wire.ts';
import { makeWorld, settle, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
reportOn('odd messages');

/** The number of operations per oddity in a short run; a long run tries all. */
const sampleSize = 4;

function draftsFor(isMeant: (operation: Operation) => boolean, salt: number): Draft[] {
  const all = world.document.operations.filter((operation) => !operation.isByToken && isMeant(operation));
  const bounds = { minLength: Math.min(sampleSize, all.length), maxLength: sampleSize };
  const [some = []] = fc.sample(fc.shuffledSubarray(all, bounds), { seed: seed + salt, numRuns: 1 });
  return (isLong ? all : some).flatMap((operation) => fullDrafts(world, operation).slice(0, 1));
}

async function send(draft: Draft, { change, isCut }: Oddity): Promise<Outcome> {
  const good = messageFor(renewed(draft));
  const message = { ...good, ...change(good) };
  const isHead = message.method === 'HEAD';
  const end = isCut ? { end_ms: 200 } : {};
  return count(await exchange(world.baseUrl, { bytes: wireBytes(message), isHead, timeout_ms, ...end }));
}

function faultsOf({ refused, isCut }: Oddity, outcome: Outcome, { operation }: Draft): string[] {
  if (outcome === 'closed' && isCut) return [];
  if (typeof outcome === 'string') return [`no response: ${outcome}`];
  if (outcome.status < 400) return refused.length === 0 ? [] : [`accepted: ${outcome.status}`];
  const isExpected = refused.length === 0 || refused.includes(outcome.status);
  return [
    ...(isExpected ? [] : [`${outcome.status} ${errorsOf(outcome)[0]?.code}`]),
    ...(outcome.text === '' ? [] : refusalFaults(world.document, outcome, operation)),
  ];
}

describe.each([
  ['the head of a message', ofHeads, () => true],
  ['a body', ofBodies, ({ body }: Operation) => body !== null],
  ['a body where none belongs', ofNoBody, ({ body }: Operation) => body === null],
] as const)('oddities of %s', (_name, oddities, isMeant) => {
  it(
    'are refused with well-formed errors and change nothing, or are harmless',
    async () => {
      await settle(world);
      const before = await digestOf(world);
      const faults: string[] = [];
      const tried = oddities.filter(({ refused }) => refused.length > 0);
      const check = async (all: readonly Oddity[]): Promise<void> => {
        const cases = all.flatMap((oddity, index) =>
          draftsFor(isMeant, index).map((draft) => ({ oddity, draft })),
        );
        await inTurns(cases, async ({ oddity, draft }) => {
          const outcome = await send(draft, oddity);
          const found = faultsOf(oddity, outcome, draft);
          faults.push(...found.map((fault) => `${draft.operation.id}, ${oddity.what}: ${fault}`));
        });
      };
      await check(tried);
      expect(faults).toEqual([]);
      expect(await digestOf(world)).toEqual(before);
      await check(oddities.filter(({ refused }) => refused.length === 0));
      expect(faults).toEqual([]);
    },
    testTimeout_ms,
  );
});
