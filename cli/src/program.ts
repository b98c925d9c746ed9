import { Command as Parser, type CommanderError, Option } from 'commander';
import type { Command, Given } from './command.ts';
import type { Value } from './operation.ts';
import { type Common, isWrite, operationOf } from './run.ts';
import { misused } from './stop.ts';
import { kebab } from './text.ts';
import { isTime, readValue } from './values.ts';
import { readSum } from './amounts.ts';

/** What was typed, with the command that it names. */
export type Typed = {
  command: Command;
  common: Common;
  profile: string | undefined;
  args: Given;
  flags: Given;
};

/** What nouns are about, for the first page of help. */
const nouns: Readonly<Record<string, string>> = {
  payments: 'what was paid and received',
  requests: 'ask others for money, and answer when they ask',
  approvals: 'what waits for a person',
  transfers: 'to and from bank accounts, and between wallets',
  wallets: 'where the money is',
  'external-accounts': 'bank accounts',
  transactions: 'payments and transfers in one list',
  counterparties: 'who was paid, or has paid',
  agents: 'programs that act for you, and their limits',
  customers: 'who lets your agents pay',
  delegations: 'what customers let agents do',
  keys: 'keys of people',
  grants: 'programs that people let act by OAuth',
  members: 'people of your party',
  party: 'your party itself',
  webhooks: 'events sent to an address',
  events: 'what happened',
  'audit-log': 'who did what',
  clock: 'the clock of the sandbox',
};

/** Returns the name of a position in help: `paymentId` is `payment`, and `oauthGrantId` is `grant`. */
const positionName = (name: string): string => kebab(name).replace(/^oauth-|-id$/g, '');

const flagOf = (name: string): string => `--${kebab(name)}`;

/** Returns what of its operation a command takes as flags. */
export function flagValues({ operation, positions = [], without = [] }: Command): readonly Value[] {
  if (operation === undefined) return [];
  const taken = new Set([...positions.map((each) => each.replace('?', '')), ...without]);
  if (taken.has('amount')) taken.add('currency');
  return operationOf(operation).takes.filter(({ name }) => !taken.has(name));
}

/** So many choices stand in help; an error names the others. */
const mostChoices = 40;

function optionFor(value: Value): Option {
  const { name, kind, choices, isRequired } = value;
  const about = value.about.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  if (kind === 'yesNo') return new Option(flagOf(name), about);
  const shown = isTime(name)
    ? 'time'
    : ({ whole: 'n', amount: 'amount', list: 'list', tags: 'name=value', address: 'who', json: 'json' }[
        kind as string
      ] ?? 'text');
  const isShort = choices && choices.length <= mostChoices;
  const said = isShort ? [about, `(${choices.join(', ')})`].filter(Boolean).join(' ') : about;
  const option = new Option(
    `${flagOf(name)} <${shown}>`,
    isRequired ? [said, '(required)'].filter(Boolean).join(' ') : said,
  );
  if (kind === 'list' || kind === 'tags')
    option.argParser((each: string, before: string[] | undefined) => [...(before ?? []), each]);
  return option;
}

type Take = (typed: Omit<Typed, 'args'> & { args: () => Promise<Given> }) => void;

/** Returns the flags that do not depend on what a command takes. */
function commonOptions(command: Command): Option[] {
  const { operation, also = [], isOpen = false } = command;
  const takesKey = [operation, ...also].some((id) => id !== undefined && operationOf(id).takesKey);
  const isList = operation !== undefined && operationOf(operation).isList;
  const known: Array<[isKnown: boolean, flags: string, about: string]> = [
    [isList, '--all', 'follow the list to its end'],
    [isWrite(command), '--yes', 'do not ask first'],
    [takesKey, '--idempotency-key <key>', 'names this intent, so that it takes effect once'],
    [!isOpen, '--as-agent <agent>', 'act as this agent of your party, under its limits'],
    [!isOpen, '--as-instance <text>', 'the conversation of that agent'],
    [true, '--json', 'print JSON'],
    [true, '--profile <name>', 'which server and key: a name given to `purser login`'],
  ];
  return known.flatMap(([isKnown, flags, about]) => (isKnown ? [new Option(flags, about)] : []));
}

/** Makes the parser of one command. */
function parserOf(command: Command, name: string, take: Take): Parser {
  const parser = new Parser(name).description(command.about).configureHelp({ minWidthToWrap });
  for (const position of command.positions ?? []) {
    const isOptional = position.endsWith('?');
    const plain = position.replace('?', '');
    const words = plain === 'amount' ? ['amount', 'currency'] : [positionName(plain)];
    for (const word of words) parser.argument(isOptional || word === 'currency' ? `[${word}]` : `<${word}>`);
  }
  const values = flagValues(command);
  for (const value of values) parser.addOption(optionFor(value));
  for (const { name, value, about, choices } of command.flags ?? []) {
    const option = new Option(value === undefined ? flagOf(name) : `${flagOf(name)} <${value}>`, about);
    parser.addOption(choices ? option.choices([...choices]) : option);
  }
  for (const option of commonOptions(command)) parser.addOption(option.helpGroup('Common options:'));
  parser.action((...words: unknown[]) => {
    const typed = parser.opts<Record<string, unknown>>();
    take({
      command,
      common: commonOf(typed),
      profile: typed['profile'] as string | undefined,
      flags: typed,
      args: () => readArgs(command, words.slice(0, -2) as Array<string | undefined>, typed, values),
    });
  });
  return parser;
}

