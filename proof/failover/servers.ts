import { type Load, loadSettings, startLoad } from '../support/load/load.ts';
import type { Target } from '../support/load/client.ts';
import { type Program, startProgram } from '../support/program.ts';
import type { Cluster } from './cluster.ts';

const secret = 'k1:0123456789abcdef0123456789abcdef';
const clientTimeout_ms = 15_000;

/** Starts two servers on the cluster. */
export async function startServers(cluster: Cluster): Promise<Program[]> {
  const { admin: database } = await cluster.untilHealthy();
  const settings = {
    DATABASE_URL: cluster.url,
    PURSER_SECRET: secret,
    PURSER_REQUIRE_SYNC_STANDBY: String(cluster.replication === 'synchronous'),
    ...loadSettings,
  };
  const first = await startProgram({ database, settings });
  return [first, await startProgram({ database, settings, beside: first })];
}

/** Starts clients of each server. */
export function startLoads(programs: readonly Program[], clients: number): Load[] {
  return programs.map((program) => startLoad(targetOf(program), { clients, timeout_ms: clientTimeout_ms }));
}

/** Returns the server as a load's target. */
export function targetOf({ port, sandbox }: Program): Target {
  return { port, parties: sandbox.parties };
}
