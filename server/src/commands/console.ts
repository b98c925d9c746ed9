import { once } from 'node:events';
import repl from 'node:repl';
import { auditBooks } from '../engine/audit/audit.ts';
import { noArguments, runCommand } from './run.ts';

/** `npm run console`: a REPL on the database. `await sql('SELECT …', [values])`, `await audit()`. */
process.exitCode = await runCommand(noArguments, async (_none, { config, client }) => {
  process.stdout.write(`Purser (${config.environment}). Functions: sql(text, values), audit().\n`);
  const session = repl.start('purser> ');
  Object.assign(session.context, {
    sql: async (text: string, values: unknown[] = []) => (await client.query<object>(text, values)).rows,
    audit: () => auditBooks(client),
  });
  await once(session, 'exit');
  return 0;
});
