import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Party } from '../model/types.ts';

/** A webhook of a party, and the ids of the events that its receiver took. */
export type Hook = { id: string; party: Party; secret: string; taken: Set<string> };

/** Receives the webhooks of a run as an integrator would: it verifies, counts, and fails at times. */
export type HookReceiver = {
  /** Where the webhook of this party delivers to. */
  urlOf: (party: Party) => string;
  add: (hook: Hook) => void;
  hooks: () => Hook[];
  /** What must not happen, and did. */
  faults: string[];
  /** An address of this machine that no setting allows, though a connection to it arrives here. */
  forbiddenUrl: string;
  /** From now on nothing fails, until the end of `work`. */
  whileCalm: <T>(work: () => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

type Event = { id: string; resourceId: string };

const pathOf = (party: Party): string => `/${party.id}`;

/** Starts the receiver. `record` counts what it does. */
export async function startHookReceiver(record: (outcome: string) => void): Promise<HookReceiver> {
  const hooks = new Map<string, Hook>();
  const faults: string[] = [];
  const take = newTaker(faults);
  const tried = new Set<string>();
  let isCalm = false;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const hook = hooks.get(request.url ?? '');
    const event = hook && verified(hook, request, body);
    if (!hook || !event) {
      faults.push(hook ? 'a delivery is not signed as it should' : `something was sent to ${request.url}`);
      return void response.writeHead(400).end();
    }
    const attempt = `${hook.id} ${event.id}`;
    const outcome = isCalm || tried.has(attempt) ? 'delivered' : firstOutcomeOf(event);
    tried.add(attempt);
    record(outcome);
    if (outcome === 'broken') return void request.socket.destroy();
    if (outcome === 'refused') return void response.writeHead(503).end();
    if (outcome === 'redirected') return void response.writeHead(307, { Location: '/elsewhere' }).end();
    take(hook, event);
    return void response.writeHead(204).end();
  }

  const server = createServer((request, response) => void receive(request, response).catch(() => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (party) => `http://127.0.0.1:${port}${pathOf(party)}`,
    add: (hook) => void hooks.set(pathOf(hook.party), hook),
    hooks: () => [...hooks.values()],
    faults,
    forbiddenUrl: `http://0.0.0.0:${port}/forbidden`,
    async whileCalm(work) {
      isCalm = true;
      try {
        return await work();
      } finally {
        isCalm = false;
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns what a delivery says; null if it is not signed as Standard Webhooks wants. */
function verified({ secret }: Hook, { headers }: IncomingMessage, body: string): Event | null {
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as Event;
  } catch {
    return null;
  }
}

/** Returns a function that takes an event, and names a fault if it came after a later event of its resource. */
function newTaker(faults: string[]): (hook: Hook, event: Event) => void {
  const latest = new Map<string, string>();
  return (hook, { id, resourceId }) => {
    const resource = `${hook.id} ${resourceId}`;
    if (!hook.taken.has(id)) {
      if (id < (latest.get(resource) ?? ''))
        faults.push(`${id} of ${resourceId} came after a later event of it`);
      latest.set(resource, id);
    }
    hook.taken.add(id);
  };
}

const failures = { 0: 'refused', 1: 'redirected', 2: 'broken' } as const;

/** Three of sixteen events fail the first time, each in its own way. */
function firstOutcomeOf({ id }: Event): 'refused' | 'redirected' | 'broken' | 'delivered' {
  return failures[Number.parseInt(id.slice(-1), 16) as keyof typeof failures] ?? 'delivered';
}
