/** Array literals for parameters. pg's own way escapes every element; ids and numbers need none of it. */
export function plainArray(values: ReadonlyArray<string | bigint | number | null>): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

const escaped = /["\\]/g;

/** An array literal of free text. */
export function textArray(values: ReadonlyArray<string | null>): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(escaped, '\\$&')}"`)).join(',')}}`;
}

/** An array literal of times, in UTC. */
export function timeArray(values: ReadonlyArray<Date | null>): string {
  return plainArray(values.map((value) => value && value.toISOString()));
}

/** An array literal of byte strings, given in hex. */
export function bytesArray(values: readonly string[]): string {
  return `{${values.map((value) => `"\\\\x${value}"`).join(',')}}`;
}
