import { type Queryable, run } from '../../db/sql.ts';
import { recordEvent } from './record-event.ts';
import { type Id, newId } from '../../lib/id.ts';
import type { Tags } from '../model/records.ts';

const insert = run<Required<NewWallet> & { id: Id<'wal'>; partyId: Id<'pty'> }>(
  'engine_open_wallet',
  `INSERT INTO wallets (id, party_id, currency, is_default, opened_on_demand, display_name, tags, created_at)
   VALUES ($id, $partyId, $currency, $isDefault, $isDefault, $displayName, $tags, $now)`,
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
  await insert(tx, { id, partyId, currency, isDefault, displayName, tags, now });
  await recordEvent(tx, { resource: 'wallet', resourceId: id, from: null, to: 'active', now });
  return id;
}
