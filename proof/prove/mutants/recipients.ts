import { type Mutant, seenIn } from '../mutant.ts';

/** Faults in what a payee is shown, and in how an address becomes a party. */
export const recipientMutants: readonly Mutant[] = [
  {
    name: 'payee-sees-reviews',
    fault: 'the payee of a payment can read it while it is in review',
    caughtBy: ['tenancy'],
    patches: [['server/src/engine/model/viewers.ts', ' AND ${payment}.accepted_at IS NOT NULL)`', ')`']],
    bound: 10_000,
  },
  {
    name: 'payee-lists-reviews',
    fault: 'the list of transactions shows its payee a payment in review',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/money/transactions/queries.ts',
        "range(0, 'payee_party_id = $partyId AND accepted_at IS NOT NULL'),",
        "range(0, 'payee_party_id = $partyId'),",
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'payee-sees-delegation',
    fault: 'the payee of a payment is shown the agent and the delegation behind it',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/money/transactions/queries.ts',
        "`initiator_party_id <> payer_party_id AND ${paysOrInitiated('$partyId::uuid', 'payments')}`",
        "'initiator_party_id <> payer_party_id'",
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'address-blocked-by-payment',
    fault: 'an address that a payment has named can no longer become a party',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/identity/parties/queries.ts',
        'DO UPDATE SET verified_at = excluded.verified_at WHERE contacts.verified_at IS NULL',
        'DO NOTHING',
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'review-registers-recipient',
    fault: 'a payment in review registers the address that it names',
    caughtBy: ['G2'],
    patches: [
      [
        'server/src/engine/rules/carry-out.ts',
        'record.reviewed = true;',
        'record.reviewed = true;\n  register(recipient, now, state, changes);',
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'claimed-payment-canceled',
    fault: 'a payer cancels a payment that its payee has claimed, before its money moves',
    caughtBy: ['G16'],
    patches: [['server/src/engine/commands/cancel.ts', 'isClaimed(record, state) || ', '']],
    bound: 10_000,
  },
  {
    name: 'claimed-payment-returned',
    fault: 'a payment that its payee has claimed in time goes back if its money moves later',
    caughtBy: ['G16'],
    patches: [['server/src/engine/commands/expire.ts', ' && !isClaimed(payment, state)', '']],
    bound: 5_000,
  },
  {
    name: 'claimed-payment-approved-and-canceled',
    fault:
      'who cancels a payment in review does not look for a claim of the address, although the same batch approves it',
    caughtBy: ['G16'],
    patches: [
      [
        'server/src/engine/load/load-money.ts',
        "JOIN claims c ON c.party_id = ${firstPayeeOf('p')}",
        'JOIN claims c ON c.party_id = p.payee_party_id',
      ],
    ],
    ...seenIn('server/test/flows/claim-races.test.ts'),
  },
  {
    name: 'taken-over-payment-approved-and-canceled',
    fault: 'who cancels a payment in review looks for the claim of the party that has taken its address over',
    caughtBy: ['G16'],
    patches: [['server/src/engine/model/waiting.ts', "'coalesce(k.taken_from, k.party_id)'", "'k.party_id'"]],
    ...seenIn('server/test/flows/take-over-races.test.ts'),
  },
  {
    name: 'taken-over-party-unblocked',
    fault: 'a list of counterparties that blocks a party no longer blocks who has taken it over',
    caughtBy: ['G6'],
    patches: [
      [
        'server/src/engine/model/waiting.ts',
        'FROM claims k WHERE k.taken_by = ${party}`',
        'FROM claims k WHERE k.taken_by = ${party} AND false`',
      ],
    ],
    ...seenIn('server/test/flows/taken-over.test.ts'),
  },
  {
    name: 'replay-shows-new-payee',
    fault: 'the replay of a payment shows the party that was paid in the place of its payee',
    caughtBy: ['G3'],
    patches: [
      [
        'server/src/money/payments/view.ts',
        '(firstPayeePartyId ?? payment.payeePartyId)',
        '(payment.payeePartyId ?? firstPayeePartyId)',
      ],
    ],
    ...seenIn('server/test/flows/taken-over.test.ts'),
  },
];
