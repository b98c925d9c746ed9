import { Page } from '../../client/src/page.ts';
import { Purser } from '../../client/src/purser.ts';
import { linesOf, type Row, writeLines, writeTable } from './columns.ts';
import type { Command, Context, Given, OperationId } from './command.ts';
import { operations } from './generated/operations.ts';
import { rememberIds } from './ids.ts';
import type { Operation } from './operation.ts';
import { type Access, credentialOf, environmentOf, requireKeyForm } from './profiles.ts';
import { exits, misused, Stop } from './stop.ts';
import { clean, jsonOf } from './text.ts';
import type { Terminal } from './terminal.ts';

/** What every command can be told. */
export type Common = {
  json: boolean;
  yes: boolean;
  all: boolean;
  idempotencyKey: string | null;
  asAgent: string | null;
  instanceId: string | null;
};

export const operationOf = (id: OperationId): Operation => operations[id];

const writes = (id: OperationId): boolean =>
  operationOf(id).verb !== 'GET' && !/^(?:preview|backtest)/.test(id);

/** Whether a command changes something. */
export function isWrite({ operation, also = [], changes = false }: Command): boolean {
  return changes || (operation !== undefined && writes(operation)) || also.some(writes);
}

/** Whether only a sandbox has all that a command does. */
const isForSandbox = ({ operation, also = [] }: Command): boolean =>
  [operation, ...also].some((id) => id !== undefined && operationOf(id).path.startsWith('/simulations/'));

type Method = (
  args: Given,
  options: { idempotencyKey?: string; signal?: AbortSignal },
) => Promise<unknown> & AsyncIterable<unknown>;

function methodOf(purser: Purser, { noun, method }: Operation): Method {
  const operations = (purser as unknown as Record<string, Record<string, Method>>)[noun];
  const found = operations?.[method];
  if (!operations || !found) throw new Error(`the library has no ${noun}.${method}`);
  return found.bind(operations);
}

/** Returns the library, as whoever acts. Throws `Stop` if nobody is signed in. */
function libraryFor(access: Access, { asAgent, instanceId }: Common): Purser {
  if (access.refusal !== null) throw access.refusal;
  const { apiKey, session, url } = access;
  if (apiKey === null && session === null)
    throw new Stop(
      exits.notAllowed,
      'not_signed_in',
      `Nobody is signed in${access.profile === 'default' ? '' : ` as profile ${access.profile}`}.`,
      'purser login   (or set PURSER_API_KEY)',
    );
  if (apiKey !== null) requireKeyForm(apiKey);
  const purser = new Purser(
    session
      ? { token: session.token, fetch: session.fetch, baseUrl: url }
      : { apiKey: apiKey ?? '', baseUrl: url },
  );
  if (asAgent === null) return purser;
  return purser.asAgent(asAgent, { instanceId: instanceId ?? `purser-${process.ppid}` });
}

/** Asks before something that cannot be undone. Throws `Stop` if nobody can be asked, or says no. */
async function confirmed(terminal: Terminal, { yes }: Common, question: string): Promise<void> {
  if (yes) return;
  if (!terminal.isInteractive)
    throw misused('This needs a yes, and there is no terminal to ask on. Nothing was done.', 'add --yes');
  if (!(await terminal.confirm(question))) throw new Stop(exits.refused, 'declined', 'Nothing was done.');
}

/** What a command runs with. */
export type Run = {
  terminal: Terminal;
  access: Access;
  common: Common;
  args: Given;
  flags: Given;
  signal: AbortSignal;
  version: string;
  /** Is told of each write that took effect. */
  onMade: (row: Row) => void;
};

/** Runs a command. Returns what the program exits with. */
export async function runCommand(command: Command, run: Run): Promise<number> {
  const context = contextOf(run);
  if (isForSandbox(command) && environmentOf(credentialOf(run.access)) === 'PROD')
    throw new Stop(exits.refused, 'not_a_sandbox', 'Only a sandbox has this, and this key is for PROD.');
  if (!command.isOpen) void context.purser;
  if (command.asks) await context.confirm(command.asks(run.args));
  if (command.run) return command.run(context);
  if (command.operation === undefined) throw new Error(`${command.name} does nothing`);
  if (operationOf(command.operation).isList) return showList(command, command.operation, run, context);
  context.show(await context.call(command.operation, run.args));
  return exits.done;
}

function contextOf({ terminal, access, common, args, flags, signal, version, onMade }: Run): Context {
  const { json } = common;
  let library: Purser | null = null;
  let currency: string | null = null;
  const context: Context = {
    terminal,
    access,
    args,
    flags,
    json,
    signal,
    version,
    get purser() {
      return (library ??= libraryFor(access, common));
    },
    call: async (id, given, { isOther = false } = {}) => {
      const { takesKey } = operationOf(id);
      const key = takesKey && !isOther && common.idempotencyKey !== null ? common.idempotencyKey : undefined;
      const options = { signal, ...(key !== undefined && { idempotencyKey: key }) };
      const row = (await methodOf(context.purser, operationOf(id))(given, options)) as Row;
      if (writes(id)) onMade(row);
      if (!json && isOwnAgent(row)) currency ??= await currencyOf(context.purser);
      return row;
    },
    confirm: (question) =>
      confirmed(terminal, common, `${environmentOf(credentialOf(access)) ?? access.url}: ${question}`),
    show: (row) => showRow(terminal, json, row, currency),
  };
  return context;
}

/** Shows a resource: all that it says, a line each. */
function showRow(terminal: Terminal, json: boolean, row: Row, currency: string | null): void {
  if (json) return terminal.out(jsonOf(row));
  writeLines(terminal, linesOf(row, terminal.isTerminal, isOwnAgent(row) ? currency : null));
}

/** Whether a resource has limits in the default currency of the party that reads it. */
const isOwnAgent = ({ object, limits }: Row): boolean => object === 'agent' && limits !== null;

/** Returns the default currency of the party; null if this may not be read. */
export const currencyOf = async (purser: Purser): Promise<string | null> =>
  purser.party.get().then(
    ({ defaultCurrency }) => defaultCurrency,
    () => null,
  );

/** Reads a list: a page, or all that follow. */
async function showList(
  command: Command,
  id: OperationId,
  { common, access, args }: Run,
  context: Context,
): Promise<number> {
  const { terminal, json, signal, purser } = context;
  const page = await methodOf(purser, operationOf(id))(args, { signal });
  if (!(page instanceof Page)) throw new Error(`${id} is no list`);
  const rows: Row[] = [];
  let next = page.nextCursor;
  if (common.all) {
    for await (const each of page) rows.push(each as Row);
    next = null;
  } else rows.push(...(page.data as Row[]));
  if (json) terminal.out(jsonOf(rows));
  else if (rows.length > 0) writeTable(terminal, command.columns ?? ['id'], rows);
  else if (terminal.isTerminal) terminal.note('Nothing to show.');
  if (terminal.isTerminal) await rememberIds(terminal.env, access.profile, rows);
  if (next !== null && rows.length < Number(args['limit'] ?? Infinity))
    terminal.note(`There is more: --all, or --cursor ${clean(next)}`);
  else if (next !== null && terminal.isTerminal) terminal.note(`There is more: --cursor ${clean(next)}`);
  return exits.done;
}
