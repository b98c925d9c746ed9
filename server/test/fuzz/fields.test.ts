import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/start/app.ts';
import { resources } from '../support/http.ts';
import { clockNow } from '../support/moves.ts';
import { isThorough } from '../support/thorough.ts';
import { documentFaults } from './draft.ts';
import { fullDrafts, tokenFor } from './good.ts';
import { type Field, fieldsOf, type Mutation } from './mutations.ts';
import { errorsOf, pointsAt } from './refusal.ts';
import { isLong, reportOn, seed, testTimeout_ms } from './runs.ts';
import { type Findings, isRefused, judgeAll, tryAll } from './trial.ts';
import { findOperation, type Operation } from './document.ts';
import { makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
reportOn('one value at a time');

/** The number of values tried per place; a long run tries all. */
const sampleSize = isThorough ? 5 : 1;

async function fieldsIn(operation: Operation): Promise<Field[]> {
  const cursor = await cursorOf(operation);
  const ids = { ...tokenFor(operation, world), ...world.own };
  const fields = fullDrafts(world, operation).flatMap((draft) => fieldsOf(draft, ids, cursor));
  const different = new Map(fields.map((field) => [JSON.stringify([field.place, field.good]), field]));
  return [...different.values()];
}

/** Returns a cursor of the list, if it has more than one row. */
async function cursorOf({ path, parameters }: Operation): Promise<string | null> {
  if (!parameters.some(({ name }) => name === 'cursor') || path.includes('{')) return null;
  const page = await world.get(`${path}?limit=1`);
  return resources(page).length === 0 ? null : (/"(cur_[^"]+)"/.exec(page.text)?.[1] ?? null);
}

/** Returns the values to try in a place. The document refuses at least one of them. */
function mutationsToTry(field: Field): Mutation[] {
  const all = field.mutations();
  if (isLong) return all;
  const bounds = { minLength: Math.min(sampleSize, all.length), maxLength: sampleSize };
  const [some = []] = fc.sample(fc.shuffledSubarray(all, bounds), { seed, numRuns: 1 });
  return [...all.filter(isOutside).slice(0, 1), ...some];
}

const isOutside = ({ draft }: Mutation): boolean => documentFaults(draft).length > 0;

/** Returns the places that no error pointed at. */
function unreached(fields: readonly Field[], { outcomes }: Findings): string[] {
  const places = outcomes.flatMap(({ trial: { place }, outcome }) => {
    if (typeof outcome === 'string' || !place) return [];
    const found = errorsOf(outcome).filter(({ code }) => code !== 'invalid_json');
    return found.some((error) => pointsAt(error, place)) ? [JSON.stringify(place)] : [];
  });
  const reached = new Set(places);
  return fields.map(({ place }) => JSON.stringify(place)).filter((place) => !reached.has(place));
}

const intact = { broken: [], changed: [] };

describe.each(endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`))(
  '%s',
  (name) => {
    it(
      'refuses invalid values and points at them, accepts the others, and changes nothing when it refuses',
      async () => {
        const fields = await fieldsIn(findOperation(world.document, name));
        const tried = fields.flatMap(mutationsToTry);
        const outside = await tryAll(world, tried.filter(isOutside));
        expect(outside).toMatchObject(intact);
        const refusable = fields.filter((field) => field.mutations().some(isOutside)); // a token may be any text
        expect(unreached(refusable, outside)).toEqual([]);

        const within = await judgeAll(
          world,
          tried.filter((mutation) => !isOutside(mutation)),
          (await clockNow(world)).getTime(),
        );
        expect(within).toMatchObject({ broken: [] });
        // Requests refused for the resource they name or for its state.
        const refused = within.outcomes.filter(({ outcome }) => isRefused(outcome));
        const twice = await tryAll(
          world,
          refused.map(({ trial }) => trial),
        );
        const isSame = twice.outcomes.every(({ outcome }) => isRefused(outcome));
        expect({ broken: twice.broken, changed: isSame ? twice.changed : [] }).toEqual(intact);
      },
      testTimeout_ms,
    );
  },
);
