import { ConnectionError } from './errors.ts';
import { flat } from './flat.ts';
import { type Event, EventsOperations } from './generated/api.ts';
import { backoff_ms, credentialOf, pause, refusalOf } from './send.ts';

export type StreamArgs = {
  /** The id of the last event that was seen: the stream goes on behind it. By default it begins with what happens now. */
  after?: string;
  eventType?: string;
  partyId?: string;
};

export class Events extends EventsOperations {
  /**
   * Yields events as they happen, until it is left or aborted. If the connection breaks, it goes on where it was: nothing
   * is left out and nothing comes twice. Throws the errors of a refused request, such as `AuthenticationError`.
   */
  async *stream(args: StreamArgs = {}, { signal }: { signal?: AbortSignal } = {}): AsyncGenerator<Event> {
    const { after, ...filters } = args;
    let last = after ?? null;
    for (let failures = 0; ; failures += 1) {
      if (isAborted(signal)) return;
      try {
        for await (const event of this.#open(filters, last, signal)) {
          failures = 0;
          last = event.id;
          yield event;
        }
      } catch (error) {
        if (isAborted(signal)) return;
        if (!(error instanceof ConnectionError)) throw error;
      }
      await pause(backoff_ms(failures), signal, null).catch(() => undefined);
    }
  }

  async *#open(filters: object, last: string | null, signal: AbortSignal | undefined): AsyncGenerator<Event> {
    const { connection } = this.client;
    const query = new URLSearchParams(Object.entries(filters) as Array<[string, string]>).toString();
    const response = await connection
      .fetch(`${connection.baseUrl}/events/stream${query === '' ? '' : `?${query}`}`, {
        headers: {
          Accept: 'text/event-stream',
          ...connection.headers,
          ...(await credentialOf(connection)),
          ...(last !== null && { 'Last-Event-ID': last }),
        },
        redirect: 'error',
        ...(signal && { signal }),
      })
      .catch((error: unknown) => {
        throw new ConnectionError(`${connection.baseUrl} could not be reached.`, { cause: error });
      });
    if (!response.ok || response.body === null) throw await refusal(response);
    yield* eventsIn(response.body);
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Returns the error for a refused request; one that passes counts as a broken connection. */
async function refusal(response: Response): Promise<Error> {
  const error = refusalOf(response, await response.json().catch(() => null), null);
  const { status, message } = error;
  return status >= 500 || status === 429 ? new ConnectionError(message, { cause: error }) : error;
}

/** Reads server-sent events. Throws `ConnectionError` if the connection breaks. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new ConnectionError('The stream broke.', { cause: error });
      });
      if (done) return;
      buffer += decoder.decode(value, { stream: true });
      const parts = buffer.split(/\r?\n\r?\n/);
      buffer = parts.pop() ?? '';
      for (const part of parts) {
        const data = part
          .split(/\r?\n/)
          .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []));
        if (data.length > 0) yield flat(JSON.parse(data.join('\n'))) as Event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
