import { type Operation, refuseUnknown, requestOf } from './client.ts';
import { APIError, ConnectionError, UsageError } from './errors.ts';
import { flat } from './flat.ts';
import { type Event, EventsOperations } from './generated/api.ts';
import {
  backoff_ms,
  brokenOf,
  isUnauthenticated,
  parsed,
  pause,
  refusalOf,
  sendOnce,
  within,
} from './send.ts';

export type StreamArgs = {
  /** The id of the last event that was seen: the stream goes on behind it. By default it begins with what happens now. */
  after?: string;
  eventType?: string;
  partyId?: string;
  /** The same as `partyId`. */
  customerPartyId?: string;
};

export type StreamOptions = {
  signal?: AbortSignal;
  /** Called each time that the connection is lost, before it is made again. */
  onReconnect?: (error: unknown) => void;
  /** After how much silence a connection counts as lost, in ms; 45,000 by default. The server sends something every 15 s. */
  silence_ms?: number;
};

const operation: Operation = ['GET /events/stream', '', 'eventType,partyId,customerPartyId'];
const beforeAll = `evt_${'0'.repeat(32)}`;

export class Events extends EventsOperations {
  /**
   * Yields events as they happen, until it is left or aborted. If the connection breaks, it goes on where it was: nothing
   * is left out and nothing comes twice. Throws the errors of a refused request, such as `AuthenticationError`, and
   * `ConnectionError` if the first connection and its retries fail; later ones are made again for as long as it takes.
   */
  async *stream(args: StreamArgs = {}, options: StreamOptions = {}): AsyncGenerator<Event> {
    const { signal, onReconnect, silence_ms = 45_000 } = options;
    const { connection } = this;
    refuseUnknown(options, ['signal', 'onReconnect', 'silence_ms']);
    const { after, ...filters } = args;
    requestOf(operation, filters);
    if (after !== undefined && !/^[\x21-\x7e]+$/.test(after))
      throw new UsageError(
        '`after` must be the id of an event: leave it out to begin with what happens now.',
      );
    let last = after ?? null;
    let wasOpen = false;
    let isNewToken = false;
    for (let failures = 0; !isAborted(signal); failures += 1) {
      try {
        last ??= await this.#newest(filters, signal);
        const body = await this.#open(filters, last, signal);
        for await (const events of eventsIn(body, silence_ms, signal)) {
          wasOpen = true;
          isNewToken = false;
          failures = 0;
          for (const event of events) {
            last = event.id;
            yield event;
          }
        }
      } catch (raised) {
        if (isAborted(signal)) return;
        const error = raised instanceof TypeError ? brokenOf(connection, raised) : raised;
        const isRefused = error instanceof APIError && error.status < 500 && error.status !== 429;
        const isRefusedToken: boolean = connection.token !== null && !isNewToken && isUnauthenticated(error);
        const isOver = error instanceof UsageError || (!wasOpen && failures >= connection.maxRetries);
        if (!isRefusedToken && (isRefused || isOver)) throw error;
        isNewToken ||= isRefusedToken;
        onReconnect?.(error);
        const asked_ms = error instanceof APIError ? error.retryAfter_ms : null;
        if (!isRefusedToken) await pause(backoff_ms(failures, asked_ms), signal);
      }
    }
  }

  /** Returns the id behind which the stream begins, so that a break before its first event loses none. */
  async #newest(filters: object, signal: AbortSignal | undefined): Promise<string> {
    const list = this.list(
      { ...filters, eventType: undefined, limit: 1 },
      { maxRetries: 0, ...(signal && { signal }) },
    );
    for await (const { id } of list) return id;
    return beforeAll;
  }

  /** Opens a connection. Throws `ConnectionError` if what answers is no stream. */
  async #open(
    filters: object,
    last: string,
    signal: AbortSignal | undefined,
  ): Promise<ReadableStream<Uint8Array>> {
    const { connection } = this;
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': last };
    return within(connection.timeout_ms, signal, async (stop) => {
      const response = await sendOnce(connection, requestOf(operation, filters), headers, stop);
      if (!response.ok) throw refusalOf(response, parsed(await response.text()), null);
      const isStream = /^text\/event-stream\b/.test(response.headers.get('Content-Type') ?? '');
      if (!isStream || response.body === null)
        throw new ConnectionError(`${connection.baseUrl} answers with no stream of events.`);
      return response.body;
    });
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Reads server-sent events: what each part that arrives completes, which may be none. Throws when it ends. */
async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  silence_ms: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Event[]> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await within(silence_ms, signal, () => reader.read());
      if (done) throw new ConnectionError('The stream has ended.');
      buffer += decoder.decode(value, { stream: true });
      const parts = buffer.split(/\r?\n\r?\n/);
      buffer = parts.pop() ?? '';
      yield parts.flatMap(eventOf);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(part: string): Event[] {
  const lines = part.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  if (lines.length === 0) return [];
  const data = parsed(lines.map((line) => line.slice(5).trimStart()).join('\n'));
  if (data === null) throw new ConnectionError('The stream has an event that is no JSON.');
  return [flat(data) as Event];
}
