import { type Id, publicId } from '../../lib/id.ts';
import { amountToJson } from '../../lib/money.ts';
import type { UnderWayRow } from './queries.ts';
import type { UnderWay } from './resource.ts';

export function underWayOf(rows: readonly UnderWayRow[]): UnderWay {
  const listOf = <K extends UnderWayRow['kind']>(kind: K): UnderWay[K] => {
    const found = rows.filter((row) => row.kind === kind);
    return { count: found[0]?.count ?? 0, newest: found.map(itemOf) } as UnderWay[K];
  };
  return { withdrawals: listOf('withdrawals'), reviews: listOf('reviews'), claims: listOf('claims') };
}

function itemOf({ type, id, status, amount, currency }: UnderWayRow) {
  const shownId = type === 'payment' ? publicId('pay', id as Id<'pay'>) : publicId('trf', id as Id<'trf'>);
  return { type, id: shownId, status, amount: amountToJson(amount), currency };
}
