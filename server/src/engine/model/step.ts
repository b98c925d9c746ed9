/** A statement of a batch. It is prepared once per session and sent without waiting for the one before it. */
export type { Step } from '../../db/sql.ts';

export type Rows = Array<Record<string, unknown>>;
