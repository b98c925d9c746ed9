import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { nameField } from '../http/fields.ts';
import { exponentOf, isCurrency } from '../lib/currencies.ts';
import { type Id, type IdPrefix, parseId } from '../lib/id.ts';
import { parseDecimal } from '../lib/money.ts';
import { isSeen } from '../lib/text.ts';
import { HelpAsked, UsageError } from './run.ts';

/**
 * Returns options of a command, each with a value, flags, which have none, and what stands at `positions`, in their order.
 * Throws UsageError for any other argument, and HelpAsked for `--help`.
 */
export function readOptions<N extends string, F extends string = never, P extends string = never>(
  args: readonly string[],
  names: readonly N[],
  usage: string,
  { flags = [], positions = [] }: { flags?: readonly F[]; positions?: readonly P[] } = {},
): Partial<Record<N | P, string> & Record<F, boolean>> {
  if (args.includes('--help')) throw new HelpAsked(usage);
  const twice = [...names, ...flags].find((name) => args.filter((arg) => isOption(arg, name)).length > 1);
  if (twice !== undefined) throw new UsageError(`--${twice} is given more than once\n\n${usage}`);
  try {
    const options = Object.fromEntries([
      ...names.map((name) => [name, { type: 'string' as const }] as const),
      ...flags.map((name) => [name, { type: 'boolean' as const }] as const),
    ]);
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length > positions.length) throw new Error(`Unexpected argument '${positionals.at(-1)}'`);
    const placed = positionals.map((text, place) => [positions[place] ?? '', text] as const);
    return inOneSpelling({ ...values, ...Object.fromEntries(placed) }) as Partial<
      Record<N | P, string> & Record<F, boolean>
    >;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
  }
}

/** An é may be one character or two, as in names of files on a Mac: the same reference has to be found by both. */
function inOneSpelling<V extends { reference?: unknown }>(values: V): V {
  const { reference } = values;
  return typeof reference === 'string' ? { ...values, reference: reference.normalize('NFC') } : values;
}

function isOption(arg: string, name: string): boolean {
  return arg === `--${name}` || arg.startsWith(`--${name}=`);
}

/** The reason of what the operator does, which need not be given; for `requireRules`. */
export function becauseRule(reason: string | undefined): Rule {
  return reason === undefined ? [true, ''] : reasonRule(reason);
}

/** How `--reason` reads in the usage of a command. */
export const reasonUsage = '--reason TEXT     why, 1 to 128 characters; the party reads it in its audit log';

type Rule = readonly [holds: boolean, rule: string];

/** Throws UsageError with the rules that do not hold, and the usage. */
export function requireRules(rules: readonly Rule[], usage: string): void {
  const broken = rules.flatMap(([holds, rule]) => (holds ? [] : [rule]));
  if (broken.length > 0) throw new UsageError(`${broken.join('\n')}\n\n${usage}`);
}

/** The rule of an id that stands at a position or in an option, for `requireRules`. `id` is null if it is none. */
export function idRule(name: string, prefix: IdPrefix, id: Id<IdPrefix> | null): Rule {
  return [id !== null, `${name} must be ${prefix}_ and 32 lower-case hex digits`];
}

/** Returns where a list begins and how many rows it shows by `--after` and `--limit`, and their rules, for `requireRules`. */
export function readPage<P extends IdPrefix>(
  prefix: P,
  { after, limit = '100' }: { after?: string; limit?: string },
): { after: Id<P> | null; count: number; rules: readonly [after: Rule, limit: Rule] } {
  const first = after === undefined ? (firstId as Id<P>) : parseId(prefix, after);
  const count = /^[1-9][0-9]{0,3}$/.test(limit) ? Number(limit) : 0;
  const limitRule: Rule = [count >= 1 && count <= 1_000, '--limit must be 1 to 1000'];
  return { after: first, count, rules: [idRule('--after', prefix, first), limitRule] };
}

const firstId = '0'.repeat(32);

/** How `--operator` reads in the usage of a command. */
export const operatorUsage =
  '--operator NAME   who says so, for the audit log (default: you, as this machine knows you)';

/** Returns the user of the operating system, or nothing: a container may run as a user without a name. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/** The rule of `--operator`, for `requireRules`. */
export function operatorRule(name: string): [holds: boolean, rule: string] {
  return [isLine(name), '--operator must be 1 to 128 characters without line breaks'];
}

/** Whether a text has 1 to 128 characters and no line break. */
function isLine(text: string): boolean {
  return nameField.safeParse(text).success;
}

/**
 * The rule of `--reference`, for `requireRules`. Two references that look the same have to be the same: one that was
 * pasted with a space behind it, or with two between words, would deposit a second time.
 */
export function referenceRule(text: string): [holds: boolean, rule: string] {
  const holds = isLine(text) && text === text.trim() && isSeen(text) && !text.includes('  ');
  return [
    holds,
    '--reference must be 1 to 128 visible characters in one line, without a space at an end or two in a row',
  ];
}

/** The rule of `--code`, for `requireRules`: why something failed or came back, in few letters. */
export function codeRule(text: string): [holds: boolean, rule: string] {
  return [/^[A-Z0-9]{1,16}$/.test(text), '--code must be 1 to 16 capital letters and digits'];
}

/** The rule of `--reason`, for `requireRules`: the same in words. */
export function reasonRule(text: string): [holds: boolean, rule: string] {
  return [isLine(text), '--reason must be 1 to 128 characters without line breaks'];
}

/** Returns what `--amount` and `--currency` say in minor units, or null, and their rules, for `requireRules`. */
export function readAmount(decimal: string, currency: string): { amount: bigint | null; rules: Rule[] } {
  if (!isCurrency(currency)) return { amount: null, rules: [currencyRule(currency)] };
  const amount = parseDecimal(decimal, currency);
  const decimals = exponentOf(currency);
  const rule = `--amount must be above zero, at most 2^53 - 1 minor units, and have ${decimals} decimals or none in ${currency}`;
  return { amount, rules: [[amount !== null, rule]] };
}

/** The rule of `--currency`, for `requireRules`. */
export function currencyRule(code: string): Rule {
  return [isCurrency(code), '--currency must be an ISO 4217 code in upper case'];
}
