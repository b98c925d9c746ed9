import { drawKind, operations } from './profiles.ts';
import type { ProfileName } from './profiles.ts';
import type { Run } from './run.ts';
import { beginTurn } from './turn.ts';
import { Violation } from './violation.ts';

/** A client: what it does next is drawn from the seed, its own number and how many operations it has done. */
export type Client = { number: number; turns: number };

export function newClients(count: number): Client[] {
  return Array.from({ length: count }, (_, number) => ({ number, turns: 0 }));
}

/** Lets all clients work until so many requests were answered, or a promise is broken; each ends what it has begun. */
export async function letWork(
  run: Run,
  clients: readonly Client[],
  { profile, until }: { profile: ProfileName; until: number },
): Promise<void> {
  await Promise.all(
    clients.map(async (client) => {
      while (run.operations < until && !run.violation) await takeTurn(run, client, profile);
    }),
  );
}

async function takeTurn(run: Run, client: Client, profile: ProfileName): Promise<void> {
  client.turns += 1;
  const { number, turns } = client;
  const kind = drawKind(profile, run.kills, run.seed, number, turns);
  const turn = beginTurn(run, number, turns, kind);
  try {
    await operations[kind](turn);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    run.violation ??= {
      violation: error,
      afterOperations: run.operations,
      client: number,
      turn: turns,
      kind,
      exchanges: turn.exchanges(),
    };
  }
}
