import { CommanderError } from 'commander';
import { completeFor } from './complete.ts';
import { type Attempted, type Failure, failureOf } from './failures.ts';
import { misunderstood, parserFor, type Typed, withVerb } from './program.ts';
import { readAccess } from './profiles.ts';
import { runCommand } from './run.ts';
import type { Row } from './columns.ts';
import { exits, Stop } from './stop.ts';
import { table } from './table/all.ts';
import { clean, jsonOf } from './text.ts';
import { terminalOf, type Terminal, variable } from './terminal.ts';

/** Runs what was typed. Returns what the program exits with. */
export async function main(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  version: string,
): Promise<number> {
  const terminal = terminalOf(env);
  const controller = new AbortController();
  process.on('SIGINT', () => {
    if (controller.signal.aborted) process.exit(exits.interrupted);
    controller.abort();
  });
  const output = watched(controller, table.find(({ name }) => name === argv[0])?.isEndless === true);
  if (argv[0] === 'complete') {
    await completeFor(table, argv.slice(1), env);
    return exits.done;
  }
  const attempted: Attempted = { argv, access: null, made: null };
  try {
    const typed = parse(withVerb(argv, table), version, terminal);
    if (typed === null) return exits.done;
    const { command, common, flags, profile } = typed;
    const args = await typed.args();
    attempted.access = await readAccess(env, profile, controller.signal);
    const onMade = (row: Row): void => void (attempted.made = row);
    const { access } = attempted;
    const run = { terminal, access, common, args, flags, signal: controller.signal, version, onMade };
    const exit = await runCommand(command, run);
    await new Promise((resolve) => process.stdout.write('', resolve)); // a failure is known once all is written
    if (output.failure !== null) throw output.failure;
    return output.isUnread ? exits.done : exit;
  } catch (error) {
    if (output.isUnread) return exits.done;
    if (variable(env, 'PURSER_DEBUG') !== null) terminal.note(String((error as Error).stack));
    return report(terminal, error, attempted);
  }
}

/** What became of standard output. `isUnread`: who read it has seen enough, as with `| head`. */
type Output = { isUnread: boolean; failure: Stop | null };

/** Watches standard output: a command that is under way goes on without it, and one that never ends stops. */
function watched(controller: AbortController, isEndless: boolean): Output {
  const output: Output = { isUnread: false, failure: null };
  process.stdout.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE')
      output.failure = new Stop(exits.refused, 'output_failed', `The output could not be written (${code}).`);
    else if (isEndless) output.isUnread = true;
    if (isEndless) controller.abort();
  });
  process.stderr.on('error', () => undefined); // nowhere is left to say it
  return output;
}

type Parsed = Omit<Typed, 'args'> & { args: () => Promise<Typed['args']> };

/** Returns what was typed; null where help or the version was asked for, which is printed. */
function parse(words: readonly string[], version: string, terminal: Terminal): Parsed | null {
  const found: Parsed[] = [];
  const parser = parserFor(table, version, (typed) => found.push(typed));
  for (const each of [parser, ...parser.commands, ...parser.commands.flatMap(({ commands }) => commands)])
    each.exitOverride().configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(terminal.columns, 100),
      getErrHelpWidth: () => Math.min(terminal.columns, 100),
    });
  const [noun] = words;
  const group = parser.commands.find((each) => each.name() === noun && each.commands.length > 0);
  try {
    if (words.length === 0) parser.outputHelp();
    else if (group && words.length === 1) group.outputHelp();
    else parser.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const misunderstanding = misunderstood(error, words, table);
    if (misunderstanding !== null) throw misunderstanding;
  }
  return found[0] ?? null;
}

/** Says how a command failed: for programs as JSON. Returns what the program exits with. */
function report(terminal: Terminal, error: unknown, attempted: Attempted): number {
  const failure = failureOf(error, attempted);
  if (attempted.argv.includes('--json')) {
    const { exit, ...said } = failure;
    terminal.note(jsonOf(said, true));
    return exit;
  }
  for (const line of linesOf(terminal, failure)) terminal.note(line);
  return failure.exit;
}

function linesOf(terminal: Terminal, { exit, code, message, next, requestId }: Failure): string[] {
  if (code === 'interrupted' || code === 'declined') return [message];
  const head = terminal.toned(exit === exits.outcomeUnknown ? 'waits' : 'bad', 'purser:');
  return [
    `${head} ${message}`,
    ...(next === null ? [] : [`  next: ${next}`]),
    ...(requestId === null ? [] : [`  request: ${clean(requestId)}`]),
  ];
}
