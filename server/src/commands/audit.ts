import { isMigrated } from '../db/migrate.ts';
import { auditBooks } from '../engine/audit/audit.ts';
import { UsageError, noArguments, runCommand } from './run.ts';

/** `npm run audit`: recomputes the books from the entries; exits with 1 on any difference. */
await runCommand(noArguments, async (_none, { client }) => {
  if (!(await isMigrated(client)))
    throw new UsageError('This database has no books yet: start Purser on it first.');
  const report = await auditBooks(client);
  const wrong = report.findings.filter((finding) => finding.differences > 0);
  for (const { check, differences, examples } of report.findings) {
    process.stdout.write(`${differences === 0 ? 'ok   ' : 'WRONG'}  ${check}\n`);
    for (const example of examples) process.stdout.write(`         ${JSON.stringify(example)}\n`);
    if (differences > examples.length) process.stdout.write(`         … ${differences} in total\n`);
  }
  const looked = `${report.movements} movements, ${report.wallets} wallets, ${report.payments} payments`;
  process.stdout.write(
    `\n${looked}: ${wrong.length === 0 ? 'the books add up' : `${wrong.length} checks failed`}\n`,
  );
  return wrong.length === 0 ? 0 : 1;
});
