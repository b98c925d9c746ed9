import type { Mutant } from '../mutant.ts';

const file = 'server/src/engine/commands/refund.ts';

/** Faults by which a payment is refunded twice, or by the wrong party. */
export const refundMutants: readonly Mutant[] = [
  {
    name: 'earlier-refunds-ignored',
    fault: 'a refund does not count what was refunded before, so more goes back than was paid',
    caughtBy: ['responses', 'G2', 'G5'],
    patches: [
      [file, 'const left = payment.amount - (payment.refundedAmount ?? 0n);', 'const left = payment.amount;'],
    ],
    bound: 5_000,
    profile: 'duels',
  },
  {
    name: 'payer-refunds-itself',
    fault: 'the payer can take its payment back by a refund',
    caughtBy: ['tenancy', 'G5'],
    patches: [
      [
        file,
        "if (payment?.payeePartyId !== actor.partyId) return refuse('not_the_payee');",
        "if (!payment) return refuse('not_the_payee');",
      ],
    ],
    bound: 5_000,
    profile: 'duels',
  },
];
