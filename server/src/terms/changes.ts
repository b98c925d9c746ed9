import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../engine/model/journal.ts';

/** What of a resource may change, as a response shows it. */
type Terms = Readonly<Record<string, unknown>>;

// What is compared by its parts; everything else, such as one rule, is compared and replaced as a whole.
const parted =
  /(?:^|\.)(?:limits(?:\.currencies(?:\.[A-Z]{3})?)?|rules|agentDefaults|approvalPolicy|agents(?:\.agt_\w+)?)$/;

/** Returns what a change changed, from what to what, for the audit log. What is absent counts as null. */
export function changesBetween(before: Terms, after: Terms): Change[] {
  return differences(before, after, '');
}

function differences(before: Terms, after: Terms, place: string): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): Change[] => {
    const path = `${place}${name}`;
    const [from, to] = [before[name] ?? null, after[name] ?? null];
    if (isDeepStrictEqual(from, to)) return [];
    if (parted.test(path)) return differences(partsOf(from), partsOf(to), `${path}.`);
    return [{ path, from, to }];
  });
}

function partsOf(value: unknown): Terms {
  return (value ?? {}) as Terms;
}
