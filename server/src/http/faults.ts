import type { z } from 'zod';
import type { ErrorSource, Fault } from '../errors.ts';

type Path = readonly PropertyKey[];

/** The maximum number of faults in a response: a list with the same fault in every entry would fill it. */
export const maxFaults = 100;

/**
 * Returns the faults that a schema found, each with its source; of unknown names in one place `maxFaults` at most. The
 * source of an unknown name is the name itself. The details say what is expected, and never repeat what was sent.
 * `changedElsewhere` says of attributes that this does not take who changes them.
 */
export function faultsOf(
  error: z.ZodError,
  value: unknown,
  sourceOf: (path: Path) => ErrorSource,
  changedElsewhere: Readonly<Record<string, string>> = {},
): Fault[] {
  const told = new Map(Object.entries(changedElsewhere)); // a name that clients choose is no key of an object

  return error.issues.flatMap((issue): Fault[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, maxFaults).map((key) => ({
        code: 'invalid_value',
        detail: (issue.path.length === 2 && told.get(key)) || 'This name is not known here.',
        source: sourceOf([...issue.path, key]),
      }));
    }
    const missing = valueAt(value, issue.path) === undefined;
    const about = issue.code === 'invalid_key' ? issue.path.slice(0, -1) : issue.path; // never repeat a wrong name
    const name = nameOf(about);
    const detail = `\`${name}\` ${missing ? 'is required' : issue.message}.`;
    return [{ code: 'invalid_value', detail, source: sourceOf(issue.path) }];
  });
}

/** Returns what a detail calls a place: its path from the attributes on, as `amounts/0`. */
function nameOf(path: Path): string {
  const within = path[0] === 'data' ? path.slice(path[1] === 'attributes' ? 2 : 1) : path;
  return (within.length > 0 ? within : path).map(String).join('/') || 'body';
}

/** Returns a path as a JSON pointer (RFC 6901). */
export function jsonPointer(path: Path): ErrorSource {
  return {
    pointer: path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  };
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[part] : undefined,
    value,
  );
}
