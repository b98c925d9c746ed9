import { setTimeout as pause } from 'node:timers/promises';
import { startProgram, stopProgram } from '../support/program.ts';
import { type Cut, startClients } from './clients.ts';

/** The outcome of one stop under load. */
export type Stop = {
  answered: number;
  /** Requests without a response on connections that were open before the signal. */
  cutBefore: readonly Cut[];
  /** The same on connections that were opened after it. */
  cutAfter: readonly Cut[];
  wrong: Record<number, number>;
  code: number | null;
  took_ms: number;
};

const answeredBefore = 200;

/** Starts the program on a folder, and stops it with SIGTERM while clients pay and read. */
export async function stopOnce(folder: string, clients: number, leave: boolean): Promise<Stop> {
  // Clients that never stop keep the server busy until its time-out.
  const settings = leave ? {} : { PURSER_SHUTDOWN_TIMEOUT_MS: '5000' };
  const program = await startProgram({ folder, settings });
  const load = startClients({ port: program.port, parties: program.sandbox.parties }, clients, leave);
  while (load.answered() < answeredBefore) await pause(1);
  const signaled_ms = performance.now();
  const { code } = await stopProgram(program);
  const took_ms = performance.now() - signaled_ms;
  await load.ended;
  return {
    answered: load.answered(),
    cutBefore: load.cut.filter(({ opened_ms }) => opened_ms < signaled_ms),
    cutAfter: load.cut.filter(({ opened_ms }) => opened_ms >= signaled_ms),
    wrong: Object.fromEntries(load.wrong),
    code,
    took_ms,
  };
}
