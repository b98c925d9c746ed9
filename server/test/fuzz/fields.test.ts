import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/app.ts';
import { resources } from '../support/http.ts';
import { get } from '../support/moves.ts';
import type { Operation } from './document.ts';
import { documentFaults } from './draft.ts';
import { fullDrafts } from './good.ts';
import { fieldsOf } from './mutations.ts';
import type { Field, Mutation } from './mutations.ts';
import { errorsOf, pointsAt } from './refusal.ts';
import { isLong, reportOn, seed, testTimeout_ms } from './runs.ts';
import { isRefused, tryAll } from './trial.ts';
import type { Findings } from './trial.ts';
import { makeWorld, operationOf } from './world.ts';
import type { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
reportOn('one value at a time');

/** In a short run so many of the values are tried in each place; in a long one all. */
const few = 5;

async function fieldsIn(operation: Operation): Promise<Field[]> {
  const cursor = await cursorOf(operation);
  const fields = fullDrafts(world, operation).flatMap((draft) => fieldsOf(draft, world.own, cursor));
  const different = new Map(fields.map((field) => [JSON.stringify([field.place, field.good]), field]));
  return [...different.values()];
}

/** A cursor that the list has given, where it has more than a row. */
async function cursorOf({ path, parameters }: Operation): Promise<string | null> {
  if (!parameters.some(({ name }) => name === 'cursor') || path.includes('{')) return null;
  const page = await get(world, `${path}?limit=1`);
  return resources(page).length === 0 ? null : (/"(cur_[^"]+)"/.exec(page.text)?.[1] ?? null);
}

/** What is tried in a place; at least one thing that the document refuses. */
function triedIn(field: Field): Mutation[] {
  const all = field.mutations();
  if (isLong) return all;
  const bounds = { minLength: Math.min(few, all.length), maxLength: few };
  const [some = []] = fc.sample(fc.shuffledSubarray(all, bounds), { seed, numRuns: 1 });
  return [...all.filter(isOutside).slice(0, 1), ...some];
}

function isOutside({ draft }: Mutation): boolean {
  return documentFaults(draft).length > 0;
}

/** The places that no refusal pointed at. */
function unreached(fields: readonly Field[], { outcomes }: Findings): string[] {
  const places = outcomes.flatMap(({ trial: { place }, outcome }) => {
    if (typeof outcome === 'string' || !place) return [];
    const found = errorsOf(outcome).filter(({ code }) => code !== 'invalid_json');
    return found.some((error) => pointsAt(error, place)) ? [JSON.stringify(place)] : [];
  });
  const reached = new Set(places);
  return fields.map(({ place }) => JSON.stringify(place)).filter((place) => !reached.has(place));
}

const kept = { broken: [], changed: [] };

describe.each(endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`))(
  '%s',
  (name) => {
    it(
      'refuses what the document refuses and points at it; takes the rest; changes nothing when it refuses',
      async () => {
        const fields = await fieldsIn(operationOf(world.document, name));
        const tried = fields.flatMap(triedIn);
        const outside = await tryAll(world, tried.filter(isOutside));
        expect(outside).toMatchObject(kept);
        expect(unreached(fields, outside)).toEqual([]);

        const within = await tryAll(
          world,
          tried.filter((mutation) => !isOutside(mutation)),
        );
        expect(within).toMatchObject({ broken: [] });
        // What was refused for what it names, or for the state of things.
        const refused = within.outcomes.filter(({ outcome }) => isRefused(outcome));
        const twice = await tryAll(
          world,
          refused.map(({ trial }) => trial),
        );
        const isSame = twice.outcomes.every(({ outcome }) => isRefused(outcome));
        expect({ broken: twice.broken, changed: isSame ? twice.changed : [] }).toEqual(kept);
      },
      testTimeout_ms,
    );
  },
);
