import { fullDisk } from '../full-disk.ts';

export const diskFull = fullDisk('disk-full', 'data', 'no space left for the tables, for up to 5 s');
