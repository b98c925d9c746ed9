import { publicId } from '../lib/id.ts';
import { amountToJson, formatMoney } from '../lib/money.ts';
import { withinLine } from '../lib/text.ts';
import { isoSeconds, readableTime } from '../lib/time.ts';
import type { Marked, NotMarked } from '../money/transfers/operator/mark.ts';
import type { ManualOrder } from '../money/transfers/operator/queries.ts';
import type { ShownOrder } from '../money/transfers/operator/show.ts';
import { formatTable } from './table.ts';

export function orderLines(orders: readonly ManualOrder[], now: Date, hasMore: boolean): string[] {
  if (orders.length === 0) return ['no orders'];
  const table = orders.map((order) => [
    publicId('trf', order.transferId),
    stateOf(order),
    ageOf(order, now),
    order.type === 'deposit' ? 'draw in' : 'pay out',
    formatMoney(order),
    order.mask,
    withinLine(order.bankName ?? ''),
    order.reference ?? '',
    withinLine(order.partyName),
  ]);
  const headings = ['order', 'state', 'age', 'what', 'amount', 'account', 'bank', 'reference', 'party'];
  const lines = formatTable(headings, table, (column) => column === 2 || column === 4);
  const last = table.at(-1)?.[0] ?? '';
  return hasMore ? [...lines, `more: --after ${last}`] : lines;
}

/** Returns an order as a line of JSON. Amounts are in minor units. */
export function orderToJson(order: ManualOrder): string {
  return JSON.stringify(jsonOf(order));
}

function jsonOf(order: ManualOrder) {
  const { failureCode, failureReason, returnCode, returnReason, cancelRequestedAt } = order;
  return {
    order: publicId('trf', order.transferId),
    type: order.type,
    state: order.orderState,
    cancelRequestedAt: cancelRequestedAt && isoSeconds(cancelRequestedAt),
    amount: amountToJson(order.amount),
    currency: order.currency,
    partyId: publicId('pty', order.partyId),
    partyName: order.partyName,
    externalAccountId: publicId('eac', order.externalAccountId),
    displayMask: order.mask,
    bankName: order.bankName,
    accountName: order.accountName,
    accountType: order.accountType,
    description: order.description,
    reference: order.reference,
    failure: failureCode === null ? null : { code: failureCode, reason: failureReason },
    return: returnCode === null ? null : { code: returnCode, reason: returnReason },
    createdAt: isoSeconds(order.createdAt),
  };
}

/** Returns an order with the number of its account, or `number: null`, as a line of JSON. */
export function shownToJson({ order, number }: ShownOrder): string {
  return JSON.stringify({ ...jsonOf(order), number: typeof number === 'string' ? null : number });
}

export function shownLines({ order, number }: ShownOrder): string[] {
  const { amount, currency, type, accountName, bankName, accountType, description } = order;
  const account = [accountName, bankName, accountType].filter((part) => part !== null).join(', ');
  const lines: Array<[name: string, text: string | null]> = [
    ['order', publicId('trf', order.transferId)],
    ['state', `${stateOf(order)}${detailsOf(order)}`],
    [type === 'deposit' ? 'draw in' : 'pay out', formatMoney({ amount, currency })],
    [type === 'deposit' ? 'from' : 'to', account || order.mask],
    ...numberLines({ order, number }),
    ['description', description],
    ['party', `${publicId('pty', order.partyId)}  ${order.partyName}`],
    ['since', readableTime(order.createdAt)],
  ];
  return lines.flatMap(([name, text]) => (text === null ? [] : [`${name.padEnd(12)} ${withinLine(text)}`]));
}

function numberLines({ order, number }: ShownOrder): Array<[name: string, text: string]> {
  if (number === 'ended') return [['account', `${order.mask}; an order that has ended keeps no number`]];
  if (number === 'none') return [['account', 'has no number: mark the order failed']];
  if (number === 'unreadable')
    return [['account', `${order.mask}; the number cannot be read: PURSER_SECRET lacks its secret`]];
  if (number.type === 'iban') return [['IBAN', number.iban.replaceAll(/.{4}(?=.)/g, '$& ')]];
  return [
    ['routing', number.routingNumber],
    ['account', number.accountNumber],
  ];
}

/** Returns the line that says what became of a mark. */
export function summaryOf({ order, isNew }: Marked): string {
  const id = publicId('trf', order.transferId);
  const outcome = isNew ? formatMoney(order) : 'it was marked so before: nothing was done now';
  return `order ${id}  ${order.orderState}  ${outcome}`;
}

/** Returns the sentences that say why a mark was refused, and what is possible. */
export function refusalOf({ order, possible, isFull }: NotMarked): string {
  if (isFull)
    return 'The wallet, or all wallets of this currency together, cannot hold this much more: nothing was done.';
  const next = possible.flatMap((mark) => {
    if (mark === 'sent' && order.orderState === 'sent') return 'sent with another reference';
    return mark === 'shown' ? [] : mark === 'completed' ? 'settled' : mark;
  });
  const what = next.length > 0 ? `can be marked ${either(next)}` : 'can get no other mark';
  return `The order is ${stateOf(order)}${detailsOf(order)}: it ${what}. Nothing was done.`;
}

/** Returns the bank's reference, and why the order failed or was returned, in parentheses. */
function detailsOf({ reference, failureCode, failureReason, returnCode, returnReason }: ManualOrder): string {
  const details = [reference, failureCode, failureReason, returnCode, returnReason];
  const known = details.filter((detail) => detail !== null);
  return known.length > 0 ? ` (${known.join(', ')})` : '';
}

function either(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(words);
}

function stateOf({ orderState, status, cancelRequestedAt }: ManualOrder): string {
  return status === 'PROCESSING' && cancelRequestedAt ? `${orderState}, cancel asked` : orderState;
}

const units: ReadonlyArray<[length_ms: number, name: string]> = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
];

/** Returns how old an order is, in whole days, hours or minutes. */
function ageOf({ createdAt }: ManualOrder, now: Date): string {
  const age_ms = Math.max(0, now.getTime() - createdAt.getTime());
  const [length_ms, name] = units.find(([unit_ms]) => age_ms >= unit_ms) ?? [60_000, 'min'];
  return `${Math.floor(age_ms / length_ms)} ${name}`;
}
