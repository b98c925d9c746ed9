import type { Mutant } from '../mutant.ts';

/** Faults by which a payment request is paid twice, or says something else than its payment. */
export const paymentRequestMutants: readonly Mutant[] = [
  {
    name: 'request-paid-again',
    fault: 'a request that was paid, or is being paid, can be paid again',
    caughtBy: ['G3'],
    patches: [
      {
        file: 'server/src/engine/rules/payment-request.ts',
        find: "request.status !== 'OPEN' || request.expiresAt <= now",
        replace: 'request.expiresAt <= now',
      },
    ],
    bound: 4_000,
    profile: 'requests',
  },
  {
    name: 'request-not-locked',
    fault: 'a request is declined or canceled between the decision to pay it and the payment',
    caughtBy: ['G1'],
    patches: [
      {
        file: 'server/src/engine/load/load-money.ts',
        find: 'FROM payment_requests WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
        replace: 'FROM payment_requests WHERE id = ANY($1::uuid[]) ORDER BY id',
      },
    ],
    bound: 20_000,
    profile: 'requests',
  },
  {
    name: 'denied-request-not-reopened',
    fault: 'a request stays PROCESSING when its payment is denied or canceled',
    caughtBy: ['G2'],
    patches: [
      {
        file: 'server/src/engine/rules/targets.ts',
        find: "if (loaded.type === 'payment' && !loaded.record.acceptedAt) {",
        replace: "if (loaded.type === 'payment' && !loaded.record.acceptedAt && status === 'IN_REVIEW') {",
      },
    ],
    bound: 10_000,
    profile: 'requests',
  },
];
