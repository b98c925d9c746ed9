import type { z } from 'zod';
import { publicId } from '../../lib/id.ts';
import { isoMillis } from '../../lib/time.ts';
import type { PastPayment } from './queries.ts';
import type { Replayed } from './replay-payments.ts';
import type { backtestShape } from './resource.ts';

const maxExamples = 10;

/** Returns the body of a backtest, from the payments, oldest first, and what would have become of each. */
export function backtestOf(
  payments: readonly PastPayment[],
  replayed: readonly Replayed[],
): z.output<typeof backtestShape> {
  const of = (outcome: Replayed['outcome']): Replayed[] =>
    replayed.filter((each) => each.outcome === outcome).toReversed();
  const shown = (outcome: 'waited' | 'refused') =>
    of(outcome)
      .slice(0, maxExamples)
      .map(({ id, reasons }) => ({ paymentId: publicId('pay', id), outcome, reasons: [...reasons] }));
  const [oldest, latest] = [payments[0], payments.at(-1)];
  const attributes = {
    payments: payments.length,
    passed: of('passed').length,
    waited: of('waited').length,
    refused: of('refused').length,
    from: oldest ? isoMillis(oldest.createdAt) : null,
    to: latest ? isoMillis(latest.createdAt) : null,
    examples: [...shown('refused'), ...shown('waited')],
  };
  return { data: { type: 'backtest', attributes } };
}
