import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxFile } from '../../../server/src/start/sandbox-file.ts';
import { headerOf, type HttpClient } from '../http.ts';
import { type Attempt, exchange, type Exchange, newAttempt, send, type Verdict } from './attempt.ts';
import type { Client, Resource } from './scenarios.ts';

/** The server that a load is sent to, and the parties that send it. */
export type Target = { port: number; parties: SandboxFile['parties'] };

/** The writes and outcomes of all clients of a load. */
export type Tally = {
  attempts: Attempt[];
  failures: Map<string, { verdict: Verdict; count: number }>;
  acknowledged: number;
  slowest_ms: number;
};

type ClientOptions = {
  target: Target;
  http: HttpClient;
  tally: Tally;
  timeout_ms: number;
  stopsOnClose: boolean;
};

const pauseAfterFailure_ms = 20;
const immediateRetries = 2;

/** Returns the attribute in which a resource that a path creates keeps the key. */
function keyWithin(path: string, key: string): object {
  if (path.startsWith('/approvals') || path.endsWith('/fulfill')) return {};
  return path === '/wallets' ? { displayName: key } : { description: key };
}

/** Creates a client. It retries every second failed write at once under the same key, and leaves the others open. */
export function createClient(options: ClientOptions, signal: AbortSignal) {
  const { target, http, tally, timeout_ms, stopsOnClose } = options;
  let hasStopped = false;
  const isStopping = (): boolean => hasStopped || signal.aborted;

  async function record({ response, verdict }: Exchange): Promise<void> {
    if (stopsOnClose && response && headerOf(response, 'connection') === 'close') hasStopped = true;
    if (verdict.kind === 'done') return;
    const known = tally.failures.get(verdict.text);
    tally.failures.set(verdict.text, { verdict, count: (known?.count ?? 0) + 1 });
    if (verdict.kind !== 'refused') await pause(pauseAfterFailure_ms);
  }

  /** Sends the write once. Returns whether its outcome is known. */
  async function sendOnce(attempt: Attempt): Promise<boolean> {
    const sent_ms = performance.now();
    const exchanged = await send(http, attempt, timeout_ms);
    const { kind } = exchanged.verdict;
    tally.slowest_ms = Math.max(tally.slowest_ms, performance.now() - sent_ms);
    if (kind === 'done') tally.acknowledged += 1;
    await record(exchanged);
    return kind === 'done' || kind === 'refused';
  }

  const write: Client['write'] = async (path, apiKey, values) => {
    if (hasStopped) return null;
    const key = randomUUID();
    const sent = values ? { ...values, ...keyWithin(path, key) } : null;
    const attempt = newAttempt({ key, path, apiKey, values: sent });
    tally.attempts.push(attempt);
    let retries = tally.attempts.length % 2 === 0 ? immediateRetries : 0;
    while (!(await sendOnce(attempt)) && retries > 0 && !isStopping()) retries -= 1;
    return attempt.response && (JSON.parse(attempt.response.text) as { data: Resource }).data;
  };

  const list: Client['list'] = async (path, key) => {
    if (hasStopped) return [];
    const exchanged = await exchange(http, { method: 'GET', path, key }, timeout_ms);
    await record(exchanged);
    const { response, verdict } = exchanged;
    return verdict.kind === 'done' && response
      ? (JSON.parse(response.text) as { data: Resource[] }).data
      : [];
  };

  const client: Client = { parties: target.parties, write, list };
  return { client, isStopping };
}
