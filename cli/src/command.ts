import type { Purser } from '../../client/src/purser.ts';
import type { Column, Row } from './columns.ts';
import type { operations } from './generated/operations.ts';
import type { Access } from './profiles.ts';
import type { Terminal } from './terminal.ts';

export type OperationId = keyof typeof operations;

/** A flag of a command that no operation has. Without `value` it is on or off. */
export type Flag = { name: string; value?: string; about: string; choices?: readonly string[] };

/** What was typed, read: by the names of the API, and of the flags. */
export type Given = Readonly<Record<string, unknown>>;

/** What a command works with. */
export type Context = {
  terminal: Terminal;
  access: Access;
  /** The library, as whoever acts. Throws `Stop` if nobody is signed in. */
  purser: Purser;
  /** The values of the operation. */
  args: Given;
  /** The flags that belong to no operation. */
  flags: Given;
  json: boolean;
  signal: AbortSignal;
  /** The version of this program. */
  version: string;
  /** Calls an operation, once, with the idempotency key of this command. */
  call: (id: OperationId, args: Given, options?: { isOther?: boolean }) => Promise<Row>;
  /** Asks before something that cannot be undone. Throws `Stop` if nobody can be asked, or says no. */
  confirm: (question: string) => Promise<void>;
  /** Shows one resource. */
  show: (row: Row) => void;
};

/** A command: words, what it takes, and what it does. Help, completion and tests are made of this. */
export type Command = {
  /** Noun and verb, or one word. */
  name: string;
  about: string;
  /** The operation that it calls; flags follow from what it takes. */
  operation?: OperationId;
  /** Other operations that it calls. */
  also?: readonly OperationId[];
  /** What stands behind the words, by name: an id, or `amount` for AMOUNT and CURRENCY. `?` behind it: it may be absent. */
  positions?: readonly string[];
  /** What of the operation the command fills in itself, or leaves to `purser api`. */
  without?: readonly string[];
  flags?: readonly Flag[];
  /** What a list shows. */
  columns?: readonly Column[];
  /** What is asked first, by what was typed: it moves money or cannot be undone. */
  asks?: (args: Given) => string;
  /** It needs no key. */
  isOpen?: boolean;
  /** It goes on until it is stopped, or nobody reads what it prints. */
  isEndless?: boolean;
  /** It changes something, although it names no operation that does. */
  changes?: boolean;
  /** What it does in place of calling the operation and showing the answer. Returns what the program exits with. */
  run?: (context: Context) => Promise<number>;
};
