import { fullDisk } from '../full-disk.ts';

export const walDiskFull = fullDisk(
  'wal-disk-full',
  'wal',
  'no room left for the write-ahead log, on which PostgreSQL stops itself, for up to 5 s; started again',
);
