import { type Mutant, seenIn } from '../mutant.ts';

const shown = seenIn('server/test/flows/payee-shown.test.ts');
const approvals = 'server/src/authority/approvals/queries.ts';
const acquaintance = 'server/src/authority/counterparties/acquaintance.ts';
const counterparties = 'server/src/authority/counterparties/queries.ts';

const caughtBy = ['G18'] as const;
const profile = 'payees';
const bound = 500;

/** Faults in what an approver and a payer are told of the payee. */
export const payeeMutants: readonly Mutant[] = [
  {
    name: 'payee-named-as-of-now',
    fault: 'an approval shows the name that the payee has by now, not the one that it had at the request',
    caughtBy,
    patches: [
      [
        approvals,
        'a.payee_party_id, a.payee_name, a.payee_address',
        'a.payee_party_id, coalesce((SELECT x.name FROM parties x WHERE x.id = a.payee_party_id), a.payee_name) AS payee_name, a.payee_address',
      ],
    ],
    bound,
    profile,
  },
  {
    name: 'payee-known-to-anybody',
    fault: 'a payee is shown as known since anybody has paid it',
    caughtBy,
    patches: [
      [
        counterparties,
        `WHERE payer_party_id = $partyId AND accepted_at IS NOT NULL
       AND id > coalesce(`,
        `WHERE accepted_at IS NOT NULL
       AND id > coalesce(`,
      ],
    ],
    bound,
    profile,
  },
  {
    name: 'payee-known-by-what-it-paid',
    fault: 'a payee is shown as known since it has paid the party that is asked',
    caughtBy,
    patches: [
      [
        counterparties,
        `SELECT payee_party_id, accepted_at FROM payments
     WHERE payer_party_id = $partyId AND accepted_at IS NOT NULL`,
        `SELECT CASE payer_party_id WHEN $partyId THEN payee_party_id ELSE payer_party_id END AS payee_party_id, accepted_at
       FROM payments
     WHERE $partyId IN (payer_party_id, payee_party_id) AND accepted_at IS NOT NULL`,
      ],
    ],
    bound,
    profile,
  },
  {
    name: 'payee-known-by-what-waits',
    fault: 'a payee is shown as known since a payment to it was asked for, which still waits',
    caughtBy,
    patches: [
      [
        counterparties,
        `SELECT payee_party_id, accepted_at FROM payments
     WHERE payer_party_id = $partyId AND accepted_at IS NOT NULL`,
        `SELECT payee_party_id, created_at AS accepted_at FROM payments
     WHERE payer_party_id = $partyId`,
      ],
    ],
    bound,
    profile,
  },
  {
    name: 'payee-known-after-the-request',
    fault: 'what was paid after a request makes the payee known in its approval',
    caughtBy,
    patches: [
      [
        counterparties,
        'WHERE x.payee_party_id = a.payee AND x.accepted_at <= a.at) u ON true',
        'WHERE x.payee_party_id = a.payee) u ON true',
      ],
    ],
    bound,
    profile,
  },
  {
    name: 'name-warning-not-judged',
    fault: 'nobody is warned of a payee that has the name of another one',
    caughtBy,
    patches: [
      [
        acquaintance,
        "namesake: namesakeId && { id: namesakeId, name: namesakeName ?? '' }",
        'namesake: null',
      ],
    ],
    bound,
    profile,
  },
  {
    name: 'names-not-normalised',
    fault: 'a name in other letters or with spaces is not taken for the same',
    caughtBy,
    patches: [[acquaintance, "nameKey(payeeName ?? '')", "(payeeName ?? '')"]],
    bound,
    profile,
  },
  {
    name: 'address-not-shown',
    fault: 'an approval does not show the address by which the payer named the payee',
    caughtBy,
    patches: [
      [
        'server/src/engine/rules/recipient.ts',
        'return { payeeName: null, payeeAddress, payeeVerified: active };',
        'return { payeeName: null, payeeAddress: active ? null : payeeAddress, payeeVerified: active };',
      ],
    ],
    bound,
    profile,
  },
  {
    name: 'payee-always-verified',
    fault: 'an approval says of an address that nobody has proved that it was',
    caughtBy,
    patches: [
      [
        'server/src/engine/rules/recipient.ts',
        'return { payeeName: null, payeeAddress, payeeVerified: active };',
        'return { payeeName: null, payeeAddress, payeeVerified: active || payeeAddress !== null };',
      ],
    ],
    bound,
    profile,
  },
  {
    name: 'preview-names-anybody',
    fault: 'a preview names who is behind an address that the party has never paid',
    caughtBy,
    patches: [
      [
        'server/src/authority/counterparties/read-payee.ts',
        'if (isNamed || payee.acquaintance?.knownSince) return payee;',
        'return payee;',
      ],
    ],
    ...shown,
  },
  {
    name: 'page-warns-of-nobody',
    fault: 'the page of an approval does not warn of a payee that has the name of another one',
    caughtBy,
    patches: [
      [
        'server/src/authority/approvals/payee-sentences.ts',
        'if (!namesake) return null;',
        'if (!namesake || namesake.name) return null;',
      ],
    ],
    ...shown,
  },
];
