import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { auditBooks } from '../engine/audit/audit.ts';
import { findHead, isInChain } from '../engine/audit/blocks.ts';
import { HelpAsked, requireBooks, runCommand, UsageError } from './run.ts';

const usage = `npm run audit                        recomputes the books and verifies the sealed audit log
npm run audit -- --head              prints the head of the audit log's chain, to be kept elsewhere
npm run audit -- --contains 42:5f0e… the same as the first, and checks that a head kept earlier is in the chain`;

/** `npm run audit`: recomputes the books from the entries; exits with 1 on any difference. */
process.exitCode = await runCommand(readArguments, async ({ head, contains }, { client }) => {
  await requireBooks(client);
  if (head) return printHead(client);
  const report = await auditBooks(client);
  const wrong = report.findings.filter((finding) => finding.differences > 0);
  for (const { check, differences, examples } of report.findings) {
    process.stdout.write(`${differences === 0 ? 'ok   ' : 'WRONG'}  ${check}\n`);
    for (const example of examples) process.stdout.write(`         ${JSON.stringify(example)}\n`);
    if (differences > examples.length) process.stdout.write(`         … ${differences} in total\n`);
  }
  const isKept = contains === undefined || (await isInChain(client, contains));
  if (contains !== undefined)
    process.stdout.write(`${isKept ? 'ok   ' : 'WRONG'}  the chain contains the head that was kept\n`);
  const failed = wrong.length + (isKept ? 0 : 1);
  const looked = `${report.movements} movements, ${report.wallets} wallets, ${report.payments} payments`;
  process.stdout.write(`\n${looked}: ${failed === 0 ? 'the books add up' : `${failed} checks failed`}\n`);
  return failed === 0 ? 0 : 1;
});

async function printHead(client: Client): Promise<number> {
  process.stdout.write(`${(await findHead(client)) ?? 'nothing is sealed yet'}\n`);
  return 0;
}

/** Reads the options. Throws UsageError for any other argument, and HelpAsked for `--help`. */
function readArguments(): { head: boolean; contains: string | undefined } {
  const args = process.argv.slice(2);
  if (args.includes('--help')) throw new HelpAsked(usage);
  try {
    const options = { head: { type: 'boolean' }, contains: { type: 'string' } } as const;
    const { head = false, contains } = parseArgs({ args, options }).values;
    if (contains !== undefined && !/^[1-9]\d{0,17}:[0-9a-f]{64}$/.test(contains))
      throw new Error('--contains takes what --head printed.');
    return { head, contains };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
  }
}
