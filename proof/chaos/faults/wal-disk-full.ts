import { fullDisk } from '../full-disk.ts';

export const walDiskFull = fullDisk(
  'wal-disk-full',
  'wal',
  'no space left for the write-ahead log, so PostgreSQL shuts down, for up to 5 s; restarted',
);
