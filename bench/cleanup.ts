const open = new Set<() => Promise<void>>();

/** Registers a cleanup to run when the program ends. The returned function runs it earlier. It runs only once. */
export function addCleanup(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | null = null;
  const cleanUpOnce = (): Promise<void> => {
    ended ??= end().finally(() => open.delete(cleanUpOnce));
    return ended;
  };
  open.add(cleanUpOnce);
  return cleanUpOnce;
}

/** Runs all cleanups that have not run yet, newest first. */
export async function runCleanups(): Promise<void> {
  for (const end of [...open].toReversed()) {
    await end().catch((error: unknown) => process.stderr.write(`cleanup failed: ${String(error)}\n`));
  }
}
