import { operations } from './kinds.ts';
import { killedIn } from './kills.ts';
import { drawKind, type ProfileName } from './profiles.ts';
import type { Run } from './run.ts';
import { beginTurn } from './turn.ts';
import { Violation } from './violation.ts';

/** A client. Its next operation is drawn from the seed, its number and its count of operations. */
export type Client = { number: number; turns: number };

export function newClients(count: number): Client[] {
  return Array.from({ length: count }, (_, number) => ({ number, turns: 0 }));
}

/**
 * Runs all clients until the run has sent `until` requests or found a violation. Each client completes the operation
 * that it has begun.
 */
export async function runClients(
  run: Run,
  clients: readonly Client[],
  { profile, until }: { profile: ProfileName; until: number },
): Promise<void> {
  await Promise.all(
    clients.map(async (client) => {
      while (run.operations < until && !run.violation) await runTurn(run, client, profile);
    }),
  );
}

async function runTurn(run: Run, client: Client, profile: ProfileName): Promise<void> {
  client.turns += 1;
  const { number, turns } = client;
  const kind = drawKind(profile, killedIn(run), run.seed, number, turns);
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
