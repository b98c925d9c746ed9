import { recorded } from '../../db/recorded.ts';
import { related } from '../../http/envelope.ts';
import { publicId } from '../../lib/id.ts';
import { amountToJson } from '../../lib/money.ts';
import { isoSeconds } from '../../lib/time.ts';
import { debtAsRecorded } from './queries.ts';

/** Shows what a party owed in a currency when it began to, or nothing once it had settled it. */
export const recordedDebt = recorded(debtAsRecorded, ({ id, partyId, currency, amount }, { now }) => ({
  type: 'debt' as const,
  id: publicId('dbt', id),
  attributes: { currency, amount: amountToJson(amount), updatedAt: isoSeconds(now) },
  relationships: { party: related('party', 'pty', partyId) },
}));
