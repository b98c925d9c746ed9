import { Purser, type PurserOptions } from '../src/index.ts';

type Sent = { url: string; headers: Headers };
export type Reply = Response | Error | 'hang';

export const id = `pay_${'1'.repeat(32)}`;
export const ours = { 'Request-Id': 'req_1' };
export const paid = (): Response =>
  Response.json({ data: { type: 'payment', id, attributes: { amount: 1 } } });
/** A refusal as Purser sends it. */
export const refused = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json(
    { errors: [{ code, title: code, detail: code }] },
    { status, headers: { ...ours, ...headers } },
  );
/** A fetch that failed, for these causes: more than one if several addresses were tried. */
export const failed = (...causes: Array<Record<string, string>>): Error =>
  new TypeError('fetch failed', { cause: causes.length === 1 ? causes[0] : { errors: causes } });
export const lost = (): Error => failed({ code: 'ECONNRESET', syscall: 'read' });

/** Returns a client whose network replies with these, one after the other, and what it has sent. */
export function offline(replies: Reply[], options: PurserOptions = {}): { purser: Purser; sent: Sent[] } {
  const sent: Sent[] = [];
  const left = [...replies];
  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    sent.push({ url: String(url), headers: new Headers(init.headers) });
    const reply = left.shift() ?? new Error('no reply is left');
    if (reply === 'hang') await new Promise(() => undefined);
    if (reply instanceof Response) return reply;
    throw reply as Error;
  };
  const baseUrl = 'https://purser.example';
  return { purser: new Purser({ apiKey: 'sk_secret', baseUrl, maxRetries: 0, fetch, ...options }), sent };
}

export const terms = {
  counterparty: { type: 'email' as const, value: 'a@example.com' },
  amount: 1,
  currency: 'USD',
};
/** Returns what the work failed with; null if it succeeded. */
export const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
/** Returns what the work threw, or else its result. */
export const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
/** Returns what a payment failed with, whose network replies with these. */
export const payError = async (replies: Reply[], options: PurserOptions = {}): Promise<unknown> =>
  errorOf(offline(replies, options).purser.payments.create(terms));
