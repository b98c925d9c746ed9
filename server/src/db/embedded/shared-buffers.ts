import { totalmem } from 'node:os';

const most_MB = 1024;

/**
 * What PostgreSQL keeps of its files in memory, in MB: a quarter of what the machine or container has, a gigabyte at most.
 * It is taken as it is used. PostgreSQL's own 128 MB make the way through the log after a crash three times as long.
 */
export function sharedBuffers_MB(): number {
  const limit = process.constrainedMemory() || Infinity; // 0 where there is none
  return Math.min(most_MB, Math.max(1, Math.floor(Math.min(limit, totalmem()) / 4 / 1024 ** 2)));
}
