/** A statement of a batch: prepared once per session, sent without waiting for the one before it. */
export type Step = { name: string; text: string; values?: unknown[] };

/** The rows that a step answered. */
export type Rows = Array<Record<string, unknown>>;
