import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionError, headerOf, type HttpResponse } from '../support/http.ts';
import type { Run } from './run.ts';
import { longestAnswer_ms, type Turn } from './turn.ts';
import { keyForm } from './violation.ts';

/** What a browser sends: a request for a page, or a form with its fields. `cookie` is the one of a session. */
export type PageSpec = {
  path: string;
  cookie?: string;
  fields?: Readonly<Record<string, string>>;
  /** The index of the server (default: a random one). */
  server?: number;
  /** Where the browser says that the form comes from (default: a page of the server). */
  site?: string;
};

const mostTries = 400;

/** Opens a page or sends a form, and checks what every page must satisfy. All clients share what one address may send. */
export async function browse(turn: Turn, spec: PageSpec): Promise<HttpResponse> {
  const { run, random } = turn;
  const { path, cookie, fields, site = 'same-origin' } = spec;
  const { httpClients } = run.world;
  const http = httpClients[spec.server ?? random.below(httpClients.length)];
  if (!http) throw new RangeError('no such server');
  const headers = {
    ...(cookie !== undefined && { Cookie: cookie }),
    ...(fields && { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': site }),
  };
  const body = fields && new URLSearchParams({ ...fields }).toString();
  const method = fields ? 'POST' : 'GET';
  for (let tries = 1; ; tries += 1) {
    const request = { method, path, headers, ...(body !== undefined && { body }) } as const;
    const response = await sendUnlessKilled(run, () => http.send(request, longestAnswer_ms));
    if (response === null) {
      await pause(50);
      continue;
    }
    run.operations += 1;
    if (response.status === 429 && tries < mostTries && path !== '/sign-in') {
      await pause(20);
      continue;
    }
    if (response.status >= 500)
      turn.fail('G5', `${method} ${path.slice(0, 12)} has status ${response.status}: ${wordsOf(response)}`);
    if (headerOf(response, 'request-id') === null) turn.fail('responses', 'a page has no Request-Id');
    if (keyForm.test(response.text)) turn.fail('G13', 'a page shows a key');
    return response;
  }
}

/** Returns what the page of an error says: a 503 has several causes, and each has words of its own. */
function wordsOf({ text }: HttpResponse): string {
  const body = text.slice(text.indexOf('<body'));
  return body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Sends a request. Null where servers are killed and it has to be sent again, which a form with its key survives. */
async function sendUnlessKilled(
  { kills }: Run,
  send: () => Promise<HttpResponse>,
): Promise<HttpResponse | null> {
  try {
    const response = await send();
    return kills && response.status === 503 ? null : response;
  } catch (error) {
    if (kills && error instanceof ConnectionError) return null;
    throw error;
  }
}

/** Returns the cookie that a response sets; null if it sets none. Its secret must not appear anywhere. */
export function cookieOf(turn: Turn, response: HttpResponse): string | null {
  const [cookie = ''] = (headerOf(response, 'set-cookie') ?? '').split(';');
  const secret = cookie.slice(cookie.indexOf('=') + 1);
  if (secret === '') return null;
  turn.run.model.secrets.add(secret);
  return cookie;
}

/** Signs in a user on the page of the sandbox's mailbox, and returns the cookie of the session. */
export async function signInByMailbox(turn: Turn, email: string): Promise<string> {
  const [program] = turn.run.world.programs;
  const path = new URL(program?.sandbox.mailboxUrl ?? '').pathname;
  const response = await browse(turn, { path, fields: { email } });
  const cookie = cookieOf(turn, response);
  if (response.status !== 303 || cookie === null) turn.fail('responses', 'the mailbox signs nobody in');
  return cookie;
}

/** Returns whether a session is signed in, as the page of the account tells on this server. */
export async function isSignedIn(turn: Turn, cookie: string, server: number): Promise<boolean> {
  const { status } = await browse(turn, { path: '/account', cookie, server });
  return status === 200;
}
