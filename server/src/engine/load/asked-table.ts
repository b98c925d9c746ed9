import type { Lookup, Table } from '../model/state.ts';

/** The keys that the needs of a batch name. */
export type Keys = { has(key: string): boolean };

/** A read of what no need of the batch names: it may be there, and must not count as absent. */
export class NotAskedFor extends Error {
  constructor(part: string, key: string) {
    super(`no need of this batch names "${key}" of ${part}`);
  }
}

// Classes, since each batch makes twenty of them. What is there was asked for: only what is absent is looked up twice.
export class AskedLookup<V> implements Lookup<V> {
  readonly #part: string;
  readonly #rows: Lookup<V>;
  readonly #asked: Keys;

  constructor(part: string, rows: Lookup<V>, asked: Keys) {
    this.#part = part;
    this.#rows = rows;
    this.#asked = asked;
  }

  get(key: string): V | undefined {
    const row = this.#rows.get(key);
    if (row === undefined && !this.#asked.has(key)) throw new NotAskedFor(this.#part, key);
    return row;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }
}

export class AskedTable<V> extends AskedLookup<V> implements Table<V> {
  readonly #rows: Map<string, V>;

  constructor(part: string, rows: Map<string, V>, asked: Keys) {
    super(part, rows, asked);
    this.#rows = rows;
  }

  set(key: string, row: V): void {
    this.#rows.set(key, row);
  }
}
