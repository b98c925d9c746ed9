import { setTimeout as pause } from 'node:timers/promises';
import { codesOf, ConnectionError, headerOf, type HttpRequest, type HttpResponse } from '../support/http.ts';
import { type Method, storeCompletedWrite } from './model/model.ts';
import { type Random, randomOf } from './random.ts';
import type { Run } from './run.ts';
import { describeExchange, type Guarantee, keyForm, Violation } from './violation.ts';
import type { Actor } from './model/types.ts';

/** A request that an operation sends. */
export type RequestSpec = {
  as: Actor | null;
  method?: Method;
  path: string;
  body?: object;
  /** A body that is no document of the API, and the headers that say so. */
  message?: { body: object; headers: Readonly<Record<string, string>> };
  /** Its Idempotency-Key. */
  key?: string | null;
  agentId?: string | null;
  /** The index of the server (default: a random one). */
  server?: number;
  /** Do not store the write for later replays. */
  skipReplay?: boolean;
  /** It may be refused because a place is taken: statements have few, one for each party. */
  mayBeBusy?: boolean;
};

/** One operation of one client: its random sequence and its access to the service. */
export type Turn = {
  run: Run;
  /** Unique: `<seed>-<client>-<number>`. */
  name: string;
  random: Random;
  /** Returns a unique token for a key or description. */
  token: () => string;
  send: (spec: RequestSpec) => Promise<HttpResponse>;
  record: (outcome: string) => void;
  /** Reports a violation of a guarantee, which ends the run. */
  fail: (guarantee: Guarantee, text: string) => never;
  exchanges: () => string[];
};

/** What ignores an idempotency key, as the specification has it: a retry is a new request. */
const keyless: ReadonlySet<string> = new Set(['/api-keys', '/party-invitations']);
const shownExchanges = 6;
/** Longer than a server waits for its turn and then for its work, so that it is the server that gives up. */
export const longestAnswer_ms = 150_000;
const timeout_ms = 60_000;
const timeoutWithKills_ms = 300_000; // a busy machine restarts a server for longer than it then lives

function fail(guarantee: Guarantee, text: string): never {
  throw new Violation(guarantee, text);
}

export function beginTurn(run: Run, client: number, number: number, kind: string): Turn {
  const name = `${run.seed}-${client}-${number}`;
  const random = randomOf(name);
  const exchanges: Array<() => string> = [];
  let tokens = 0;
  return {
    run,
    name,
    random,
    token: () => `h-${name}-${(tokens += 1)}`,
    record: (outcome) => run.statistics.record(kind, outcome),
    fail,
    exchanges: () => exchanges.slice(-shownExchanges).map((describe) => describe()),
    send: async (spec) => {
      const server = spec.server ?? random.below(run.world.httpClients.length);
      const request = requestOf(spec, random);
      let response: HttpResponse | null = null;
      exchanges.push(() => describeExchange(request, response, server));
      response = await sendWithRetries(run, request, server);
      run.operations += 1;
      check(response, spec.mayBeBusy);
      const { as, key, body } = spec;
      if (as && request.method !== 'GET' && response.status === 403) run.refusedKeys.add(prefixOf(as.key));
      if (as && key && !spec.skipReplay && !keyless.has(spec.path) && response.status < 300) {
        const { method = 'GET', path, agentId = null } = spec;
        const write = { as, method, path, body, agentId, key, response, round: run.model.round };
        storeCompletedWrite(run.model, write, random.below(1_000_000));
      }
      return response;
    },
  };
}

/** Returns the part of a key by which the audit log names it. */
function prefixOf(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 9);
}

function requestOf(
  { as, method = 'GET', path, body, message, key, agentId }: RequestSpec,
  random: Random,
): HttpRequest {
  const headers: Record<string, string> = { ...message?.headers };
  if (key) headers['Idempotency-Key'] = key;
  if (agentId) headers['X-Agent-ID'] = agentId;
  if (agentId || random.chance(0.1)) headers['X-Instance-ID'] = `chat ${random.below(10)}`;
  const request: HttpRequest = { method, path, headers };
  if (as) request.key = as.key;
  if (body) request.body = { data: { attributes: body } };
  if (message) request.body = message.body;
  return request;
}

/** Sends a request, and retries it where Purser asks for that; where servers are killed, also without a response. */
async function sendWithRetries(run: Run, request: HttpRequest, server: number): Promise<HttpResponse> {
  const deadline_ms = Date.now() + (run.kills ? timeoutWithKills_ms : timeout_ms);
  for (;;) {
    try {
      const http = run.world.httpClients[server];
      if (!http) throw new RangeError('no such server');
      const response = await http.send(request, longestAnswer_ms);
      const isUnsettled =
        (run.kills && response.status === 503) || codesOf(response)[0] === 'idempotency_request_in_progress';
      if (!isUnsettled || Date.now() > deadline_ms) return response;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      if (!run.kills || Date.now() > deadline_ms) {
        throw new Violation('G5', `a request got no response: ${error.message}`);
      }
    }
    run.statistics.record('(retried)', 'request');
    await pause(50);
  }
}

export const busy: ReadonlySet<number> = new Set([429, 503]);

/** Checks what every response must satisfy. */
function check(response: HttpResponse, mayBeBusy = false): void {
  const { status, text } = response;
  if (mayBeBusy && busy.has(status)) return;
  if (status >= 500) fail('G5', `a response has status ${status}`);
  if (status === 429) fail('responses', 'a request was refused by a limit that its party has not reached');
  if (headerOf(response, 'request-id') === null) fail('responses', 'a response has no Request-Id');
  if (status < 400) return;
  if (codesOf(response).length === 0) fail('responses', 'an error has no code');
  if (keyForm.test(text)) fail('G13', 'an error shows a key');
}

/** Returns the outcome to count: the status, and for a refusal its codes. */
export function outcomeOf(response: HttpResponse): string {
  return response.status < 300
    ? String(response.status)
    : `${response.status} ${codesOf(response).join('+')}`;
}

/** Returns the resource in a response. */
export function dataOf(response: HttpResponse): unknown {
  return (JSON.parse(response.text) as { data: unknown }).data;
}

/** Returns the cursor of the next page of a list; null on the last page. */
export function nextCursorOf(response: HttpResponse): string | null {
  type Page = { meta: { pagination: { nextCursor?: string | null; next_cursor?: string | null } } };
  const { nextCursor, next_cursor: underscored } = (JSON.parse(response.text) as Page).meta.pagination;
  return nextCursor ?? underscored ?? null;
}
