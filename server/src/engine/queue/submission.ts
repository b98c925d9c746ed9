import type { Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import { type WireColumn, wireColumns, wireRow } from '../../db/wire-rows.ts';
import type { Rows, Step } from '../model/step.ts';

/** The statements that a session has prepared, by name, with the columns of their rows; none if it returns no rows. */
export type Prepared = Map<string, WireColumn[]>;

export type Wire = { write(data: Buffer): void };

type Callback = (error: Error | null, results?: Rows[]) => void;

/**
 * Many statements in one round trip: one write with one Sync at the end, so that PostgreSQL sends one response for
 * all. (pg's own pipeline mode sends a Sync after each statement, at which PostgreSQL flushes and this process wakes
 * up.) After the first error PostgreSQL skips the rest, including a COMMIT.
 */
export class Submission implements Submittable {
  // Not private: pg replaces it when it adds a time-out.
  callback: Callback;
  readonly #steps: readonly Step[];
  readonly #prepared: Prepared;
  readonly #results: Rows[] = [];
  #rows: Rows = [];

  /** `prepared` is valid only until a submission fails. */
  constructor(steps: readonly Step[], prepared: Prepared, callback: Callback) {
    this.#steps = steps;
    this.#prepared = prepared;
    this.callback = callback;
  }

  /** pg calls this when the responses before have arrived. By then `send` has sent the statements. */
  submit(): void {}

  /** Sends the statements, even if the session is still busy with earlier ones. */
  send(wire: Wire): void {
    const messages = this.#steps.flatMap(({ name, text, values = [] }) => {
      const bind = serialize.bind({ statement: name, values });
      if (this.#prepared.has(name)) return [bind, serialize.execute()];
      this.#prepared.set(name, []);
      const parse = serialize.parse({ name, text });
      return [parse, bind, serialize.describe({ type: 'P' }), serialize.execute()];
    });
    wire.write(Buffer.concat([...messages, serialize.sync()]));
  }

  handleRowDescription(message: { fields: Array<{ name: string; dataTypeID: number }> }): void {
    this.#prepared.set(this.#name(), wireColumns(message));
  }

  handleDataRow(message: { fields: Array<string | null> }): void {
    this.#rows.push(wireRow(this.#prepared.get(this.#name()) ?? [], message));
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

  /** The name of the step whose rows are being read. */
  #name(): string {
    return this.#steps[this.#results.length]?.name ?? '';
  }
}
