import { describeSchema } from '../db/describe.ts';
import { prepareDatabase } from '../start/prepare.ts';
import { noArguments, runCommand } from './run.ts';

/** `npm run db:dump`: prints the schema that results from the baseline and the migrations, for people to read. */
process.exitCode = await runCommand(noArguments, async (_none, { config, client, connection }) => {
  await prepareDatabase(config, connection);
  process.stdout.write(await describeSchema(client));
  return 0;
});
