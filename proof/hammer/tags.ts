import { isDeepStrictEqual } from 'node:util';
import type { HttpResponse } from '../support/http.ts';
import type { Tags } from './model/types.ts';
import type { Random } from './random.ts';
import { dataOf, type Turn } from './turn.ts';

const names = ['order', 'project', 'team'];
const values = ['a', 'b', 'c', 'd'];

/** Tags that no write has: with them a request is another one. */
export const otherTags: Tags = { order: 'other' };

/** Draws a tag by which lists are filtered. */
export function drawTag(random: Random): { name: string; value: string } {
  return { name: random.pick(names), value: random.pick(values) };
}

/** Draws the tags of a write: most writes have none. */
export function drawTags(random: Random): Tags {
  if (random.chance(0.7)) return {};
  return Object.fromEntries(
    names.filter(() => random.chance(0.5)).map((name) => [name, random.pick(values)]),
  );
}

/** Returns the tags as an attribute of a body. Without tags it is left out. */
export function tagsIn(tags: Tags): { tags?: Tags } {
  return Object.keys(tags).length > 0 ? { tags } : {};
}

type Tagged = { attributes: { tags?: Tags } };

/** Checks that a resource, or each of a list, shows exactly these tags. */
export function checkTags(turn: Turn, response: HttpResponse, tags: Tags): void {
  for (const { attributes } of [dataOf(response) as Tagged | Tagged[]].flat()) {
    if (!isDeepStrictEqual(attributes.tags, tags))
      turn.fail('responses', `tags are ${JSON.stringify(attributes.tags)}, not ${JSON.stringify(tags)}`);
  }
}

/** Checks that changes to the tags of an agent, which others may change too, took effect. */
export function checkTagChanges(
  turn: Turn,
  response: HttpResponse,
  changes: Readonly<Record<string, string | null>>,
): void {
  const { tags } = (dataOf(response) as Tagged).attributes;
  for (const [name, value] of Object.entries(changes)) {
    if ((tags?.[name] ?? null) !== value)
      turn.fail('responses', `the tag ${name} was set to ${value}, but is ${tags?.[name] ?? null}`);
  }
}
