import { csvLines } from '../../lib/csv.ts';
import type { StatementLine, StatementResource } from './resource.ts';

/** How to write a statement piece by piece: what comes before its lines, parts of them, and what comes after. */
export type Rendering = {
  before: (statement: StatementResource) => string;
  part: (lines: readonly StatementLine[], statement: StatementResource, isFirst: boolean) => string;
  after: (statement: StatementResource) => string;
};

const empty = '"lines":[]';

/** The response as JSON. */
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

const columns = [
  'time',
  'kind',
  'amount',
  'balance',
  'currency',
  'counterpartyId',
  'counterpartyName',
  'description',
  'transactionId',
  'paymentId',
  'refundId',
  'transferId',
];

/** The response as CSV: the names of the columns, the opening balance, the lines, and the closing balance. */
export const asCsv: Rendering = {
  before: ({ attributes: { from, openingBalance, currency } }) =>
    csvLines([columns, [from, 'opening_balance', null, openingBalance, currency, ...noDetails]]),
  part: (lines, { attributes: { currency } }) =>
    csvLines(
      lines.map((line) => [
        line.time,
        line.kind,
        line.amount,
        line.balance,
        currency,
        line.counterparty?.id,
        line.counterparty?.name,
        line.description,
        line.transactionId,
        line.paymentId,
        line.refundId,
        line.transferId,
      ]),
    ),
  after: ({ attributes: { to, closingBalance, currency } }) =>
    csvLines([[to, 'closing_balance', null, closingBalance, currency, ...noDetails]]),
};
const noDetails = Array.from({ length: 7 }, () => null);

/** A statement with one line as CSV, for the documentation. */
export const statementExample = csvLines([
  columns,
  ['2026-11-01T00:00:00.000Z', 'opening_balance', null, 10_000, 'USD', ...noDetails],
  [
    '2026-11-21T09:30:00.000Z',
    'payment',
    -1250,
    8750,
    'USD',
    'pty_0198f3c2a4b17d6e8f90a1b2c3d4e5f6',
    'Casey Customer',
    'A second-hand atlas',
    'txn_0198f3c2a4b17d6e8f90a1b2c3d4e5f6',
    'pay_0198f3c2a4b17d6e8f90a1b2c3d4e5f6',
    null,
    null,
  ],
  ['2026-12-01T00:00:00.000Z', 'closing_balance', null, 8750, 'USD', ...noDetails],
]);
