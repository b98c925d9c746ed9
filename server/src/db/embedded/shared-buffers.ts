import { totalmem } from 'node:os';

const max_MB = 1024;

/**
 * Returns PostgreSQL's shared_buffers in MB: a quarter of the memory of the machine or container, 1 GB at most. The
 * memory is allocated as it is used. With PostgreSQL's default of 128 MB, crash recovery takes three times as long.
 */
export function sharedBuffers_MB(): number {
  const limit = process.constrainedMemory() || Infinity; // 0 where there is no limit
  return Math.min(max_MB, Math.max(1, Math.floor(Math.min(limit, totalmem()) / 4 / 1024 ** 2)));
}
