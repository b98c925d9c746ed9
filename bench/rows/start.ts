import { setTimeout as pause } from 'node:timers/promises';
import { scratchFolder } from '../../proof/support/scratch.ts';
import type { Bench, MeasurementResult, Measurement, Row } from '../bench.ts';
import { printCells } from '../report/terminal.ts';
import { withoutYardstick } from '../statistics.ts';
import { residentMemory_MB } from '../usage.ts';
import { startServer } from '../world/server.ts';

const settle_ms = 5_000;

/** Measures the time until the program is ready, on a new and on an existing data folder, and its memory when idle. */
export const start: Measurement = {
  ids: ['startCold', 'startWarm', 'idleMemory'],
  async measure({ rounds, settings }: Bench, wanted): Promise<MeasurementResult> {
    const cold: number[] = [];
    const warm: number[] = [];
    const memory: number[] = [];
    printCells(['round', 'cold', 'warm', 'memory']);
    for (let round = 1; round <= rounds; round++) {
      const folder = await scratchFolder();
      const first = await startServer(folder, settings);
      await first.stop();
      const second = await startServer(folder, settings);
      await pause(settle_ms);
      const used_MB = residentMemory_MB(second.pid);
      await second.stop();
      cold.push(first.readyAfter_ms / 1000);
      warm.push(second.readyAfter_ms / 1000);
      if (used_MB !== null) memory.push(used_MB);
      printCells([
        String(round),
        `${cold.at(-1)?.toFixed(2)} s`,
        `${warm.at(-1)?.toFixed(2)} s`,
        used_MB === null ? 'unknown' : `${used_MB.toFixed(0)} MB`,
      ]);
    }
    const rows: Row[] = [
      withoutYardstick(cold, {
        id: 'startCold',
        title: 'Start on a new data folder, until ready',
        unit: 's',
        asked: { atMost: 6 },
      }),
      withoutYardstick(warm, {
        id: 'startWarm',
        title: 'Start on an existing data folder, until ready',
        unit: 's',
        asked: { atMost: 1.5 },
      }),
      withoutYardstick(memory, {
        id: 'idleMemory',
        title: `Memory of the Node process, ${settle_ms / 1000} s after its second start`,
        unit: 'MB',
        asked: { atMost: 150 },
      }),
    ];
    return { rows: rows.filter(({ id }) => wanted.has(id)) };
  },
};
