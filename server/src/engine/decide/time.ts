import type { Changes } from '../model/changes.ts';
import type { LoadedState } from '../model/state.ts';

// When a batch is decided, and its movements are dated: under its locks, by the service's clock, and never before what is
// closed. A statement or an export ends at such a time: what it showed can no longer change.

const ms_us = 1000n;

/**
 * Returns the time of a batch, in microseconds since 1970: that of the service's clock after its locks were taken, or the
 * latest time at which one of its wallets or counters already is, if that is later. After a failover
 * the clock may be behind, and a counter keeps only one day.
 */
export function batchTime(loaded: LoadedState): bigint {
  let latest = BigInt(loaded.clock.now_ms) * ms_us;
  const later = (time_us: bigint): void => void (latest = time_us > latest ? time_us : latest);
  later(loaded.clock.datedTo_us);
  for (const wallets of loaded.wallets.values()) for (const { datedTo_us } of wallets) later(datedTo_us);
  for (const { day } of loaded.counters.values()) later(BigInt(Date.parse(day)) * ms_us);
  for (const { at } of loaded.ruleCounters.values()) later(BigInt(+at) * ms_us);
  return latest;
}

const room_us = 900n; // a command has fewer movements than the 100 that are left

/** Returns the time at which the next command of a batch is decided: its movements are dated in the same millisecond. */
export function timeOf(changes: Pick<Changes, 'time_us'>): Date {
  const beyond_us = changes.time_us % ms_us;
  if (beyond_us > room_us) changes.time_us += ms_us - beyond_us;
  return new Date(Number(changes.time_us / ms_us));
}
