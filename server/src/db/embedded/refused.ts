/** A start that its user can put right; the message is one line that says how. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Whether an error carries this code of the operating system or of PostgreSQL. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Turns a failed system call into a refusal; anything else is a fault of ours and stays as it is. */
export function refusalOf(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new StartRefused(`Purser cannot keep its database in ${folder}: ${error.message}`, { cause: error });
}
