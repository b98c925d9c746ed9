import type { Mutant } from '../mutant.ts';

/** Faults by which a payment request is paid twice, or says something else than its payment. */
export const paymentRequestMutants: readonly Mutant[] = [
  {
    name: 'request-paid-again',
    fault: 'a request that was paid, or is being paid, can be paid again',
    caughtBy: ['G3'],
    patches: [
      [
        'server/src/engine/rules/payment-request.ts',
        "request.status !== 'OPEN' || request.expiresAt <= now",
        'request.expiresAt <= now',
      ],
    ],
    bound: 4_000,
    profile: 'requests',
  },
  {
    name: 'request-not-locked',
    fault: 'a request is declined or canceled between the decision to pay it and the payment',
    caughtBy: ['G1'],
    patches: [
      [
        'server/src/engine/load/load-money.ts',
        "FROM payment_requests WHERE id = ANY($1::uuid[]) ORDER BY id ${lock('FOR NO KEY UPDATE')}",
        'FROM payment_requests WHERE id = ANY($1::uuid[]) ORDER BY id',
      ],
    ],
    bound: 20_000,
    profile: 'requests',
  },
  {
    name: 'denied-request-not-reopened',
    fault: 'a request stays PROCESSING when its payment is denied or canceled',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/engine/rules/targets.ts',
        "if (loaded.type === 'payment' && !loaded.record.acceptedAt) {",
        "if (loaded.type === 'payment' && !loaded.record.acceptedAt && status === 'IN_REVIEW') {",
      ],
    ],
    bound: 10_000,
    profile: 'requests',
  },
  {
    name: 'failed-request-not-reopened',
    fault: 'a request stays PROCESSING when the deposit that was to pay it fails',
    caughtBy: ['G1', 'G2'],
    patches: [
      [
        'server/src/engine/rules/targets.ts',
        "if (loaded.type === 'payment' && !loaded.record.acceptedAt) {",
        "if (loaded.type === 'payment' && !loaded.record.acceptedAt && status !== 'FAILED') {",
      ],
    ],
    bound: 10_000,
    profile: 'accounts',
  },
  {
    name: 'arrived-money-does-not-pay',
    fault: 'a request that is paid from an account stays PROCESSING when the money has arrived',
    caughtBy: ['G1'],
    patches: [
      [
        'server/src/engine/commands/settle.ts',
        '  decideFundedPayment(transfer, command, state, changes);',
        '',
      ],
    ],
    bound: 10_000,
    profile: 'accounts',
  },
  {
    name: 'too-little-drawn',
    fault: 'less is drawn from an account than the payment takes',
    caughtBy: ['G1', 'G2'],
    patches: [
      [
        'server/src/engine/rules/draw.ts',
        'const amount = payment.amount + (payment.fee ?? 0n);',
        'const amount = payment.amount - 1n;',
      ],
    ],
    bound: 10_000,
    profile: 'accounts',
  },
];
