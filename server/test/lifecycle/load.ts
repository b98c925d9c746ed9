import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { attributes, call, resource } from '../support/http.ts';
import type { Reply } from '../support/http.ts';
import { until } from '../flows/support.ts';
import type { Program } from './program.ts';

/** What was asked for: under which key, how, and its id (`pay_…`, `trf_…`) where the server acknowledged it. */
export type Attempt = { key: string; kind: number; id: string | null };

export type Load = {
  attempts: Attempt[];
  /** What came instead of an acknowledgement: a status, or the code of a broken connection. */
  failures: string[];
  /** Waits until so many more were acknowledged. */
  acknowledge: (count: number) => Promise<void>;
  /** Lets every client finish what it does. */
  stop: () => Promise<void>;
  /** Resolves when every client has ended by itself. */
  ended: Promise<unknown>;
};

const tired_ms = 20;

/**
 * Clients that pay and withdraw, one after the other, each time under a new key. A polite one leaves when the server closes its
 * connection after an answer; any other goes on until it is stopped, whatever happens to the server.
 */
export function startLoad(program: Program, clients: number, manners: 'polite' | 'stubborn'): Load {
  const attempts: Attempt[] = [];
  const failures: string[] = [];
  let acknowledged = 0;
  const stopping = new AbortController();
  const client = async (_: unknown, number: number): Promise<void> => {
    for (let turn = number; !stopping.signal.aborted; turn += 1) {
      const attempt: Attempt = { key: randomUUID(), kind: turn, id: null };
      attempts.push(attempt);
      const end = await send(program, attempt);
      if (typeof end === 'string') {
        failures.push(end);
        await pause(tired_ms);
        continue;
      }
      acknowledged += 1;
      if (manners === 'polite' && end.headers.get('Connection') === 'close') return;
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, client));
  return {
    attempts,
    failures,
    acknowledge: (count) => {
      const wanted = acknowledged + count;
      return until(`${wanted} writes are acknowledged`, () => acknowledged >= wanted);
    },
    stop: async () => {
      stopping.abort();
      await ended;
    },
    ended,
  };
}

/** Sends what an attempt asks for, for the first time or again. Answers the reply, or what came instead of success. */
export async function send(program: Program, attempt: Attempt): Promise<Reply | string> {
  const { path, apiKey: key, ...values } = requestOf(program, attempt.kind);
  const headers = { 'Idempotency-Key': attempt.key };
  const body = attributes({ ...values, description: attempt.key });
  try {
    const reply = await call(program.baseUrl, 'POST', path, { key, headers, body });
    if (reply.status >= 300) return String(reply.status);
    attempt.id = resource(reply).id;
    return reply;
  } catch (error) {
    return brokenBy(error);
  }
}

function to(partyId: string) {
  return { type: 'party_id', value: partyId };
}

/**
 * Payments both ways between two parties, one that is held, one that is reviewed, one that was delegated, and
 * withdrawals that complete, fail, come back, are reviewed, and one of which the bank's answer is lost.
 */
function requestOf({ parties }: Program, kind: number) {
  const { main, customer, stranger } = parties;
  const guest = { type: 'email', value: `guest-${kind % 50}@example.com` };
  const pay = { path: '/payments', apiKey: main.apiKey };
  const agent = { apiKey: main.agentKey, customerPartyId: customer.partyId };
  const { externalAccountId } = main;
  const withdraw = { path: '/transfers/withdraw', apiKey: main.apiKey, externalAccountId };
  const kinds = [
    { ...pay, amount: 3, counterparty: to(customer.partyId) },
    { ...pay, apiKey: customer.apiKey, amount: 2, counterparty: to(main.partyId) },
    { ...withdraw, amount: 5 },
    { ...pay, amount: 1, counterparty: guest },
    { ...pay, apiKey: main.limitedAgentKey, amount: 10_001, counterparty: to(stranger.partyId) },
    { ...withdraw, amount: 3 },
    { ...pay, ...agent, amount: 1, counterparty: to(stranger.partyId) },
    { ...withdraw, amount: 23 },
    { ...withdraw, amount: 98 },
  ];
  return kinds[kind % kinds.length] ?? withdraw;
}

function brokenBy(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
}
