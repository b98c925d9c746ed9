import { afterAll, beforeAll } from 'vitest';
import type { Browser } from '../support/browser.ts';
import {
  begin,
  type Choice,
  codeGrant,
  consent,
  exchange,
  type Program,
  register,
  type Tokens,
} from '../support/oauth.ts';
import { type Served, serveOn, type TestServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';

export const owner = 'main@sandbox.purser.test';
export const asMyself: Choice = { as: 'user' };

type Code = { code: string; verifier: string };
type Asking = { by?: Browser; choice?: Choice };

/** What the attacks of one test file share: two programs, the browser of an owner, and a second server. */
export type Field = {
  program: Program;
  other: Program;
  browser: Browser;
  second: Served;
  codeFor: (parameters?: Record<string, string>, asking?: Asking) => Promise<Code>;
  tokensFor: (parameters?: Record<string, string>, asking?: Asking) => Promise<Tokens>;
  /** The parameters of a request for these scopes at the API. */
  forApi: (scope: string) => { resource: string; scope: string };
  asks: (path: string, init?: RequestInit) => Promise<Response>;
  /** The status of a read by this token at the API. */
  statusWith: (token: string, path?: string) => Promise<number>;
};

/** A form as a program sends it. */
export const form = (values: string | Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(values).toString(),
});

/** Prepares all of it before the tests of the file. */
export function fieldOn(server: TestServer): Field {
  const field = {} as Field;
  beforeAll(async () => {
    field.second = await serveOn(server.connection, { PURSER_BASE_URL: server.baseUrl });
    field.program = await register(server);
    field.other = await register(server);
    field.browser = await signIn(server, owner);
  });
  afterAll(() => field.second.close());
  const codeFor: Field['codeFor'] = async (
    parameters = {},
    { by = field.browser, choice = asMyself } = {},
  ) => {
    const { verifier, path } = begin(server, field.program, parameters);
    const answer = await consent(by, path, choice);
    return { code: answer.searchParams.get('code') ?? answer.href, verifier };
  };
  return Object.assign(field, {
    codeFor,
    tokensFor: async (parameters: Record<string, string> = {}, asking: Asking = {}) => {
      const { code, verifier } = await codeFor(parameters, asking);
      const { body } = await exchange(server, codeGrant(field.program, code, verifier));
      if (body['error'] !== undefined) throw new Error(JSON.stringify(body));
      return body as Tokens;
    },
    forApi: (scope: string) => ({ resource: `${server.baseUrl}/api`, scope }),
    asks: (path: string, init: RequestInit = {}) =>
      fetch(server.baseUrl + path, { redirect: 'manual', ...init }),
    statusWith: async (token: string, path = '/wallets') =>
      (await server.as({ key: token }).get(path)).status,
  });
}
