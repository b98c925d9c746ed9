import {
  attributes,
  codesOf,
  ConnectionError,
  headerOf,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
} from '../http.ts';

/** A write with an idempotency key that a client wants executed once, and its outcome so far. */
export type Attempt = {
  key: string;
  path: string;
  apiKey: string;
  /** Null for a request without a body. A write that creates a resource has its key as the description. */
  values: object | null;
  /** The successful response. */
  response: HttpResponse | null;
  /** When it arrived, by `performance.now()`; 0 until then. */
  acknowledged_ms: number;
  /** The code of a final refusal, which a retry must not change. */
  refusal: string | null;
  /**
   * Whether a request got no response or `outcome_unknown`. If not, every error response stated that nothing was done.
   */
  mayHaveExecuted: boolean;
};

/**
 * The outcome of a request. `done`: success. `refused`: a final refusal. `retry`: to be retried under the same key.
 * `broken`: no response arrived. `wrong`: a response that no fault excuses. `text` describes it in a few words.
 */
export type Verdict = { kind: 'done' | 'refused' | 'retry' | 'broken' | 'wrong'; text: string };

const finalCodes = new Set(['conflict', 'insufficient_funds']);
const unavailableCodes = new Set(['service_unavailable', 'lock_timeout', 'outcome_unknown']);

/** Returns a write that has not been sent yet. */
export function newAttempt(wanted: Pick<Attempt, 'key' | 'path' | 'apiKey' | 'values'>): Attempt {
  return { ...wanted, response: null, acknowledged_ms: 0, refusal: null, mayHaveExecuted: false };
}

/** Whether the outcome of a write is still unknown. */
export function isOpen({ response, refusal }: Attempt): boolean {
  return response === null && refusal === null;
}

/** The response to a request, null where none arrived, and its verdict. */
export type Exchange = { response: HttpResponse | null; verdict: Verdict };

/** Sends a request and classifies the response. */
export async function exchange(
  http: HttpClient,
  request: HttpRequest,
  timeout_ms: number,
): Promise<Exchange> {
  try {
    const response = await http.send(request, timeout_ms);
    return { response, verdict: classify(response) };
  } catch (error) {
    if (error instanceof ConnectionError)
      return { response: null, verdict: { kind: 'broken', text: error.message } };
    throw error;
  }
}

/** Sends a write, for the first time or as a retry, and records the outcome in the attempt. */
export async function send(http: HttpClient, attempt: Attempt, timeout_ms: number): Promise<Exchange> {
  const { key, path, apiKey, values } = attempt;
  const headers = { 'Idempotency-Key': key };
  const body = values && attributes(values);
  const request = { method: 'POST', path, key: apiKey, headers, ...(body && { body }) };
  const exchanged = await exchange(http, request, timeout_ms);
  const { response, verdict } = exchanged;
  if (verdict.kind === 'done') {
    attempt.response = response;
    attempt.acknowledged_ms = performance.now();
  }
  if (verdict.kind === 'refused') attempt.refusal = verdict.text;
  if (verdict.kind === 'broken' || verdict.text.includes('outcome_unknown')) attempt.mayHaveExecuted = true;
  return exchanged;
}

function classify(response: HttpResponse): Verdict {
  if (response.status < 300) return { kind: 'done', text: String(response.status) };
  const [code = 'no code', ...others] = codesOf(response);
  const text = `${response.status} ${code}`;
  if (others.length > 0) return { kind: 'wrong', text: `${text} and others` };
  if (response.status === 409 && finalCodes.has(code)) return { kind: 'refused', text };
  if (response.status === 409 && code === 'idempotency_request_in_progress') return { kind: 'retry', text };
  if (response.status !== 503 || !unavailableCodes.has(code)) return { kind: 'wrong', text };
  const retryAfter = Number(headerOf(response, 'retry-after'));
  return retryAfter >= 1 ? { kind: 'retry', text } : { kind: 'wrong', text: `${text} without Retry-After` };
}
