import { type CsvColumns, csvNames, csvRows } from '../../../lib/csv.ts';
import type { StatementLine, StatementResource } from './resource.ts';

/** How to write a statement piece by piece: what comes before its lines, parts of them, and what comes after. */
export type Rendering = {
  before: (statement: StatementResource) => string;
  part: (lines: readonly StatementLine[], statement: StatementResource, isFirst: boolean) => string;
  after: (statement: StatementResource) => string;
};

const empty = '"lines":[]';

export const asJson: Rendering = {
  before: (statement) => wholeOf(statement).slice(0, endOfLines(statement)),
  part: (lines, _statement, isFirst) => (isFirst ? '' : ',') + JSON.stringify(lines).slice(1, -1),
  after: (statement) => `${wholeOf(statement).slice(endOfLines(statement))}\n`,
};

function wholeOf(statement: StatementResource): string {
  return JSON.stringify({ data: statement });
}

function endOfLines(statement: StatementResource): number {
  return wholeOf(statement).indexOf(empty) + empty.length - 1;
}

type Column =
  | Exclude<keyof StatementLine, 'counterparty'>
  | 'currency'
  | 'counterpartyId'
  | 'counterpartyName';

/** A row of the CSV: a line of the statement with its currency, or a balance, which is no line. */
type CsvRow = Pick<StatementLine, 'time' | 'balance'> &
  Partial<Omit<StatementLine, 'kind'>> & { kind: string; currency: string };

// The columns in their order. Every attribute of a line has one.
const columns = {
  time: (row) => row.time,
  kind: (row) => row.kind,
  amount: (row) => row.amount,
  balance: (row) => row.balance,
  currency: (row) => row.currency,
  counterpartyId: (row) => row.counterparty?.id,
  counterpartyName: (row) => row.counterparty?.name,
  description: (row) => row.description,
  transactionId: (row) => row.transactionId,
  paymentId: (row) => row.paymentId,
  refundId: (row) => row.refundId,
  transferId: (row) => row.transferId,
} satisfies CsvColumns<CsvRow, Column>;

const csvOf = (rows: readonly CsvRow[]): string => csvRows<CsvRow>(columns, rows);

/** The response as CSV: the names of the columns, the opening balance, the lines, and the closing balance. */
export const asCsv: Rendering = {
  before: ({ attributes: { from: time, openingBalance: balance, currency } }) =>
    csvNames(columns) + csvOf([{ time, kind: 'opening_balance', balance, currency }]),
  part: (lines, { attributes: { currency } }) => csvOf(lines.map((line) => ({ ...line, currency }))),
  after: ({ attributes: { to: time, closingBalance: balance, currency } }) =>
    csvOf([{ time, kind: 'closing_balance', balance, currency }]),
};

/** A statement with one line as CSV, for the documentation. */
export const statementExample =
  csvNames(columns) +
  csvOf([
    { time: '2026-11-01T00:00:00.000Z', kind: 'opening_balance', balance: 10_000, currency: 'USD' },
    {
      time: '2026-11-21T09:30:00.000Z',
      kind: 'payment',
      amount: -1250,
      balance: 8750,
      currency: 'USD',
      counterparty: { id: 'pty_0198f3c2a4b17d6e8f90a1b2c3d4e5f6', name: 'Casey Customer' },
      description: 'A second-hand atlas',
      transactionId: 'txn_0198f3c2a4b17d6e8f90a1b2c3d4e5f6',
      paymentId: 'pay_0198f3c2a4b17d6e8f90a1b2c3d4e5f6',
    },
    { time: '2026-12-01T00:00:00.000Z', kind: 'closing_balance', balance: 8750, currency: 'USD' },
  ]);
