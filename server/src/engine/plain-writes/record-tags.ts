import type { Queryable } from '../../db/sql.ts';
import { type Tagged, tagSteps } from '../store/store-tags.ts';
import { runSteps } from './run-steps.ts';

/** Stores the tags of new resources of a plain write once more, in the form by which lists filter. */
export function recordTags(tx: Queryable, resources: readonly Tagged[]): Promise<void> {
  return runSteps(tx, tagSteps(resources));
}

/** The same, for the COMMIT to take along. */
export { tagSteps } from '../store/store-tags.ts';
