import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxFile } from '../../../server/src/start/sandbox-file.ts';
import { headerOf } from '../http.ts';
import type { Http } from '../http.ts';
import { exchange, newAttempt, send } from './attempt.ts';
import type { Attempt, Exchange, Verdict } from './attempt.ts';
import type { Client, Thing } from './stories.ts';

/** Where a load goes, and who sends it. */
export type Target = { port: number; parties: SandboxFile['parties'] };

/** What all clients of a load have done and got. */
export type Tally = {
  attempts: Attempt[];
  failures: Map<string, { verdict: Verdict; count: number }>;
  acknowledged: number;
  slowest_ms: number;
};

type Employment = { target: Target; http: Http; tally: Tally; timeout_ms: number; polite: boolean };

const tired_ms = 20;
const retriesAtOnce = 2;

/** A client; half of what fails it asks for again at once under the same key, the rest it leaves for later. */
export function clientOf({ target, http, tally, timeout_ms, polite }: Employment, signal: AbortSignal) {
  let hasLeft = false;
  const isLeaving = (): boolean => hasLeft || signal.aborted;

  async function note({ reply, verdict }: Exchange): Promise<void> {
    if (polite && reply && headerOf(reply, 'connection') === 'close') hasLeft = true;
    if (verdict.kind === 'done') return;
    const known = tally.failures.get(verdict.text);
    tally.failures.set(verdict.text, { verdict, count: (known?.count ?? 0) + 1 });
    if (verdict.kind !== 'refused') await pause(tired_ms);
  }

  /** Whether its outcome is clear. */
  async function ask(attempt: Attempt): Promise<boolean> {
    const sent_ms = performance.now();
    const exchanged = await send(http, attempt, timeout_ms);
    const { kind } = exchanged.verdict;
    tally.slowest_ms = Math.max(tally.slowest_ms, performance.now() - sent_ms);
    if (kind === 'done') tally.acknowledged += 1;
    await note(exchanged);
    return kind === 'done' || kind === 'refused';
  }

  const write: Client['write'] = async (path, apiKey, values) => {
    if (hasLeft) return null;
    const key = randomUUID();
    const isNew = values && !path.startsWith('/approvals');
    const sent = values ? { ...values, ...(isNew && { description: key }) } : null;
    const attempt = newAttempt({ key, path, apiKey, values: sent });
    tally.attempts.push(attempt);
    let retries = tally.attempts.length % 2 === 0 ? retriesAtOnce : 0;
    while (!(await ask(attempt)) && retries > 0 && !isLeaving()) retries -= 1;
    return attempt.answer && (JSON.parse(attempt.answer.text) as { data: Thing }).data;
  };

  const list: Client['list'] = async (path, key) => {
    if (hasLeft) return [];
    const exchanged = await exchange(http, { method: 'GET', path, key }, timeout_ms);
    await note(exchanged);
    const { reply, verdict } = exchanged;
    return verdict.kind === 'done' && reply ? (JSON.parse(reply.text) as { data: Thing[] }).data : [];
  };

  const client: Client = { parties: target.parties, write, list };
  return { client, isLeaving };
}
