import type { Connection, Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import type { Returned, Sent } from './sql.ts';
import { type WireColumn, wireColumns, wireRow } from './wire-rows.ts';

/** What a statement returned, and which command it was. */
export type Result = Returned & { command: string };

/** A statement that waits for its result. */
export type Asked = { sent: Sent; resolve: (result: Result) => void; reject: (error: Error) => void };

/** What a transaction hears of a trip: that it was sent, and that the answer is there, or why there is none. */
export type TripWatch = { onSent: () => void; onEnd: (error: Error | null) => void };

/** The texts of the statements that the session has prepared, by name, as pg notes them. */
type Session = Connection & { parsedStatements: Record<string, string> };

/**
 * Several statements of a transaction in one round trip: one write with one Sync at the end. After the first error
 * PostgreSQL skips the rest, including a COMMIT. Shares the prepared statements of the session with pg's own queries.
 */
export class Trip implements Submittable {
  readonly #asked: readonly Asked[];
  readonly #watch: TripWatch;
  readonly #results: Result[] = [];
  #rows: Result['rows'] = [];
  #columns: readonly WireColumn[] = [];

  constructor(asked: readonly Asked[], watch: TripWatch) {
    this.#asked = asked;
    this.#watch = watch;
  }

  /** pg notes a statement as parsed under these, when it hears that the present one is. */
  get name(): string | undefined {
    return this.#asked[this.#results.length]?.sent.name;
  }

  get text(): string | undefined {
    return this.#asked[this.#results.length]?.sent.text;
  }

  /** Sends all statements. Returns an error, which pg hands to `handleError`, if one cannot be sent: then none is. */
  submit(connection: Connection): Error | null {
    const { parsedStatements, stream } = connection as Session;
    const parsedHere = new Set<string>();
    try {
      const messages = this.#asked.flatMap(({ sent: { name = '', text, values = [] } }) => {
        const known = name === '' ? undefined : parsedStatements[name];
        if (known !== undefined && known !== text) throw new Error(`${name} names two statements`);
        const bind = serialize.bind({ statement: name, values: values.map(encoded) });
        const isParsed = known !== undefined || parsedHere.has(name);
        if (name !== '') parsedHere.add(name);
        const rest = [bind, serialize.describe({ type: 'P' }), serialize.execute()];
        return isParsed ? rest : [serialize.parse({ name, text }), ...rest];
      });
      stream.write(Buffer.concat([...messages, serialize.sync()]));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
    this.#watch.onSent();
    return null;
  }

  handleRowDescription(message: { fields: Array<{ name: string; dataTypeID: number }> }): void {
    this.#columns = wireColumns(message);
  }

  handleDataRow(message: { fields: Array<string | null> }): void {
    this.#rows.push(wireRow(this.#columns, message));
  }

  /** The tag is the command, and for most the number of rows: `INSERT 0 1`. */
  handleCommandComplete({ text: tag }: { text: string }): void {
    const words = tag.split(' ');
    const count = words.length > 1 ? Number(words.at(-1)) : NaN;
    this.#results.push({
      rows: this.#rows,
      rowCount: Number.isNaN(count) ? null : count,
      command: words[0] ?? '',
    });
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#settle(null);
  }

  /** What was done before the error has its result; what was skipped has the same error. */
  handleError(error: Error): void {
    this.#settle(error);
  }

  #settle(error: Error | null): void {
    this.#asked.forEach(({ resolve, reject }, index) => {
      const result = this.#results[index];
      if (result) resolve(result);
      else reject(error ?? new Error('a statement had no result'));
    });
    this.#watch.onEnd(error);
  }
}

/** Returns a value as PostgreSQL reads it, as pg does: most arrays are binary by now, and objects become JSON. */
function encoded(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.map(element).join(',')}}` : JSON.stringify(value);
}

function element(value: unknown): string {
  const text = encoded(value);
  if (text === null) return 'NULL';
  if (Buffer.isBuffer(text)) throw new Error('an array of bytes without a cast cannot be sent');
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
