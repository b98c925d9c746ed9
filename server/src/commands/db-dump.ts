import { writeFile } from 'node:fs/promises';
import { describeSchema } from '../db/describe.ts';
import { prepareDatabase } from '../start/prepare.ts';
import { noArguments, runCommand } from './run.ts';

/** `npm run db:dump`: writes server/db/schema.sql, the result of all migrations, for people to read. */
await runCommand(noArguments, async (_none, { config, client, connection }) => {
  await prepareDatabase(config, connection);
  await writeFile(new URL('../../db/schema.sql', import.meta.url), await describeSchema(client));
  process.stdout.write('Wrote server/db/schema.sql.\n');
  return 0;
});
