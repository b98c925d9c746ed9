import type { Program } from '../../context.ts';
import { longestLookBacks_ms } from '../../engine/model/rule-history.ts';
import { deleteCountedBefore, deletePurchasesBefore } from './queries.ts';

const chunk = 1_000;
const clocks_ms = 86_400_000; // for servers whose clocks differ

type Times = typeof longestLookBacks_ms;
const deletions: { readonly [R in keyof Times]: Times[R] extends null ? null : typeof deleteCountedBefore } =
  {
    ruleCounters: deleteCountedBefore,
    knownPayees: null,
    purchases: deletePurchasesBefore,
  };

/** Deletes a chunk of the payments at which no rule of an agent looks back any more, and returns how many it deleted. */
export async function deleteOldHistory({ db }: Program, now: Date): Promise<number> {
  let count = 0;
  for (const history of Object.keys(deletions) as Array<keyof Times>) {
    const longest_ms = longestLookBacks_ms[history];
    if (longest_ms === null) continue;
    count += (await deletions[history]?.(db, new Date(now.getTime() - longest_ms - clocks_ms), chunk)) ?? 0;
  }
  return count;
}
