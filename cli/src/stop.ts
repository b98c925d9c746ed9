/** What the program exits with. */
export const exits = {
  done: 0,
  /** The server refused, or it failed. */
  refused: 1,
  usage: 2,
  /** Not signed in, or not allowed. */
  notAllowed: 3,
  /** Waits for a person, also when `--wait` runs out. */
  waits: 4,
  outcomeUnknown: 5,
  interrupted: 130,
} as const;

/** A command ends here: what happened, what to type next, and the code to exit with. */
export class Stop extends Error {
  readonly exit: number;
  readonly code: string;
  readonly next: string | null;

  constructor(exit: number, code: string, message: string, next: string | null = null) {
    super(message);
    this.name = 'Stop';
    this.exit = exit;
    this.code = code;
    this.next = next;
  }
}

/** Returns the error for what was typed wrong. */
export const misused = (message: string, next: string | null = null): Stop =>
  new Stop(exits.usage, 'usage', message, next);
