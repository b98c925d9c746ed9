import { type Answer, send } from '../../client/src/send.ts';
import type { Context } from './command.ts';
import { operations } from './generated/operations.ts';

const patterns = Object.values(operations).map(({ verb, path, takesKey }) => ({
  verb,
  takesKey,
  address: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** How a request to an address may be repeated: a write without an idempotency key never is. */
function kindOf(verb: string, path: string): 'read' | 'keyed' | 'once' {
  if (verb === 'GET') return 'read';
  const [plain = ''] = path.split('?');
  const known = patterns.find((each) => each.verb === verb && each.address.test(plain));
  return known?.takesKey === true ? 'keyed' : 'once';
}

/** What is sent as it is: a path with its query, and a body in JSON. */
export type Request = { verb: string; path: string; body: string | null; idempotencyKey?: string };

/** Sends a request as it is, with all that the library does for one: its key, its retries, its errors. */
export async function sendRaw({ access, signal, purser }: Context, request: Request): Promise<Answer> {
  void purser; // nobody is signed in: it says so
  const { verb, path, body, idempotencyKey } = request;
  const connection = {
    baseUrl: access.url,
    apiKey: access.apiKey,
    token: access.session?.token ?? null,
    fetch: access.session?.fetch ?? globalThis.fetch,
    maxRetries: 2,
    timeout_ms: 30_000,
    headers: new Headers(),
  };
  const [template = path] = path.split('?');
  const options = { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  return send(connection, { verb, path, template, kind: kindOf(verb, path), body }, options);
}
