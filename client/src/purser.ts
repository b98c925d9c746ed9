import { refuseUnknown } from './client.ts';
import { UsageError } from './errors.ts';
import { Nouns } from './generated/api.ts';
import type { Connection } from './send.ts';
import { Events } from './stream.ts';
import { Webhooks } from './webhooks.ts';

export type PurserOptions = {
  /** An API key or an agent key; by default PURSER_API_KEY. An empty one is refused: another key would pay. */
  apiKey?: string;
  /** Where the server is; by default PURSER_URL, or else http://127.0.0.1:8080. */
  baseUrl?: string;
  /** Returns a token in place of a key, such as one of OAuth. Asked for each try, and once more if it is refused. */
  token?: () => Promise<string>;
  fetch?: typeof globalThis.fetch;
  /** How often a call is repeated where that is safe; 2 by default. A write in doubt is repeated 5 times, unless this is 0. */
  maxRetries?: number;
  /** For each try, in ms; 30,000 by default. A limit for all tries is `signal: AbortSignal.timeout(…)` of a call. */
  timeout_ms?: number;
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>>;
};

/**
 * A client of one server, as one key. Its nouns have the operations: `purser.payments.create({…})`. Arguments have the names
 * of the API, all beside each other. Amounts are whole numbers of minor units: 1250 is 12.50 USD.
 */
export class Purser extends Nouns {
  declare readonly events: Events;
  declare readonly webhooks: Webhooks;

  readonly #options: PurserOptions;

  constructor(options: PurserOptions = {}) {
    const connection = connectionOf(options);
    super(connection);
    this.events = new Events(connection);
    this.webhooks = new Webhooks(connection);
    this.#options = options;
  }

  /**
   * Returns a client that acts as an agent of the party, under its limits, with the party's key. `instanceId` is the
   * conversation of the agent. An agent with a key of its own needs none of this. Throws `UsageError` if one is empty.
   */
  asAgent(agentId: string, options: { instanceId: string }): Purser {
    refuseUnknown(options, ['instanceId']);
    const { instanceId } = options;
    for (const text of [agentId, instanceId])
      if (typeof text !== 'string' || text.trim() === '')
        throw new UsageError('`asAgent` needs the id of an agent and an `instanceId`.');
    const headers = headersOf(this.#options.headers);
    headers.set('X-Agent-ID', agentId);
    headers.set('X-Instance-ID', String.fromCharCode(...new TextEncoder().encode(instanceId))); // UTF-8, byte by byte
    return new Purser({ ...this.#options, headers: Object.fromEntries(headers) });
  }
}

function connectionOf(options: PurserOptions): Connection {
  refuseUnknown(options, ['apiKey', 'token', 'baseUrl', 'timeout_ms', 'maxRetries', 'headers', 'fetch']);
  const { apiKey, token, maxRetries = 2, timeout_ms = 30_000 } = options;
  return {
    baseUrl: addressOf(options.baseUrl ?? environment('PURSER_URL') ?? 'http://127.0.0.1:8080'),
    apiKey: apiKey ?? environment('PURSER_API_KEY'),
    token: token ?? null,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    maxRetries,
    timeout_ms,
    headers: headersOf(options.headers),
  };
}

/** Returns a variable of the environment; null where there is none, also in a browser. An empty one counts as unset. */
function environment(name: string): string | null {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || null;
}

function headersOf(given: PurserOptions['headers'] = {}): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (/^(?:authorization|idempotency-key)$/i.test(name))
      throw new UsageError(
        `\`headers\` cannot have ${name}: use \`apiKey\`, \`token\` or \`idempotencyKey\`.`,
      );
    try {
      headers.set(name, value);
    } catch {
      throw new UsageError('`headers` has a name or a value that no header can have.');
    }
  }
  return headers;
}

function addressOf(text: string): string {
  const { protocol, host, pathname, username, password, search, hash } = new URL(
    URL.canParse(text) ? text : 'no:thing',
  );
  if (!/^https?:$/.test(protocol) || username + password + search + hash !== '')
    throw new UsageError(
      'The address must be one such as https://purser.example.com, without password or query.',
    );
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}
