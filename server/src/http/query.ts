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
