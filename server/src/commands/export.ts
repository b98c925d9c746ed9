import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { Client, ClientBase } from 'pg';
import { closeBooks, currentTime } from '../db/clock.ts';
import { createZeroCheck, type EntryRow, movementIdOf, readEntries } from '../engine/audit/entries.ts';
import { feeRail } from '../engine/model/fees.ts';
import { lossRail } from '../engine/model/write-off.ts';
import { timeField } from '../http/fields.ts';
import { type CsvColumns, csvNames, csvRows } from '../lib/csv.ts';
import { publicId } from '../lib/id.ts';
import { amountToJson } from '../lib/money.ts';
import { UsageError, requireBooks, runCommand } from './run.ts';

const usage = `Usage: npm run --silent export -- --entries --from TIME [--to TIME] [--format csv|jsonl] > FILE

Writes all entries of the ledger from one time on and before another, in order of time, and checks that those of each
movement sum to zero. Exits with 1 if they do not. Amounts are in minor units, below zero where the money left.

  --from TIME, --to TIME  such as 2026-11-01T00:00:00Z, by the service's clock, none in the future
                          (default of --to: now). What was exported never changes.
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

type Options = { from: Date; to: Date | null; format: 'csv' | 'jsonl' };

/** `npm run export`: writes the entries of the ledger for an accountant; exits with 1 if a movement does not balance. */
await runCommand(readArguments, async (options, { client }) => {
  await requireBooks(client);
  const to = await closedAt(client, options);
  const check = createZeroCheck();
  await pipeline(Readable.from(textOf(client, { ...options, to }, check)), process.stdout, { end: false });
  const wrong = check.end();
  for (const each of wrong) process.stderr.write(`${each}\n`);
  return wrong.length === 0 ? 0 : 1;
});

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

/** Reads the options. Throws UsageError for anything else, and for `--help`. */
function readArguments(): Options {
  const args = process.argv.slice(2);
  if (args.includes('--help')) throw new UsageError(usage);
  const text = { type: 'string' } as const;
  const options = { entries: { type: 'boolean' }, from: text, to: text, format: text } as const;
  try {
    const { entries, from, to, format = 'csv' } = parseArgs({ args, options }).values;
    if (!entries) throw new Error('Say --entries: nothing else is exported.');
    const begin = timeField.safeParse(from).data;
    const end = to === undefined ? null : timeField.safeParse(to).data;
    if (!begin || end === undefined) throw new Error('--from and --to must be times.');
    if (format !== 'csv' && format !== 'jsonl') throw new Error('--format must be csv or jsonl.');
    return { from: begin, to: end, format };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
  }
}
