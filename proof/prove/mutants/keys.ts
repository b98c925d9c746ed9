import type { Mutant } from '../mutant.ts';

/** Faults that break idempotency keys: a retry has another effect or response, or a key reaches too far. */
export const keyMutants: readonly Mutant[] = [
  {
    name: 'response-stored-after-the-commit',
    fault: 'the response to a key is stored after the commit instead of in the same transaction',
    caughtBy: ['G3', 'G5'], // two servers store the response of one key, and the second one fails
    patches: [
      [
        'server/src/engine/queue/batch.ts',
        'pipeline.run([...storeSteps(changes), commit]);',
        `pipeline
      .run([
        ...storeSteps({
          ...changes,
          responses: [],
          payments: changes.payments.map((made) => ({ ...made, keyDigest: null, fingerprint: null })),
        }),
        commit,
      ])
      .then(() =>
        pipeline.run([
          ...storeSteps({ ...noChanges(), responses: changes.responses }),
          ...changes.payments.map(({ id, keyDigest, fingerprint }) => ({
            name: 'late_key',
            text: \`UPDATE payments p SET key_digest = $1, fingerprint = $2 WHERE id = $3 AND NOT EXISTS (SELECT FROM
              payments o WHERE o.key_digest = $1)\`,
            values: [keyDigest, fingerprint, id],
          })),
        ]),
      );`,
      ],
      [
        'server/src/engine/store/store.ts',
        `  created_at: times((response) => response.createdAt),
}`,
        `  created_at: times((response) => response.createdAt),
}, 'ON CONFLICT DO NOTHING'`,
      ],
      [
        'server/db/baseline/7_money.sql',
        "'status', 'payer_wallet_id', 'payee_wallet_id',",
        "'key_digest', 'fingerprint', 'status', 'payer_wallet_id', 'payee_wallet_id',",
      ],
    ],
    bound: 5_000,
    servers: 2,
  },
  {
    name: 'response-not-stored',
    fault: 'the response to a key is not stored',
    caughtBy: ['G3', 'responses'], // a decision that is sent again, too: a conflict
    patches: [
      [
        'server/src/engine/decide/idempotency.ts',
        'changes.responses.push({ ...key, status, ...bodies, createdAt: now });',
        '',
      ],
      [
        'server/src/engine/model/implied-rows.ts',
        "const key = idempotency && isKeptByPayment({ kind: 'pay' }, idempotency) ? idempotency : null;",
        "const key = idempotency?.route === '' ? idempotency : null;",
      ],
    ],
    bound: 1_000,
  },
  {
    name: 'key-across-parties',
    fault: 'all parties share one space of idempotency keys',
    caughtBy: ['G3'],
    patches: [
      ['server/src/engine/model/actor.ts', '${partyId} ${route} ${key}', '${route} ${key}'],
      ['server/src/engine/load/load.ts', 'WHERE k.party_id = n.party_id AND k.key', 'WHERE k.key'],
    ],
    bound: 2_000,
  },
  {
    name: 'key-across-routes',
    fault: 'all routes share one space of idempotency keys',
    caughtBy: ['G3'],
    patches: [
      ['server/src/engine/model/actor.ts', '${partyId} ${route} ${key}', '${partyId} ${key}'],
      ['server/src/engine/load/load.ts', ' AND k.route = n.route', ''],
    ],
    bound: 5_000,
  },
  {
    name: 'reused-key-replayed',
    fault: 'a key that is reused with another request replays the first response',
    caughtBy: ['G3'],
    patches: [
      [
        'server/src/engine/decide/idempotency.ts',
        'if (!stored.fingerprint.equals(key.fingerprint))',
        'if (stored.status === 0)',
      ],
    ],
    bound: 2_000,
  },
  {
    name: 'replay-with-another-status',
    fault: 'a replay has another status than the first response',
    caughtBy: ['G3', 'responses'], // a decision that is sent again, too: a refusal without words
    patches: [
      [
        'server/src/engine/decide/idempotency.ts',
        'doneBefore({ ...stored, body:',
        'doneBefore({ ...stored, status: 202, body:',
      ],
    ],
    bound: 1_000,
  },
  {
    name: 'replay-with-current-state',
    fault: 'a replay shows the current state of a payment that was in review, instead of the first response',
    caughtBy: ['G3'],
    patches: [
      [
        'server/src/money/payments/view.ts',
        "payment.reviewed ? 'IN_REVIEW' :",
        "payment.reviewed ? (payment.status as 'IN_REVIEW') :",
      ],
    ],
    bound: 20_000,
  },
];
