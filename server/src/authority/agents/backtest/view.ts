import type { z } from 'zod';
import { publicId } from '../../../lib/id.ts';
import { isoMillis } from '../../../lib/time.ts';
import type { Replayed } from './replay.ts';
import type { backtestShape } from './resource.ts';

const maxExamples = 10;

/** Returns the body of a backtest, from what would have become of each payment and withdrawal, oldest first. */
export function backtestOf(
  replayed: readonly Replayed[],
  namesPayments: boolean,
): z.output<typeof backtestShape> {
  const of = (outcome: Replayed['outcome']): Replayed[] =>
    replayed.filter((each) => each.outcome === outcome).toReversed();
  const shown = (outcome: 'waited' | 'refused') =>
    of(outcome)
      .slice(0, maxExamples)
      .map(({ spent, reasons }) => ({ target: targetOf(spent), outcome, reasons: [...reasons] }));
  const [oldest, latest] = [replayed[0]?.spent, replayed.at(-1)?.spent];
  const attributes = {
    payments: replayed.length,
    passed: of('passed').length,
    waited: of('waited').length,
    refused: of('refused').length,
    from: oldest ? isoMillis(oldest.createdAt) : null,
    to: latest ? isoMillis(latest.createdAt) : null,
    examples: namesPayments ? [...shown('refused'), ...shown('waited')] : null,
  };
  return { data: { type: 'backtest', attributes } };
}

function targetOf(spent: Replayed['spent']) {
  return spent.type === 'payment'
    ? { type: spent.type, id: publicId('pay', spent.id) }
    : { type: spent.type, id: publicId('trf', spent.id) };
}
