import { nearest } from '../lib/nearest.ts';
import { type AdminCommand, adminCommandNames, adminCommands } from './admin-commands.ts';
import { type Command, HelpAsked, requireBooks, runCommand, runPrepared, UsageError } from './run.ts';

/** All commands, each with the first sentence of its usage. */
function overview(): string {
  const lines = adminCommandNames.map((name) => {
    const [, told = ''] = adminCommands[name].usage.split('\n\n');
    const [sentence = ''] = told.replaceAll('\n', ' ').split('. ');
    return `${name}\n    ${sentence.replace(/\.$/, '')}`;
  });
  return ['Usage: npm run admin -- COMMAND [--help]', ...lines].join('\n\n');
}

/** Returns the command that is asked for. Throws UsageError with its usage alone, or that of the nearest name. */
function prepare([name = '', ...args]: readonly string[]): { command: Command; isFirst: boolean } {
  if (name === '--help') throw new HelpAsked(overview());
  if (name === '' || name.startsWith('-')) throw new UsageError(overview());
  if (Object.hasOwn(adminCommands, name)) {
    return { command: adminCommands[name as AdminCommand].prepare(args), isFirst: name === 'create-party' };
  }
  const meant = nearest(name, adminCommandNames) as AdminCommand;
  throw new UsageError(`There is no such command. Did you mean ${meant}?\n\n${adminCommands[meant].usage}`);
}

/**
 * Runs a command of the operator, with the settings of the environment unless others are given. Returns the exit code.
 */
export const runAdmin = (
  args: readonly string[],
  settings?: Readonly<Record<string, string>>,
): Promise<number> =>
  runCommand(
    () => prepare(args),
    async ({ command, isFirst }, context) => {
      if (!isFirst) await requireBooks(context.client);
      return runPrepared(command, context);
    },
    settings,
  );
