import type { Mutant } from '../mutant.ts';
import { overdraftAllowed } from './money.ts';

/** Faults of the wallets of a party, and of the money that moves between them. */
export const walletMutants: readonly Mutant[] = [
  {
    name: 'transfer-beyond-the-wallet',
    fault: 'a transfer between two wallets moves more than the first one has',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/engine/commands/transfer-internally.ts',
        'const refusal = cannotSpend(state, source, amount);',
        'const refusal = cannotSpend(state, source, 0n);',
      ],
      overdraftAllowed,
    ],
    bound: 5_000,
  },
  {
    name: 'frozen-wallet-pays',
    fault: 'money leaves a frozen wallet',
    caughtBy: ['G7'],
    patches: [
      [
        'server/src/engine/rules/wallets.ts',
        "  if (wallet.status === 'frozen') return 'wallet_frozen';\n",
        '',
      ],
    ],
    bound: 5_000,
  },
  {
    name: 'wallet-closed-with-money',
    fault: 'a wallet is closed although it has money, which nobody can spend any more',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/money/wallets/close.ts',
        'if (posted === 0n) return null;',
        'if (posted >= 0n) return null;',
      ],
    ],
    bound: 5_000,
  },
  {
    name: 'claim-leaves-the-hold',
    fault: 'a claimed payment is taken from what its payer has available, and stays held as well',
    caughtBy: ['G2', 'G5'],
    patches: [
      [
        'server/src/engine/commands/claim.ts',
        "source: { wallet: from, place: 'held' },",
        "source: { wallet: from, place: 'available' },",
      ],
    ],
    bound: 5_000,
  },
];
