import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  attributes,
  type Connection,
  ConnectionError,
  headerOf,
  type HttpRequest,
  openConnection,
} from '../support/http.ts';
import type { Target } from '../support/load/client.ts';

/**
 * How a client sends: over one connection as long as that stays open, without or with pauses, or each request over a
 * new connection.
 */
const manners = ['steady', 'pausing', 'reconnecting'] as const;
type Manner = (typeof manners)[number];

/** A request that was sent completely and got no response, and when its connection was opened (`performance.now()`). */
export type Cut = { code: string; manner: Manner; opened_ms: number; sent_ms: number };

export type Clients = {
  answered: () => number;
  /** Responses that nothing excuses, by status. */
  wrong: ReadonlyMap<number, number>;
  cut: readonly Cut[];
  /** Resolves when every client has stopped, because the server takes no connection any more. */
  ended: Promise<unknown>;
};

const timeout_ms = 60_000; // longer than any stop
const longestPause_ms = 60;

/**
 * Starts clients that pay and read until the server refuses connections. Those that `leave` stop earlier: when the
 * server closes their connection after a response, as clients behind a load balancer do.
 */
export function startClients(target: Target, count: number, leave: boolean): Clients {
  const wrong = new Map<number, number>();
  const cut: Cut[] = [];
  let answered = 0;

  async function work(index: number): Promise<void> {
    const manner = manners[index % manners.length] as Manner;
    for (let turn = index; ; turn += 1) {
      const opened = await open(target);
      if (!opened) return;
      const { connection, opened_ms } = opened;
      for (let isLast = false; connection.isOpen() && !isLast; isLast = manner === 'reconnecting') {
        const sent_ms = performance.now();
        try {
          const response = await connection.send(requestOf(target, turn), timeout_ms);
          answered += 1;
          if (response.status >= 300) wrong.set(response.status, (wrong.get(response.status) ?? 0) + 1);
          if (leave && headerOf(response, 'connection') === 'close') return connection.close();
        } catch (error) {
          if (!(error instanceof ConnectionError)) throw error;
          if (error.sent) cut.push({ code: error.code, manner, opened_ms, sent_ms });
          if (leave) return;
        }
        if (manner === 'pausing') await pause(Math.random() * longestPause_ms);
      }
      connection.close();
    }
  }
  const ended = Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  return { answered: () => answered, wrong, cut, ended };
}

async function open({ port }: Target): Promise<{ connection: Connection; opened_ms: number } | null> {
  try {
    const connection = await openConnection({ port });
    return { connection, opened_ms: performance.now() };
  } catch (error) {
    if (error instanceof ConnectionError) return null;
    throw error;
  }
}

function requestOf({ parties: { main, customer } }: Target, turn: number): HttpRequest {
  if (turn % 3 === 0) return { method: 'GET', path: '/approvals', key: main.apiKey };
  const counterparty = { type: 'party_id', value: customer.partyId };
  const body = attributes({ amount: 1, counterparty });
  const headers = { 'Idempotency-Key': randomUUID() };
  return { method: 'POST', path: '/payments', key: main.apiKey, headers, body };
}
