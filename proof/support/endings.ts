const endings: Array<() => Promise<unknown>> = [];

/** Has something that a proof started, other than a program, ended when the proof ends, Ctrl-C included. */
export function atEnd(work: () => Promise<unknown>): void {
  endings.push(work);
}

/** Ends all of it, what was started last first; what fails keeps nothing else from being ended. */
export async function runEndings(): Promise<void> {
  for (let end = endings.pop(); end; end = endings.pop()) await end().catch(() => undefined);
}
