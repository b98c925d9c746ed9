import { rows, statement } from '../../db/sql.ts';
import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from './record-event.ts';
import { newId } from '../../lib/id.ts';
import type { Id } from '../../lib/id.ts';

const insert = statement(
  'engine_open_wallet',
  `INSERT INTO wallets (id, party_id, currency, is_default, created_at) VALUES ($1, $2, $3, $4, $5)`,
);

/** Opens an empty wallet for a party, in a transaction that moves no money. Returns its id. */
export async function openWallet(
  tx: Queryable,
  partyId: Id<'pty'>,
  wallet: { currency: string; isDefault: boolean; now: Date },
): Promise<Id<'wal'>> {
  const id = newId('wal');
  await rows(tx, insert, [id, partyId, wallet.currency, wallet.isDefault, wallet.now.toISOString()]);
  await recordEvent(tx, {
    resource: 'wallet',
    resourceId: id,
    from: null,
    to: 'active',
    now: wallet.now,
  });
  return id;
}
