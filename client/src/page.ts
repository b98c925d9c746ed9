import { ConnectionError } from './errors.ts';

/** A page of a list. */
export class Page<T> {
  declare readonly data: readonly T[];
  /** Where the next page begins; null on the last one. A page can be short, even empty, although another one follows. */
  declare readonly nextCursor: string | null;
  readonly #read: (cursor: string) => Promise<Page<T>>;

  constructor(data: readonly T[], nextCursor: string | null, read: (cursor: string) => Promise<Page<T>>) {
    this.data = data;
    this.nextCursor = nextCursor;
    this.#read = read;
  }

  /** Returns the next page; null after the last one. Throws `ConnectionError` for a page that leads to itself. */
  async nextPage(): Promise<Page<T> | null> {
    if (this.nextCursor === null) return null;
    const next = await this.#read(this.nextCursor);
    if (next.nextCursor === this.nextCursor) throw new ConnectionError('The list goes in circles.');
    return next;
  }

  /** Iterates over the rest of the list: this page and all that follow. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    yield* this.data;
    for (let page = await this.nextPage(); page !== null; page = await page.nextPage()) yield* page.data;
  }
}
