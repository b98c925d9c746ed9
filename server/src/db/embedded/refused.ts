/** The start failed for a reason that the user can fix. The message is one line that says how. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Returns StartRefused for a failed system call; any other error is a bug and is returned unchanged. */
export function refusalOf(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new StartRefused(`Purser cannot keep its database in ${folder}: ${error.message}`, { cause: error });
}