const commonOf = (typed: Given): Common => ({
  json: typed['json'] === true,
  yes: typed['yes'] === true,
  all: typed['all'] === true,
  idempotencyKey: (typed['idempotencyKey'] as string | undefined) ?? null,
  asAgent: (typed['asAgent'] as string | undefined) ?? null,
  instanceId: (typed['asInstance'] as string | undefined) ?? null,
});

/** Reads positions and flags into the values of the operation. Throws a usage error for what is wrong or absent. */
async function readArgs(
  command: Command,
  words: ReadonlyArray<string | undefined>,
  typed: Given,
  values: readonly Value[],
): Promise<Given> {
  const args: Record<string, unknown> = {};
  const takes = command.operation === undefined ? [] : operationOf(command.operation).takes;
  let at = 0;
  for (const position of command.positions ?? []) {
    const name = position.replace('?', '');
    const word = words[at];
    at += 1;
    if (word === undefined) continue;
    if (name === 'amount') {
      const { amount, currency } = readSum([word, words[at] ?? ''].filter((each) => each !== ''));
      Object.assign(args, { amount, currency });
      at += 1;
    } else {
      const value = takes.find((each) => each.name === name);
      args[name] = value ? await readValue({ ...value, name }, value.kind === 'list' ? [word] : word) : word;
    }
  }
  for (const value of values) {
    const given = typed[camel(value.name)];
    if (given !== undefined) args[value.name] = await readValue(value, given);
    else if (value.isRequired)
      throw misused(`${flagOf(value.name)} is missing.`, `purser ${command.name} --help`);
  }
  return args;
}

/** Returns a name as the parser of flags has it: `party_id` is `partyId`. */
const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const minWidthToWrap = 12; // also on a terminal of 40 columns
const forVerbs = {
  minWidthToWrap,
  subcommandTerm: (command: Parser): string =>
    [
      command.name(),
      ...command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`)),
    ].join(' '),
};

/** Builds the parser of all commands. What is typed goes to `take`. */
export function parserFor(table: readonly Command[], version: string, take: Take): Parser {
  const program = new Parser('purser')
    .description('Pay, look, decide on approvals, and run agents, on a server of Purser.')
    .version(version, '-V, --version', 'print the version')
    .helpCommand(false)
    .configureHelp({ minWidthToWrap, subcommandTerm: (command) => command.name() })
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 refused, 2 mistyped, 3 not signed in or not allowed,\n4 waits for a person, 5 nobody knows (type what it prints), 130 interrupted.',
    );
  for (const command of table) {
    const [noun = '', verb] = command.name.split(' ');
    if (verb === undefined) program.addCommand(parserOf(command, noun, take));
    else {
      const known = program.commands.find((each) => each.name() === noun);
      const group =
        known ??
        new Parser(noun)
          .description(nouns[noun] ?? noun)
          .helpCommand(false)
          .configureHelp(forVerbs);
      if (!known) program.addCommand(group);
      group.addCommand(parserOf(command, verb, take));
    }
  }
  return program;
}

/** Puts `list` or `get` behind a noun that stands alone: `purser payments` lists them. */
export function withVerb(argv: readonly string[], table: readonly Command[]): readonly string[] {
  const [noun = '', verb] = argv;
  const names = new Set(table.map(({ name }) => name));
  const isBare = verb === undefined || (verb.startsWith('-') && verb !== '--help' && verb !== '-h');
  const usual = ['list', 'get'].find((each) => names.has(`${noun} ${each}`));
  return usual !== undefined && isBare ? [noun, usual, ...argv.slice(1)] : argv;
}

/** Returns the error for what the parser does not understand; null where it has printed help or the version. */
export function misunderstood(
  error: CommanderError,
  words: readonly string[],
  table: readonly Command[],
): Error | null {
  if (error.exitCode === 0) return null;
  const message = error.message.replace(/^error: /, '').replaceAll(/\s+/g, ' ');
  const end = /[.?)]$/.test(message) ? '' : '.';
  const [noun = '', verb = ''] = words;
  const names = table.map(({ name }) => name);
  const known = [`${noun} ${verb}`, noun].find((each) =>
    names.some((name) => name === each || name.startsWith(`${each} `)),
  );
  return misused(
    `${message.charAt(0).toUpperCase()}${message.slice(1)}${end}`,
    known === undefined ? 'purser --help' : `purser ${known} --help`,
  );
}
