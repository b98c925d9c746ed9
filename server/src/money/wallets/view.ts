import { related } from '../../http/envelope.ts';
import { tagsToJson } from '../../http/tags.ts';
import { publicId } from '../../lib/id.ts';
import { amountToJson } from '../../lib/money.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { WalletRow } from './queries.ts';
import type { WalletResource } from './resource.ts';

export function walletResource(wallet: WalletRow): WalletResource {
  const { currency, posted, held } = wallet;
  return {
    type: 'wallet',
    id: publicId('wal', wallet.id),
    attributes: {
      displayName: wallet.displayName,
      currency,
      status: wallet.status,
      walletType: 'standard',
      isDefault: wallet.isDefault,
      balance: {
        available: amountToJson(posted - held),
        held: amountToJson(held),
        total: amountToJson(posted),
        receivable: amountToJson(wallet.receivable),
        currency,
      },
      tags: tagsToJson(wallet.tags),
      createdAt: isoSeconds(wallet.createdAt),
      updatedAt: isoSeconds(wallet.updatedAt),
    },
    relationships: { party: related('party', 'pty', wallet.partyId) },
  };
}
