import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Database, here, urlOf } from './program.ts';

// Both commands want one, and neither reads anything that is sealed with it.
const unused = `k1:${'0'.repeat(32)}`;

const commands = [['export', '--entries', '--from', '2000-01-01T00:00:00Z'], ['reconcile']];

/**
 * Returns what an accountant would complain about: movements that do not sum to zero in `npm run export`, and
 * differences between the clearing accounts and the bank's book in `npm run reconcile`, which compares up to a day ago.
 */
export async function bookkeepingFindings(database: Database, code = here): Promise<string[]> {
  const findings: string[] = [];
  for (const [name = '', ...args] of commands) {
    const child = spawn(process.execPath, [join(code, `server/src/commands/${name}.ts`), ...args], {
      env: { PATH: process.env['PATH'], DATABASE_URL: urlOf(database), PURSER_SECRET: unused },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    if (exitCode !== 0)
      findings.push(`npm run ${name}: ${(name === 'export' ? err : out + err).slice(0, 1_000)}`);
  }
  return findings;
}
