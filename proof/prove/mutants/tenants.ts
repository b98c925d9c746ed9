import type { Mutant, Patch } from '../mutant.ts';

const anyParty = '$1::uuid IS NOT NULL';
// Only of senders is their delegation loaded: without this, a stranger that may cancel would get a 500.
const askNoStranger: Patch = [
  'server/src/engine/commands/cancel.ts',
  'const noPower = delegateCannotAct(actor, target.payerPartyId, state);',
  `const isSender = [target.payerPartyId, target.initiatorPartyId].includes(actor.partyId);
  const noPower = isSender ? delegateCannotAct(actor, target.payerPartyId, state) : null;`,
];

/** Faults that give a party access to what belongs to another one, such as a statement without the party in it. */
export const tenantMutants: readonly Mutant[] = [
  {
    name: 'foreign-payment-read',
    fault: 'a party can read every payment',
    caughtBy: ['tenancy'],
    patches: [
      ['server/src/money/payments/queries.ts', "WHERE ${seenBy('asked.party_id', 'p')}", 'WHERE true'],
    ],
    profile: 'tenants',
    bound: 5_000,
  },
  {
    name: 'shared-look-up-mixed-up',
    fault: 'requests that read payments at the same moment get the payments of each other',
    caughtBy: ['G1', 'tenancy'],
    patches: [
      ['server/src/db/shared-loader.ts', 'byPlace.get(index + 1)', 'byPlace.get(lookUps.length - index)'],
    ],
    bound: 2_000,
  },
  {
    name: 'foreign-payment-canceled',
    fault: 'a party can cancel a payment between other parties',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/money/payments/queries.ts',
        "const seenById = `FROM payments WHERE id = $2 AND ${seenBy('$1::uuid', 'payments')}`;",
        `const seenById = 'FROM payments WHERE id = $2 AND ${anyParty}';`,
      ],
      [
        'server/src/engine/commands/cancel.ts',
        'actor.partyId !== target.payerPartyId &&',
        'actor.partyId === target.payeePartyId && actor.partyId !== target.payerPartyId &&',
      ],
      askNoStranger,
    ],
    profile: 'tenants',
    bound: 5_000,
  },
  {
    name: 'foreign-payment-revealed',
    fault: 'the refusal to cancel a payment between other parties reveals that it exists',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/money/payments/queries.ts',
        "const seenById = `FROM payments WHERE id = $2 AND ${seenBy('$1::uuid', 'payments')}`;",
        `const seenById = 'FROM payments WHERE id = $2 AND ${anyParty}';`,
      ],
    ],
    profile: 'tenants',
    bound: 10_000,
  },
  {
    name: 'payee-cancels',
    fault: 'the payee of a payment may cancel it',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/engine/commands/cancel.ts',
        'actor.partyId !== target.payerPartyId &&',
        'actor.partyId !== target.payeePartyId && actor.partyId !== target.payerPartyId &&',
      ],
      askNoStranger,
    ],
    profile: 'tenants',
    bound: 5_000,
  },
  {
    name: 'foreign-approval-decided',
    fault: 'a party can decide every approval',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/authority/approvals/queries.ts',
        '${factsWith(invitedUsers)} WHERE a.id = $2 AND $1::uuid IN (a.payer_party_id, a.initiator_party_id)',
        '${factsWith(invitedUsers)} WHERE a.id = $2 AND $1::uuid IS NOT NULL',
      ],
      [
        'server/src/engine/commands/decide-approval.ts',
        "if (approval.deciderPartyId !== actor.partyId) return refuse('not_the_decider');",
        '',
      ],
    ],
    profile: 'tenants',
    bound: 5_000,
  },
  {
    name: 'other-party-approves',
    fault: 'of the two parties to a payment, the one whose limit was not exceeded may approve it',
    caughtBy: ['G6', 'tenancy'],
    patches: [
      [
        'server/src/engine/commands/decide-approval.ts',
        "if (approval.deciderPartyId !== actor.partyId) return refuse('not_the_decider');",
        '',
      ],
    ],
    bound: 10_000,
  },
  {
    name: 'foreign-approval-read',
    fault: 'a party can read every approval',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/authority/approvals/queries.ts',
        'FROM approvals a\n   WHERE a.id = $2 AND $1::uuid IN (a.payer_party_id, a.initiator_party_id)',
        `FROM approvals a\n   WHERE a.id = $2 AND ${anyParty}`,
      ],
    ],
    profile: 'tenants',
    bound: 5_000,
  },
  {
    name: 'foreign-transactions-listed',
    fault: 'the list of transactions shows payments between other parties',
    caughtBy: ['tenancy', 'responses'], // they may be out of order too
    patches: [
      [
        'server/src/money/transactions/queries.ts',
        "range(0, 'payee_party_id = $partyId AND accepted_at IS NOT NULL'),",
        "range(0, 'payer_party_id <> $partyId'),",
      ],
    ],
    profile: 'tenants',
    bound: 5_000,
  },
  {
    name: 'foreign-transaction-read',
    fault: 'a party can read every transaction',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/money/transactions/queries.ts',
        "FROM payments WHERE id = $id AND ${seenBy('$partyId::uuid', 'payments')}",
        `FROM payments WHERE id = $id AND $partyId::uuid IS NOT NULL`,
      ],
    ],
    profile: 'tenants',
    bound: 10_000,
  },
  {
    name: 'foreign-transfer-read',
    fault: 'a party can read every transfer',
    caughtBy: ['tenancy'],
    patches: [
      [
        'server/src/money/transfers/queries.ts',
        'FROM transfers WHERE party_id = $1 AND id = $2`',
        `FROM transfers WHERE ${anyParty} AND id = $2\``,
      ],
    ],
    profile: 'tenants',
    bound: 10_000,
  },
  {
    name: 'withdrawal-to-foreign-account',
    fault: 'a withdrawal may go to the external account of another party',
    caughtBy: ['tenancy'],
    patches: [
      ['server/src/engine/commands/withdraw.ts', 'if (account?.partyId !== actor.partyId)', 'if (!account)'],
    ],
    profile: 'tenants',
    bound: 10_000,
  },
  {
    name: 'customer-without-delegation',
    fault: 'a party pays from the wallet of a party that did not delegate to it',
    caughtBy: ['tenancy', 'G7'], // G7: also after its invitation was canceled
    patches: [
      [
        'server/src/engine/rules/authority.ts',
        "if (!delegation || delegation.status !== 'ACTIVE') return 'customer_unknown';",
        "if (!delegation) return bounds;\n  if (delegation.status !== 'ACTIVE') return 'customer_unknown';",
      ],
    ],
    bound: 5_000,
  },
  {
    name: 'tags-of-payee',
    fault: 'the payee of a payment finds it by the tags that its payer gave it',
    caughtBy: ['tenancy', 'responses'],
    patches: [
      [
        'server/src/engine/store/store-tags.ts',
        'map(({ id, tags, payerPartyId, initiatorPartyId }) => ({',
        'map(({ id, tags, payerPartyId, initiatorPartyId, payeePartyId }) => ({',
      ],
      [
        'server/src/engine/store/store-tags.ts',
        'partyIds: [payerPartyId, initiatorPartyId],',
        'partyIds: [payerPartyId, initiatorPartyId, ...(payeePartyId ? [payeePartyId] : [])],',
      ],
    ],
    profile: 'tenants',
    bound: 5_000,
  },
  {
    name: 'tags-shown-to-payee',
    fault: 'a payment shows its payee the tags that its payer gave it',
    caughtBy: ['responses'],
    patches: [['server/src/engine/model/viewers.ts', "tags: 'payer and initiator'", "tags: 'all'"]],
    profile: 'tenants',
    bound: 5_000,
  },
  {
    name: 'tag-filter-without-value',
    fault: 'a list filtered by a tag shows all that has a tag of this name',
    caughtBy: ['responses', 'tenancy'],
    patches: [['server/src/db/tagged.ts', 'AND value = $value AND', 'AND $value::text IS NOT NULL AND']],
    profile: 'tenants',
    bound: 5_000,
  },
  {
    name: 'tags-not-listed',
    fault: 'of a resource with several tags only the first is stored for the filters of lists',
    caughtBy: ['G1'],
    patches: [
      [
        'server/src/engine/store/store-tags.ts',
        'Object.entries(tags).map(',
        'Object.entries(tags).slice(0, 1).map(',
      ],
    ],
    profile: 'tenants',
    bound: 5_000,
  },
];
