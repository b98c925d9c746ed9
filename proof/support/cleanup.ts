const cleanups: Array<() => Promise<unknown>> = [];

/** Registers work to run when the proof ends, also on Ctrl-C. Programs need none: they are killed anyway. */
export function addCleanup(work: () => Promise<unknown>): void {
  cleanups.push(work);
}

/** Runs all registered cleanups, last registered first. A failed one does not prevent the others. */
export async function runCleanups(): Promise<void> {
  for (let cleanUp = cleanups.pop(); cleanUp; cleanUp = cleanups.pop())
    await cleanUp().catch(() => undefined);
}
