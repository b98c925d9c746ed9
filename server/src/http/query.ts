import type { z } from 'zod';
import type { ErrorSource, Fault } from '../errors.ts';
import { faultsOf } from './faults.ts';

const bracketed = /^([a-z]+)\[(.*)\]$/su;

/**
 * Returns the query parameters with those of the form `tag[order]=1001` read as members of an object, `tag`. A name that
 * is also sent without brackets keeps both values, in a list, which no schema accepts.
 */
export function readBrackets(sent: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(sent);
  if (!entries.some(([name]) => bracketed.test(name))) return sent;
  const read = new Map<string, unknown>();
  const objects = new Map<string, Array<[string, unknown]>>();
  for (const [name, value] of entries) {
    const [, outer, inner = ''] = bracketed.exec(name) ?? [];
    if (outer === undefined) read.set(name, value);
    else objects.set(outer, [...(objects.get(outer) ?? []), [inner, value]]);
  }
  for (const [outer, members] of objects) {
    const value: unknown = Object.fromEntries(members);
    read.set(outer, read.has(outer) ? [read.get(outer), value] : value);
  }
  return Object.fromEntries(read);
}

const shownName = /^[\w[\]]{1,64}$/;

/**
 * Returns the fault of a query that is not percent-encoded UTF-8; null if it is. The web framework would read such a
 * value as another text than was sent.
 */
export function queryFault(url: string): Fault | null {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return null;
  const found = url
    .slice(start + 1)
    .split('&')
    .find((each) => !isDecodable(each));
  if (found === undefined) return null;
  const [name = ''] = found.split('=');
  const fault: Fault = { code: 'invalid_value', detail: 'The query must be percent-encoded UTF-8.' };
  return shownName.test(name) ? { ...fault, source: { parameter: name } } : fault;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the parameter that a path leads to: `tag[order]` for a member of an object. */
function parameterOf([name, member]: readonly PropertyKey[]): ErrorSource {
  return { parameter: typeof member === 'string' ? `${String(name)}[${member}]` : String(name) };
}

/** Returns the parameters of a path or a query as their schema reads them, and adds their faults to `faults`. */
export function readParameters(schema: z.ZodType | null, sent: unknown, faults: Fault[]): unknown {
  if (!schema) return {};
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  faults.push(...faultsOf(parsed.error, sent, parameterOf));
  return undefined;
}
