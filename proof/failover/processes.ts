import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf } from '../../server/src/db/embedded/proc.ts';

function postmasterOf(folder: string): number | null {
  const pid = Number(textOf(join(folder, 'postmaster.pid')).split('\n')[0]);
  return pid > 0 && commandOf(pid)?.includes(folder) ? pid : null;
}

/** Returns the pids of the postmaster on a data folder and of its processes, itself first; none where it is down. */
export function databaseProcesses(folder: string): number[] {
  const postmaster = postmasterOf(folder);
  return postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)];
}

/** Returns the pid of the process that receives the write-ahead log from the leader; none on the leader. */
export function walReceivers(folder: string): number[] {
  return databaseProcesses(folder).filter((pid) => commandOf(pid)?.[0]?.includes('walreceiver'));
}

function childrenOf(pid: number): number[] {
  return textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
