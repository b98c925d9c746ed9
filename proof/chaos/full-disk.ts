import { join } from 'node:path';
import { mountDisk } from './disk.ts';
import { type Fault, faultIn } from './fault.ts';
import { openRemoteWorld } from './world.ts';

const size_mb = 250;

/** Defines a fault that fills the disk of this part of the database, and frees the space again. */
export function fullDisk(name: string, place: 'data' | 'wal', what: string): Fault {
  return faultIn({
    name,
    what,
    hold_ms: [2_000, 5_000],
    open: async () => {
      const disk = await mountDisk(size_mb);
      return { ...(await openRemoteWorld({ [place]: join(disk.folder, place) })), disk };
    },
    inject: async ({ disk, cluster }) => {
      await disk.fill();
      return async () => {
        await disk.empty();
        await cluster.start();
      };
    },
  });
}
