import type { Mutant } from '../mutant.ts';
import { overdraftAllowed } from './money.ts';

/** Faults of the wallets of a party, and of the money that moves between them. */
export const walletMutants: readonly Mutant[] = [
  {
    name: 'transfer-beyond-the-wallet',
    fault: 'a transfer between two wallets moves more than the first one has',
    caughtBy: ['G2'],
    patches: [
      {
        file: 'server/src/engine/commands/transfer-internally.ts',
        find: 'const refusal = cannotSpend(source, amount);',
        replace: 'const refusal = cannotSpend(source, 0n);',
      },
      overdraftAllowed,
    ],
    bound: 5_000,
  },
  {
    name: 'frozen-wallet-pays',
    fault: 'money leaves a frozen wallet',
    caughtBy: ['G7'],
    patches: [
      {
        file: 'server/src/engine/rules/wallets.ts',
        find: "  if (wallet.status === 'frozen') return 'wallet_frozen';\n",
        replace: '',
      },
    ],
    bound: 5_000,
  },
  {
    name: 'wallet-closed-with-money',
    fault: 'a wallet is closed although it has money, which nobody can spend any more',
    caughtBy: ['G2'],
    patches: [
      {
        file: 'server/src/money/wallets/close.ts',
        find: 'if (posted === 0n) return null;',
        replace: 'if (posted >= 0n) return null;',
      },
    ],
    bound: 5_000,
  },
  {
    name: 'claim-leaves-the-hold',
    fault: 'a claimed payment is taken from what its payer has available, and stays held as well',
    caughtBy: ['G2', 'G5'],
    patches: [
      {
        file: 'server/src/engine/commands/claim.ts',
        find: "source: { wallet: from, place: 'held' },",
        replace: "source: { wallet: from, place: 'available' },",
      },
    ],
    bound: 5_000,
  },
];
