import { runCommand, UsageError } from './run.ts';
import { createPartyUsage, preparePartyCreation } from './create-party.ts';
import { depositUsage, prepareDeposit } from './deposit.ts';

const usage = `${createPartyUsage}\n\n${depositUsage}`;

// Each function checks its arguments, and returns what to do with the database.
const commands = { 'create-party': preparePartyCreation, deposit: prepareDeposit };

await runCommand(
  () => {
    const [name = '', ...args] = process.argv.slice(2);
    if (!Object.hasOwn(commands, name)) throw new UsageError(usage);
    return commands[name as keyof typeof commands](args);
  },
  (command, context) => command(context),
);
