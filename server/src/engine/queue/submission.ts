import type { Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import { typeParsers } from '../../db/pool.ts';
import type { Rows, Step } from '../model/step.ts';

type Column = { name: string; parse: (text: string) => unknown };

/** What a session knows of the statements it has prepared: the columns of their rows, by the statement's name. */
export type Prepared = Map<string, Column[]>;

/** Where bytes for the database go. */
export type Wire = { write(data: Buffer): void };

type Callback = (error: Error | null, results?: Rows[]) => void;

/**
 * Many statements in one round trip: one write, and one Sync at the end, so that PostgreSQL answers them in one go
 * too. (pg's own pipeline mode syncs, and so flushes and wakes this process, after each.) The first error ends it: the
 * rest is skipped by the server, a COMMIT included.
 */
export class Submission implements Submittable {
  // Set by pg where a time-out wraps it, hence a field that is called by name.
  callback: Callback;
  readonly #steps: readonly Step[];
  readonly #prepared: Prepared;
  readonly #results: Rows[] = [];
  #rows: Rows = [];

  /** `prepared` is right as long as no submission failed. */
  constructor(steps: readonly Step[], prepared: Prepared, callback: Callback) {
    this.#steps = steps;
    this.#prepared = prepared;
    this.callback = callback;
  }

  /** pg calls this when the answers before have come: by then the statements have long been sent. */
  submit(): void {}

  /** Sends the statements, whatever the session is still busy with. */
  send(wire: Wire): void {
    const messages = this.#steps.flatMap(({ name, text, values = [] }) => {
      const bind = serialize.bind({ statement: name, values });
      if (this.#prepared.has(name)) return [bind, serialize.execute()];
      this.#prepared.set(name, []);
      const isRead = returnsRows.test(text);
      const describe = isRead ? [serialize.describe({ type: 'P' })] : [];
      return [serialize.parse({ name, text }), bind, ...describe, serialize.execute()];
    });
    wire.write(Buffer.concat([...messages, serialize.sync()]));
  }

  handleRowDescription(message: { fields: Array<{ name: string; dataTypeID: number }> }): void {
    const columns = message.fields.map(({ name, dataTypeID }) => ({
      name,
      parse: typeParsers.getTypeParser(dataTypeID) as (text: string) => unknown,
    }));
    this.#prepared.set(this.#name(), columns);
  }

  handleDataRow(message: { fields: Array<string | null> }): void {
    const row: Record<string, unknown> = {};
    const columns = this.#prepared.get(this.#name()) ?? [];
    columns.forEach(({ name, parse }, index) => {
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

  /** The step whose answer is being read. */
  #name(): string {
    return this.#steps[this.#results.length]?.name ?? '';
  }
}

const returnsRows = /^SELECT/;
