/** A statement of a batch. It is prepared once per session and sent without waiting for the one before it. */
export type Step = { name: string; text: string; values?: unknown[] };

export type Rows = Array<Record<string, unknown>>;
