import { PurserError } from '../../errors.ts';
import type { Command } from '../decide/commands.ts';
import type { Engine } from './engine.ts';

/** How many commands of Purser's own work run at once: they fill little of the queue, which the clients need. */
export const groupSize = 16;

/**
 * Runs commands of Purser's own work, group by group, and returns how many were done. If one fails because of what it
 * is about, the others run all the same, and then the failure is thrown. Throws what concerns all at once.
 */
export async function runInGroups(
  engine: Pick<Engine, 'run'>,
  commands: readonly Command[],
): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (let start = 0; start < commands.length; start += groupSize) {
    const group = commands.slice(start, start + groupSize);
    for (const settled of await Promise.allSettled(group.map((command) => engine.run(command)))) {
      if (settled.status === 'fulfilled') done += settled.value.done ? 1 : 0;
      else if (settled.reason instanceof PurserError) throw settled.reason;
      else failures.push(settled.reason);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
