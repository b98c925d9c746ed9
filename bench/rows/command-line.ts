import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { run } from '../../proof/support/run-command.ts';
import type { Bench, Measurement, MeasurementResult } from '../bench.ts';
import { printCells } from '../report/terminal.ts';
import { spreadOf, withoutYardstick } from '../statistics.ts';

const inClone = (path: string): string => fileURLToPath(new URL(`../../cli/${path}`, import.meta.url));
const starts = 20;

/** Returns how long a program of Node takes from its start to its end, in ms. */
function runtime_ms(args: readonly string[]): number {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - started;
}

/** Measures what the command line adds to the start of Node, in turns with a Node that does nothing. */
export const commandLine: Measurement = {
  ids: ['commandVersion'],
  async measure({ rounds }: Bench): Promise<MeasurementResult> {
    await run(process.execPath, [inClone('scripts/build.js')]);
    const words = [inClone('bin/purser.js'), '--version'];
    const added_ms: number[] = [];
    printCells(['round', 'added']);
    for (let round = 1; round <= rounds; round++) {
      const turns = Array.from({ length: starts }, () => {
        const empty_ms = runtime_ms(['-e', '0']);
        return runtime_ms(words) - empty_ms;
      });
      added_ms.push(spreadOf(turns).median);
      printCells([String(round), `${added_ms.at(-1)?.toFixed(0)} ms`]);
    }
    const row = withoutYardstick(added_ms, {
      id: 'commandVersion',
      title: '`purser --version`, beyond `node -e 0` of the same round',
      unit: 'ms',
      asked: { atMost: 60 },
    });
    return { rows: [row] };
  },
};
