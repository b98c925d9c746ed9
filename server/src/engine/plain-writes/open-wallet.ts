import { type Queryable, rows, statement } from '../../db/sql.ts';
import { recordEvent } from './record-event.ts';
import { type Id, newId } from '../../lib/id.ts';
import type { Tags } from '../model/records.ts';

const insert = statement(
  'engine_open_wallet',
  `INSERT INTO wallets (id, party_id, currency, is_default, opened_on_demand, display_name, tags, created_at)
   VALUES ($1, $2, $3, $4, $4, $5, $6, $7)`,
);

/** A wallet to open. Only the first one of a new party is the default; its party names the others. */
type NewWallet = {
  currency: string;
  isDefault?: boolean;
  displayName?: string | null;
  tags?: Tags | null;
  now: Date;
};

/** Opens an empty wallet for a party, in a transaction that moves no money. Returns its id. */
export async function openWallet(
  tx: Queryable,
  partyId: Id<'pty'>,
  { currency, now, isDefault = false, displayName = null, tags = null }: NewWallet,
): Promise<Id<'wal'>> {
  const id = newId('wal');
  await rows(tx, insert, [id, partyId, currency, isDefault, displayName, tags, now.toISOString()]);
  await recordEvent(tx, { resource: 'wallet', resourceId: id, from: null, to: 'active', now });
  return id;
}
