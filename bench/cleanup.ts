const open = new Set<() => Promise<void>>();

/** Has something ended when the program ends, or before it by calling what this returns. It is ended once. */
export function atEnd(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | null = null;
  const endOnce = (): Promise<void> => {
    ended ??= end().finally(() => open.delete(endOnce));
    return ended;
  };
  open.add(endOnce);
  return endOnce;
}

/** Ends whatever is open still, newest first. */
export async function endAll(): Promise<void> {
  for (const end of [...open].toReversed()) {
    await end().catch((error: unknown) => process.stderr.write(`while ending: ${String(error)}\n`));
  }
}
