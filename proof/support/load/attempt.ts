import { attributes, Broken, codesOf, headerOf } from '../http.ts';
import type { Http, Reply, Request } from '../http.ts';

/** A keyed write that a caller wants to happen once, and what became of it so far. */
export type Attempt = {
  key: string;
  path: string;
  apiKey: string;
  /** Null for one without a body. What makes something carries its key as its description. */
  values: object | null;
  /** The success that was acknowledged. */
  answer: Reply | null;
  /** The code of a refusal that no retry is to change. */
  refusal: string | null;
  /** Whether some request for it was not answered, or by `outcome_unknown`: else nothing was done, as each answer said. */
  mayBeDone: boolean;
};

/**
 * How a request went: success, or a refusal that is final; `later`, which a retry under the same key is to clear up;
 * `broken`, no answer; `wrong`, which no fault excuses. `text` says it in a few words.
 */
export type Verdict = { kind: 'done' | 'refused' | 'later' | 'broken' | 'wrong'; text: string };

const final = new Set(['conflict', 'insufficient_funds']);
const unavailable = new Set(['service_unavailable', 'outcome_unknown']);

/** A write that nobody has asked for yet. */
export function newAttempt(wanted: Pick<Attempt, 'key' | 'path' | 'apiKey' | 'values'>): Attempt {
  return { ...wanted, answer: null, refusal: null, mayBeDone: false };
}

/** Whether nothing is known of its effect. */
export function isOpen({ answer, refusal }: Attempt): boolean {
  return answer === null && refusal === null;
}

/** A request's answer, null where there is none, and what to make of it. */
export type Exchange = { reply: Reply | null; verdict: Verdict };

/** Sends a request and judges its answer. */
export async function exchange(http: Http, request: Request, timeout_ms: number): Promise<Exchange> {
  try {
    const reply = await http.send(request, timeout_ms);
    return { reply, verdict: judge(reply) };
  } catch (error) {
    if (error instanceof Broken) return { reply: null, verdict: { kind: 'broken', text: error.message } };
    throw error;
  }
}

/** Asks for it, for the first time or again, and notes in it what came. */
export async function send(http: Http, attempt: Attempt, timeout_ms: number): Promise<Exchange> {
  const { key, path, apiKey, values } = attempt;
  const headers = { 'Idempotency-Key': key };
  const body = values && attributes(values);
  const request = { method: 'POST', path, key: apiKey, headers, ...(body && { body }) };
  const exchanged = await exchange(http, request, timeout_ms);
  const { reply, verdict } = exchanged;
  if (verdict.kind === 'done') attempt.answer = reply;
  if (verdict.kind === 'refused') attempt.refusal = verdict.text;
  if (verdict.kind === 'broken' || verdict.text.includes('outcome_unknown')) attempt.mayBeDone = true;
  return exchanged;
}

function judge(reply: Reply): Verdict {
  if (reply.status < 300) return { kind: 'done', text: String(reply.status) };
  const [code = 'no code', ...others] = codesOf(reply);
  const text = `${reply.status} ${code}`;
  if (others.length > 0) return { kind: 'wrong', text: `${text} and others` };
  if (reply.status === 409 && final.has(code)) return { kind: 'refused', text };
  if (reply.status === 409 && code === 'idempotency_request_in_progress') return { kind: 'later', text };
  if (reply.status !== 503 || !unavailable.has(code)) return { kind: 'wrong', text };
  const retryAfter = Number(headerOf(reply, 'retry-after'));
  return retryAfter >= 1 ? { kind: 'later', text } : { kind: 'wrong', text: `${text} without Retry-After` };
}
