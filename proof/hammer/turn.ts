import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionError, codesOf, headerOf } from '../support/http.ts';
import type { HttpResponse, HttpRequest } from '../support/http.ts';
import { remember } from './model/model.ts';
import type { Method } from './model/model.ts';
import { randomOf } from './random.ts';
import type { Random } from './random.ts';
import type { Run } from './run.ts';
import { Violation, describeExchange } from './violation.ts';
import type { Promised } from './violation.ts';
import type { Actor } from './model/types.ts';

/** A request of a turn. */
export type Ask = {
  as: Actor | null;
  method?: Method;
  path: string;
  body?: object;
  /** Its Idempotency-Key. */
  key?: string | null;
  agentId?: string | null;
  /** On which server; any, unless said. */
  server?: number;
  /** May it be sent again later, to be answered the same? */
  isForgotten?: boolean;
};

/** One operation of one client: its own random numbers, and how it reaches the service. */
export type Turn = {
  run: Run;
  /** `<seed>-<client>-<number>`, which nothing else has. */
  name: string;
  random: Random;
  /** A token that no other request has; for keys and descriptions. */
  token: () => string;
  send: (ask: Ask) => Promise<HttpResponse>;
  note: (ending: string) => void;
  /** Ends the run: this was promised, and did not hold. */
  fail: (promised: Promised, text: string) => never;
  exchanges: () => string[];
};

const shownExchanges = 6;
const patience_ms = 60_000;
const keyForm = /(?:sk|ak)_pur_[a-z]+_[0-9A-Za-z]{39}/;

function fail(promised: Promised, text: string): never {
  throw new Violation(promised, text);
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
    note: (ending) => run.statistics.note(kind, ending),
    fail,
    exchanges: () => exchanges.slice(-shownExchanges).map((describe) => describe()),
    send: async (ask) => {
      const server = ask.server ?? random.below(run.world.https.length);
      const request = requestOf(ask, random);
      let response: HttpResponse | null = null;
      exchanges.push(() => describeExchange(request, response, server));
      response = await answerOf(run, request, server);
      run.operations += 1;
      check(response);
      const { as, key, body } = ask;
      if (as && key && !ask.isForgotten && response.status < 300) {
        const { method = 'GET', path, agentId = null } = ask;
        const answered = { as, method, path, body, agentId, key, response, round: run.model.round };
        remember(run.model, answered, random.below(1_000_000));
      }
      return response;
    },
  };
}

function requestOf({ as, method = 'GET', path, body, key, agentId }: Ask, random: Random): HttpRequest {
  const headers: Record<string, string> = {};
  if (key) headers['Idempotency-Key'] = key;
  if (agentId) headers['X-Agent-ID'] = agentId;
  if (agentId || random.chance(0.1)) headers['X-Instance-ID'] = `chat ${random.below(10)}`;
  const request: HttpRequest = { method, path, headers };
  if (as) request.key = as.key;
  if (body) request.body = { data: { attributes: body } };
  return request;
}

/** The answer. What is told to come again does; where servers are killed, so does what got no answer. */
async function answerOf(run: Run, request: HttpRequest, server: number): Promise<HttpResponse> {
  const deadline_ms = Date.now() + patience_ms;
  for (;;) {
    try {
      const http = run.world.https[server];
      if (!http) throw new RangeError('there is no such server');
      const response = await http.send(request);
      const isUnsettled =
        (run.kills && response.status === 503) || codesOf(response)[0] === 'idempotency_request_in_progress';
      if (!isUnsettled || Date.now() > deadline_ms) return response;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      if (!run.kills || Date.now() > deadline_ms) {
        throw new Violation('G5', `a request got no answer: ${error.message}`);
      }
    }
    run.statistics.note('(asked again)', 'request');
    await pause(50);
  }
}

/** What holds of every answer. */
function check(response: HttpResponse): void {
  const { status, text } = response;
  if (status >= 500) fail('G5', `an answer says ${status}`);
  if (status === 429) fail('answers', 'a request was turned away by a rate limit that is switched off');
  if (headerOf(response, 'request-id') === null) fail('answers', 'an answer has no HttpRequest-Id');
  if (status < 400) return;
  if (codesOf(response).length === 0) fail('answers', 'an error has no code');
  if (keyForm.test(text)) fail('G13', 'an error shows a key');
}

/** The one code of a refusal, or the status of a success: what counts are kept of. */
export function endingOf(response: HttpResponse): string {
  return response.status < 300
    ? String(response.status)
    : `${response.status} ${codesOf(response).join('+')}`;
}

/** The resource in an answer. */
export function dataOf(response: HttpResponse): unknown {
  return (JSON.parse(response.text) as { data: unknown }).data;
}

/** Where the next page of a list begins, null at its end. */
export function nextCursorOf(response: HttpResponse): string | null {
  type Page = { meta: { pagination: { nextCursor?: string | null; next_cursor?: string | null } } };
  const { nextCursor, next_cursor: underscored } = (JSON.parse(response.text) as Page).meta.pagination;
  return nextCursor ?? underscored ?? null;
}
