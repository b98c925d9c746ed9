import type { Attempt, Change } from '../engine/model/journal.ts';
import type { ExportedLine, Seal } from '../history/audit-log/blocks/queries.ts';
import { type CsvColumns, csvNames, csvRows } from '../lib/csv.ts';
import { publicId } from '../lib/id.ts';
import { formatMoney } from '../lib/money.ts';
import { isoMillis } from '../lib/time.ts';

// The columns in their order. The seal stands in the first three, and what it covers in `reason`.
const columns = {
  line: ({ id }) => publicId('aud', id),
  time: ({ at }) => isoMillis(at),
  action: ({ action }) => action,
  decision: ({ decision }) => decision,
  reason: ({ reason }) => reason,
  changes: ({ changes }) => changes && changes.map(changeText).join('; '),
  attempt: ({ attempt }) => attempt && attemptText(attempt),
  target: ({ targetId, targetPrefix }) => targetId && targetPrefix && `${targetPrefix}_${targetId}`,
  user: ({ userId }) => userId && publicId('usr', userId),
  userName: ({ userName }) => userName,
  agent: ({ agentId }) => agentId && publicId('agt', agentId),
  agentName: ({ agentName }) => agentName,
  key: ({ keyPrefix }) => keyPrefix,
  conversation: ({ instanceId }) => instanceId,
  count: ({ count }) => Number(count),
  request: ({ requestId }) => requestId && publicId('req', requestId),
  block: ({ block }) => (block === null ? null : Number(block)),
} satisfies CsvColumns<ExportedLine>;

/**
 * Yields the text of an export of a party's audit log, and adds to `altered` the lines that are not as they were sealed.
 * JSON lines have the members of the CSV, but changes and attempts as they are.
 */
export async function* auditText(
  parts: AsyncIterable<ExportedLine[] | Seal>,
  format: 'csv' | 'jsonl',
  altered: string[],
): AsyncGenerator<string> {
  if (format === 'csv') yield csvNames(columns);
  const counted = { lines: 0, unsealed: 0 };
  for await (const part of parts) {
    if ('head' in part) {
      yield sealText(part, format, counted);
      continue;
    }
    counted.lines += part.length;
    counted.unsealed += part.filter(({ block }) => block === null).length;
    altered.push(...part.filter(({ isAltered }) => isAltered).map(({ id }) => publicId('aud', id)));
    yield format === 'csv'
      ? csvRows(columns, part)
      : part.map((line) => `${JSON.stringify(recordOf(line))}\n`).join('');
  }
}

function recordOf(line: ExportedLine): object {
  const { changes, attempt } = line;
  const texts = Object.entries(columns).map(([name, pick]) => [name, pick(line)] as const);
  return {
    ...Object.fromEntries(texts),
    changes: (changes ?? []).map(({ path, from, to }) => ({ path, from, to })),
    attempt,
  };
}

function sealText(
  { head }: Seal,
  format: 'csv' | 'jsonl',
  counted: { lines: number; unsealed: number },
): string {
  if (format === 'jsonl') return `${JSON.stringify({ seal: head, ...counted })}\n`;
  const { lines, unsealed } = counted;
  const names = Object.keys(columns);
  const row = { line: 'seal', action: head ?? 'none', reason: `${lines} lines, ${unsealed} not sealed yet` };
  const of = names.map((name) => [name, (values: Record<string, string>) => values[name] ?? ''] as const);
  return csvRows(Object.fromEntries(of), [row]);
}

function changeText({ path, from, to }: Change): string {
  return `${path}: ${valueText(from)} → ${valueText(to)}`;
}

/** Returns a value in words: `allow USD EUR, onBreach refuse`. An amount that says its currency is money. */
function valueText(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map(partText).join(' ') || 'none';
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  if ('amount' in value && 'currency' in value)
    return formatMoney({ amount: BigInt(Number(value.amount)), currency: String(value.currency) });
  return Object.entries(value)
    .map(([name, each]) => `${name} ${partText(each)}`)
    .join(', ');
}

function partText(value: unknown): string {
  const text = valueText(value);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? `(${text})` : text;
}

function attemptText({ amount, currency, counterparty, description, idempotencyKey }: Attempt): string {
  const what = description === null ? '' : ` for “${description}”`;
  const key = idempotencyKey === null ? '' : `, key ${idempotencyKey}`;
  return `${formatMoney({ amount: BigInt(amount), currency })} to ${counterparty.value}${what}${key}`;
}
