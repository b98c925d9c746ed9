/** Returns the name that takes the fewest changes of a letter to become this one; null if there are no names. */
export function nearest(to: string, names: readonly string[]): string | null {
  const wanted = to.toLowerCase().slice(0, 64); // what is longer is near to nothing
  const ranked = names.map((name) => ({ name, changes: changesBetween(wanted, name.toLowerCase()) }));
  return ranked.toSorted((a, b) => a.changes - b.changes)[0]?.name ?? null;
}

/** Returns how many letters to insert, remove or replace (Levenshtein). */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [line, letter] of Array.from(a).entries()) {
    const next = [line + 1];
    for (const [at, other] of Array.from(b).entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
