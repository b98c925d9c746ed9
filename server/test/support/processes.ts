import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProcesses } from '../../src/db/embedded/proc.ts';

/** Returns the pids of all processes with the folder in their command line: servers, postmasters and their guards. */
export const processesOn = (folder: string): number[] =>
  findProcesses((command) => command.some((word) => word.includes(folder)));

/**
 * Returns the pid of the folder's postmaster, as PostgreSQL recorded it. Throws while there is none: a signal to 0 would end
 * the tests.
 */
export async function postmasterOn(folder: string): Promise<number> {
  const pid = Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  if (pid > 0) return pid;
  throw new Error('PostgreSQL has not written its pid yet');
}
