/**
 * Returns the faults of a JSON text that no schema can express, but that the document's introduction states.
 */
export function readingFaults(text: string): string[] {
  const outside = text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '""'); // outside of all strings
  const { names, depth, isReserved } = measured(JSON.parse(text));
  const isFraction = /[0-9](\.[0-9]|[eE])/.test(outside);
  return [
    ...(outside.split(':').length - 1 > names ? ['a name is repeated'] : []),
    ...(isReserved ? ['a name is reserved'] : []),
    ...(depth > 32 ? ['it is nested too deeply'] : []),
    ...(outside.split(',').length > 2_000 ? ['it has too many values'] : []),
    ...(isFraction ? ['a number is not written as an integer'] : []),
  ];
}

function measured(value: unknown): { names: number; depth: number; isReserved: boolean } {
  if (typeof value !== 'object' || value === null) return { names: 0, depth: 0, isReserved: false };
  const own = Array.isArray(value) ? [] : Object.keys(value);
  const inner = Object.values(value).map(measured);
  return {
    names: inner.reduce((sum, { names }) => sum + names, own.length),
    depth: 1 + inner.reduce((most, { depth }) => Math.max(most, depth), 0),
    isReserved: own.includes('__proto__') || inner.some(({ isReserved }) => isReserved),
  };
}
