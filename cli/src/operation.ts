/** How a value is written on the command line, and so how it is read. */
export type Kind = 'text' | 'whole' | 'amount' | 'yesNo' | 'list' | 'tags' | 'address' | 'json';

/** What an operation takes: an id of its path, a filter of its query or an attribute of its body, by the API's name. */
export type Value = {
  readonly name: string;
  readonly kind: Kind;
  readonly about: string;
  readonly isRequired?: boolean;
  readonly choices?: readonly string[];
};

/** An operation of the API: the method of the library that calls it, its address, and what it takes. */
export type Operation = {
  readonly noun: string;
  readonly method: string;
  readonly verb: string;
  readonly path: string;
  readonly isList: boolean;
  /** Whether a write takes an idempotency key, so that it can be sent again. */
  readonly takesKey: boolean;
  readonly takes: readonly Value[];
};
