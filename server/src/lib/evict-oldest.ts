export function evictOldest(known: Set<string> | Map<string, unknown>, most: number): void {
  for (const key of known.keys()) {
    if (known.size <= most) return;
    known.delete(key);
  }
}
