import { within } from '../db/tx.ts';
import type { OrderMark } from '../engine/commands/mark-order.ts';
import { parseId } from '../lib/id.ts';
import { openKeyring } from '../start/secret.ts';
import { markOrder } from '../money/transfers/operator/mark.ts';
import { listOrdersAfter, type OrderState, orderStates } from '../money/transfers/operator/queries.ts';
import { showOrder } from '../money/transfers/operator/show.ts';
import { orderLines, orderToJson, refusalOf, shownToJson, shownLines, summaryOf } from './orders-output.ts';
import {
  codeRule,
  idRule,
  operatorRule,
  operatorUsage,
  readOptions,
  readPage,
  reasonRule,
  referenceRule,
  requireRules,
  systemUser,
} from './read-options.ts';
import { printLines } from './table.ts';
import { type Command, HelpAsked, UsageError } from './run.ts';

export const ordersUsage = `Usage: npm run admin -- orders [MARK ORDER] [options]

Where no bank is connected, withdrawals and deposits wait as orders that you carry out at your bank by hand. Without a
mark, lists the orders that have not ended, oldest first.

  --state STATE     only: ${orderStates.join(', ')}, or all
  --after ID        only orders after this one
  --limit NUMBER    1 to 1000 (default: 100)
  --json            one JSON object per line, for programs

Each mark is of one order, is recorded in the audit log of its party, and can be repeated without effect.

  show      prints the order with the account number. From now on its party can only ask to cancel it
  sent      your bank has the order, under its own --reference
  settled   your bank has carried it out: the money has left, or has arrived
  failed    it cannot be carried out: --code and --reason, which the party sees, such as R03 and 'No account'
  returned  the money came back after it had been settled: --code and --reason
  canceled  you have not sent it, or your bank gave it back, after its party asked to cancel it

  ORDER             the order, by the id of its transfer, trf_…
  --reference TEXT  what your bank knows it by, 1 to 128 characters; for sent, and if you like for what follows
  --code CODE       1 to 16 capital letters and digits
  --reason TEXT     1 to 128 characters
  ${operatorUsage}`;

/** Returns the command `orders` with these arguments. Throws UsageError. */
export function prepareOrders(args: readonly string[]): Command {
  if (args.includes('--help')) throw new HelpAsked(ordersUsage);
  const [word = '', ...options] = args;
  if (word === '' || word.startsWith('-')) return prepareList(args);
  if (word === 'show') return prepareShow(options);
  if (Object.hasOwn(marks, word)) return prepareMark(word as Word, options);
  throw new UsageError(ordersUsage);
}

function prepareList(args: readonly string[]): Command {
  const values = readOptions(args, ['state', 'after', 'limit'] as const, ordersUsage, { flags: ['json'] });
  const { state, json } = values;
  const { after, count, rules: pageRules } = readPage('trf', values);
  requireRules(
    [
      [
        state === undefined || state === 'all' || isState(state),
        `--state must be ${orderStates.join(', ')}, or all`,
      ],
      ...pageRules,
    ],
    ordersUsage,
  );
  const states = state === undefined ? null : isState(state) ? [state] : orderStates;
  return async ({ client, now }) => {
    const found = await listOrdersAfter(client, states, { after: after ?? '', count: count + 1 });
    const shown = found.slice(0, count);
    printLines(json ? shown.map(orderToJson) : orderLines(shown, now, found.length > count));
    return 0;
  };
}

function isState(text: string): text is OrderState {
  return (orderStates as readonly string[]).includes(text);
}

function prepareShow(args: readonly string[]): Command {
  const values = readOptions(args, ['operator'] as const, ordersUsage, {
    flags: ['json'],
    positions: ['order'],
  });
  const { operator = systemUser() } = values;
  const transferId = parseId('trf', values.order ?? '');
  requireRules([idRule('ORDER', 'trf', transferId), operatorRule(operator)], ordersUsage);
  return async ({ config, client }) => {
    if (!transferId) throw new UsageError(ordersUsage);
    const keyring = await openKeyring(config);
    const says = `shown, operator ${operator}`;
    const shown = await within(client, (tx) => showOrder(tx, keyring, { transferId, says }));
    if (!shown) throw new UsageError(unknownOrder);
    printLines(values.json ? [shownToJson(shown)] : shownLines(shown));
    return 0;
  };
}

type Word = 'sent' | 'settled' | 'failed' | 'returned' | 'canceled';
type Values = { reference?: string; code?: string; reason?: string };

/** The marks, with what each needs besides the order, and what it tells the engine. */
const marks: Readonly<
  Record<Word, { needs: ReadonlyArray<keyof Values>; mark: (values: Required<Values>) => OrderMark }>
> = {
  sent: { needs: ['reference'], mark: ({ reference }) => ({ kind: 'sent', reference }) },
  settled: { needs: [], mark: () => ({ kind: 'completed' }) },
  failed: { needs: ['code', 'reason'], mark: ({ code, reason }) => ({ kind: 'failed', code, reason }) },
  returned: { needs: ['code', 'reason'], mark: ({ code, reason }) => ({ kind: 'returned', code, reason }) },
  canceled: { needs: [], mark: () => ({ kind: 'canceled' }) },
};

const rules: Readonly<Record<keyof Values, (text: string) => readonly [holds: boolean, rule: string]>> = {
  reference: referenceRule,
  code: codeRule,
  reason: reasonRule,
};
const ruleNames = ['reference', 'code', 'reason'] as const;

function prepareMark(word: Word, args: readonly string[]): Command {
  const { needs, mark } = marks[word];
  const names = ['operator', 'reference', ...needs] as const;
  const values: Values & { order?: string; operator?: string } = readOptions(args, names, ordersUsage, {
    positions: ['order'],
  });
  const { operator = systemUser() } = values;
  const transferId = parseId('trf', values.order ?? '');
  const given = ruleNames.filter((name) => values[name] !== undefined || needs.includes(name));
  const ofValues = given.map((name) => rules[name](values[name] ?? ''));
  requireRules([idRule('ORDER', 'trf', transferId), ...ofValues, operatorRule(operator)], ordersUsage);
  const { reference = '', code = '', reason = '' } = values;
  const says = [word, `operator ${operator}`, ...(reference === '' ? [] : [`reference ${reference}`])].join(
    ', ',
  );
  return async ({ client, now }) => {
    if (!transferId) throw new UsageError(ordersUsage);
    const marking = { transferId, mark: mark({ reference, code, reason }), says, now };
    const marked = await within(client, async (tx) => {
      const result = await markOrder(tx, marking);
      if (!result) throw new UsageError(unknownOrder);
      if ('possible' in result) throw new UsageError(refusalOf(result));
      return result;
    });
    printLines([summaryOf(marked)]);
    return 0;
  };
}

const unknownOrder = 'There is no order of this id that is carried out by hand.';
