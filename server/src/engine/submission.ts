import type { Submittable } from 'pg';
import { typeParsers } from '../db/pool.ts';

/** A statement of a batch: prepared once per session, sent without waiting for the one before it. */
export type Step = { name: string; text: string; values?: unknown[] };

/** The rows that a step answered. */
export type Rows = Array<Record<string, unknown>>;

type Callback = (error: Error | null, results?: Rows[]) => void;

/** The part of pg's wire connection that is used here: one method per message of the protocol. */
type Wire = {
  stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: Record<string, never>): void;
  sync(): void;
};

type Field = { name: string; dataTypeID: number };

/**
 * Many statements in one round trip: one write, and one Sync at the end, so that PostgreSQL answers them in one go
 * too. (pg's own pipeline mode syncs, and so flushes and wakes this process, after each.) The first error ends it: the
 * rest is skipped by the server, a COMMIT included.
 */
export class Submission implements Submittable {
  // Set by pg where a time-out wraps it, hence a field that is called by name.
  callback: Callback;
  readonly #steps: readonly Step[];
  readonly #prepared: Set<string>;
  readonly #results: Rows[] = [];
  #rows: Rows = [];
  #columns: Array<{ name: string; parse: (text: string) => unknown }> = [];

  /** `prepared` has the names of the session's statements; it is right as long as no submission failed. */
  constructor(steps: readonly Step[], prepared: Set<string>, callback: Callback) {
    this.#steps = steps;
    this.#prepared = prepared;
    this.callback = callback;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const { name, text, values = [] } of this.#steps) {
      if (!this.#prepared.has(name)) {
        wire.parse({ name, text });
        this.#prepared.add(name);
      }
      wire.bind({ statement: name, values });
      if (returnsRows.test(text)) wire.describe({ type: 'P', name: '' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription(message: { fields: Field[] }): void {
    this.#columns = message.fields.map(({ name, dataTypeID }) => ({
      name,
      parse: typeParsers.getTypeParser(dataTypeID) as (text: string) => unknown,
    }));
  }

  handleDataRow(message: { fields: Array<string | null> }): void {
    const row: Record<string, unknown> = {};
    this.#columns.forEach(({ name, parse }, index) => {
      const text = message.fields[index] ?? null;
      row[name] = text === null ? null : parse(text);
    });
    this.#rows.push(row);
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows);
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#results);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

const returnsRows = /^SELECT/;
