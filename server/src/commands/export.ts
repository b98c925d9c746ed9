import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { Client, ClientBase } from 'pg';
import { closeBooks, currentTime } from '../db/clock.ts';
import { createZeroCheck, type EntryRow, movementIdOf, readEntries } from '../engine/audit/entries.ts';
import { feeRail, lossRail } from '../engine/model/fees.ts';
import { earliest_ms, timeField } from '../http/fields.ts';
import { readLines } from '../history/audit-log/blocks/queries.ts';
import { findParty } from '../identity/parties/queries.ts';
import { type CsvColumns, csvNames, csvRows } from '../lib/csv.ts';
import { type Id, parseId, publicId } from '../lib/id.ts';
import { amountToJson } from '../lib/money.ts';
import { auditText } from './export-audit.ts';
import { HelpAsked, UsageError, requireBooks, runCommand } from './run.ts';

const usage = `Usage: npm run --silent export -- --entries --from TIME [--to TIME] [--format csv|jsonl] > FILE
       npm run --silent export -- --audit --party PARTY [--from TIME] [--to TIME] [--format csv|jsonl] > FILE

--entries writes all entries of the ledger from one time on and before another, in order of time, and checks that those
of each movement sum to zero. Exits with 1 if they do not. Amounts are in minor units, below zero where the money left.

--audit writes a party's lines of the audit log, newest first: who did what, as which agent, what was decided, and what
it changed, from what to what. Each has the block that seals it, if one does yet. The last line is the seal: the number
and hash of the last block of the whole log, for \`npm run audit -- --contains\`. Exits with 1 if a line is no longer as it
was when it was sealed.

  --from TIME, --to TIME  such as 2026-11-01T00:00:00Z, by the service's clock, none in the future
                          (default of --to: now). The entries that were exported never change.
  --party PARTY           whose lines: pty_…
  --format csv|jsonl      CSV with a line of names first, or JSON lines  (default: csv)`;

const openPeriod = '--to must not be in the future: what is before it could still change.';

// The columns in their order, which are the members of a JSON line, too.
const columns = {
  movement: movementIdOf,
  transaction: ({ transactionId }) => publicId('txn', transactionId),
  kind: ({ kind }) => kind,
  account: accountOf,
  party: ({ partyId }) => partyId && publicId('pty', partyId),
  place: ({ place }) => place,
  amount: ({ amount }) => amountToJson(amount),
  currency: ({ currency }) => currency,
  time: ({ time }) => time.toISOString(),
} satisfies CsvColumns<EntryRow>;

type Format = 'csv' | 'jsonl';
type Options = { from: Date; to: Date | null; format: Format; partyId: Id<'pty'> | null };

/**
 * `npm run export`: writes the entries of the ledger, or a party's audit log, for an accountant or auditor. Exits with 1 if
 * a movement does not balance, or a line is not as it was sealed.
 */
process.exitCode = await runCommand(readArguments, async (options, { client }) => {
  await requireBooks(client);
  const { partyId } = options;
  if (partyId) return exportLines(client, { ...options, partyId });
  const to = await closedAt(client, options);
  const check = createZeroCheck();
  await pipeline(Readable.from(textOf(client, { ...options, to }, check)), process.stdout, { end: false });
  const wrong = check.end();
  for (const each of wrong) process.stderr.write(`${each}\n`);
  return wrong.length === 0 ? 0 : 1;
});

async function exportLines(client: Client, options: Options & { partyId: Id<'pty'> }): Promise<number> {
  if (!(await findParty(client, options.partyId))) throw new UsageError('There is no such party.');
  const { from, to, format } = options;
  const until = to ?? new Date((await currentTime(client)).getTime() + 1);
  if (from >= until) throw new UsageError('--from must be before --to, and not in the future.');
  const altered: string[] = [];
  const lines = readLines(client, { ...options, to: until });
  await pipeline(Readable.from(auditText(lines, format, altered)), process.stdout, { end: false });
  for (const each of altered) process.stderr.write(`${each} is not as it was when it was sealed\n`);
  return altered.length === 0 ? 0 : 1;
}

/** Closes the books at the end of the period, and returns it: all that was committed before the call lies before now. */
async function closedAt(client: Client, { from, to }: Options): Promise<Date> {
  const now = await currentTime(client);
  const end = to ?? new Date(now.getTime() + 1); // a movement may be dated microseconds after now
  if (to && to > now) throw new UsageError(openPeriod);
  if (from >= end) throw new UsageError('--from must be before --to, and not in the future.');
  await closeBooks(client, BigInt(+end) * 1000n);
  return end;
}

async function* textOf(
  client: ClientBase,
  { from, to, format }: Options & { to: Date },
  check: ReturnType<typeof createZeroCheck>,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvNames(columns);
  for await (const entries of readEntries(client, from, to)) {
    for (const entry of entries) check.add(entry);
    yield format === 'csv'
      ? csvRows(columns, entries)
      : entries.map((entry) => `${JSON.stringify(recordOf(entry))}\n`).join('');
  }
}

function recordOf(entry: EntryRow): object {
  return Object.fromEntries(Object.entries(columns).map(([name, pick]) => [name, pick(entry)]));
}

/** Returns the name of an account of the ledger: only a party's wallet has an id of its own. */
function accountOf({ walletId, rail, isReceivable }: EntryRow): string {
  if (rail === feeRail) return 'fees';
  if (rail === lossRail) return 'losses';
  if (rail !== null) return `clearing ${rail}`;
  return isReceivable ? 'receivable' : publicId('wal', walletId);
}

/** Reads the options. Throws UsageError for anything else, and HelpAsked for `--help`. */
function readArguments(): Options {
  const args = process.argv.slice(2);
  if (args.includes('--help')) throw new HelpAsked(usage);
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const options = { entries: flag, audit: flag, party: text, from: text, to: text, format: text } as const;
  try {
    const { entries, audit, party, from, to, format = 'csv' } = parseArgs({ args, options }).values;
    if (Boolean(entries) === Boolean(audit)) throw new Error('Say --entries or --audit.');
    const partyId = party === undefined ? null : parseId('pty', party);
    if ((partyId !== null) !== Boolean(audit))
      throw new Error('--audit needs --party pty_…, and nothing else does.');
    const begin = from === undefined && audit ? new Date(earliest_ms) : timeField.safeParse(from).data;
    const end = to === undefined ? null : timeField.safeParse(to).data;
    if (!begin || end === undefined) throw new Error('--from and --to must be times.');
    if (format !== 'csv' && format !== 'jsonl') throw new Error('--format must be csv or jsonl.');
    return { from: begin, to: end, format, partyId };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
  }
}
