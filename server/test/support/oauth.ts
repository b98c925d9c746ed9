import { createHash, randomBytes } from 'node:crypto';
import { type Browser, locationOf } from './browser.ts';
import type { Reply } from './http.ts';
import { signIn } from './sign-in.ts';
import type { TestServer } from './server.ts';

/** A program that was registered, and where its answers go. */
export type Program = { clientId: string; redirect: string };

export type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string };

/** What the person chooses on the page of consent: fields of its form. */
export type Choice = Record<string, string>;

/** A new agent that pays up to 20.00 at once, with new payees reviewed. */
export const asNewAgent: Choice = { as: 'new', name: 'Assistant', perTransaction: '20', newPayees: 'review' };

const toForm = (values: Record<string, string>) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(values).toString(),
});

/** Registers a program whose answers go to the computer that it runs on. */
export async function register(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  metadata: object = {},
): Promise<Program> {
  const redirect = 'http://127.0.0.1:8976/callback';
  const response = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Assistant', redirect_uris: [redirect], ...metadata }),
  });
  const { client_id: clientId, redirect_uris: [first = redirect] = [] } = (await response.json()) as {
    client_id: string;
    redirect_uris?: string[];
  };
  return { clientId, redirect: first };
}

/** The secret of a request for consent, and the address that a browser opens for it. */
export function begin(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  { clientId, redirect }: Program,
  parameters: Record<string, string> = {},
): { verifier: string; path: string } {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'as it was',
    scope: 'payments:read payments:move',
    resource: `${baseUrl}/mcp`,
    ...parameters,
  });
  return { verifier, path: `/oauth/authorize?${query.toString()}` };
}

/** Lets a signed-in browser answer a request for consent, and returns where the program is told, with what. */
export async function consent(browser: Browser, path: string, choice: Choice): Promise<URL> {
  const page = locationOf(await browser.get(path));
  const answered = await browser.post(page, {
    decision: 'allow',
    ...shownTo(await browser.get(page)),
    ...choice,
  });
  if (answered.status !== 303) throw new Error(`the consent was refused: ${answered.text}`);
  const back = await browser.get(locationOf(answered));
  if (back.status !== 303) throw new Error(`the way back is closed: ${back.text}`);
  return new URL(locationOf(back));
}

/** Returns the field by which a form of consent says for whom it was shown. */
export function shownTo({ text }: Reply): Choice {
  return { shownTo: /name="shownTo" value="([^"]*)"/.exec(text)?.[1] ?? '' };
}

export async function exchange(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  values: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(`${baseUrl}/oauth/token`, toForm(values));
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, headers: response.headers };
}

const programs = new Map<string, Program>();

/** The program of the tests at a server: one address may register few. */
async function theProgram(server: Pick<TestServer, 'baseUrl'>): Promise<Program> {
  const program = programs.get(server.baseUrl) ?? (await register(server));
  programs.set(server.baseUrl, program);
  return program;
}

/** Walks the whole way: registration, sign-in by mail, consent, code, tokens. */
export async function connect(
  server: TestServer,
  email: string,
  choice: Choice = asNewAgent,
  parameters: Record<string, string> = {},
): Promise<Tokens & { program: Program; browser: Browser; code: string; verifier: string }> {
  const program = await theProgram(server);
  const browser = await signIn(server, email);
  const { verifier, path } = begin(server, program, parameters);
  const answer = await consent(browser, path, choice);
  const code = answer.searchParams.get('code') ?? '';
  const { status, body } = await exchange(server, codeGrant(program, code, verifier));
  if (status !== 200) throw new Error(`${answer.href}: ${JSON.stringify(body)}`);
  return { ...(body as Tokens), program, browser, code, verifier };
}

export function codeGrant(
  { clientId, redirect }: Program,
  code: string,
  verifier: string,
): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: redirect,
    code_verifier: verifier,
  };
}

export function refreshGrant({ clientId }: Program, refreshToken: string): Record<string, string> {
  return { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken };
}

/** Revokes a token, as a program does when its user leaves. */
export async function revoke(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  { clientId }: Program,
  token: string,
): Promise<number> {
  const response = await fetch(`${baseUrl}/oauth/revoke`, toForm({ token, client_id: clientId }));
  return response.status;
}
