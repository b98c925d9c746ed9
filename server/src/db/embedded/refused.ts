/** A start that its user can put right; the message is one line that says how. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Turns a failed system call into a refusal; anything else is a fault of ours and stays as it is. */
export function refusalOf(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new StartRefused(`Purser cannot keep its database in ${folder}: ${error.message}`, { cause: error });
}
