import type { Mutant } from '../mutant.ts';

const anybody = '$1::uuid IS NOT NULL';

/** Statements without the party in them, and other ways to what belongs to somebody else. */
export const tenantMutants: readonly Mutant[] = [
  {
    name: 'payment-of-anybody-read',
    fault: 'a payment is read without asking whose it is',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/payments/queries.ts',
        find: 'WHERE asked.party_id IN (p.payer_party_id, p.payee_party_id, p.initiator_party_id)',
        replace: 'WHERE true',
      },
    ],
    bound: 5_000,
  },
  {
    name: 'shared-look-up-mixed-up',
    fault: 'of payments that are asked for at the same moment, everybody is shown another one',
    caughtBy: ['G1', 'tenancy'],
    patches: [
      {
        file: 'server/src/payments/queries.ts',
        find: 'byPlace.get(index + 1)',
        replace: 'byPlace.get(lookups.length - index)',
      },
    ],
    bound: 2_000,
  },
  {
    name: 'payment-of-anybody-canceled',
    fault: 'a payment is canceled without asking whose it is',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/payments/queries.ts',
        find: `\${factColumns} FROM payments
   WHERE id = $2 AND $1::uuid IN (payer_party_id, payee_party_id, initiator_party_id)`,
        replace: `\${factColumns} FROM payments WHERE id = $2 AND ${anybody}`,
      },
      {
        file: 'server/src/engine/commands/cancel.ts',
        find: 'actor.partyId !== target.payerPartyId &&',
        replace: 'actor.partyId === target.payeePartyId && actor.partyId !== target.payerPartyId &&',
      },
    ],
    bound: 5_000,
  },
  {
    name: 'payment-of-anybody-named-in-a-refusal',
    fault: 'who cancels a foreign payment is told that it exists',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/payments/queries.ts',
        find: `\${factColumns} FROM payments
   WHERE id = $2 AND $1::uuid IN (payer_party_id, payee_party_id, initiator_party_id)`,
        replace: `\${factColumns} FROM payments WHERE id = $2 AND ${anybody}`,
      },
    ],
    bound: 10_000,
  },
  {
    name: 'payee-cancels',
    fault: 'whoever gets a payment may cancel it',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/engine/commands/cancel.ts',
        find: 'actor.partyId !== target.payerPartyId &&',
        replace: 'actor.partyId !== target.payeePartyId && actor.partyId !== target.payerPartyId &&',
      },
    ],
    bound: 5_000,
  },
  {
    name: 'approval-of-anybody-given',
    fault: 'an approval is given without asking whose it is',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/approvals/queries.ts',
        find: '${facts} WHERE a.id = $2 AND $1::uuid IN (a.payer_party_id, a.initiator_party_id)',
        replace: `\${facts} WHERE a.id = $2 AND ${anybody}`,
      },
      {
        file: 'server/src/engine/commands/decide-approval.ts',
        find: "if (approval.deciderPartyId !== actor.partyId) return refuse('not_the_decider');",
        replace: '',
      },
    ],
    bound: 5_000,
  },
  {
    name: 'other-party-approves',
    fault: 'of the two parties to a payment, the one whose limit it was not may approve it',
    caughtBy: ['G6', 'tenancy'],
    patches: [
      {
        file: 'server/src/engine/commands/decide-approval.ts',
        find: "if (approval.deciderPartyId !== actor.partyId) return refuse('not_the_decider');",
        replace: '',
      },
    ],
    bound: 10_000,
  },
  {
    name: 'approval-of-anybody-read',
    fault: 'an approval is read without asking whose it is',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/approvals/queries.ts',
        find: 'FROM approvals WHERE id = $2 AND $1::uuid IN (payer_party_id, initiator_party_id)',
        replace: `FROM approvals WHERE id = $2 AND ${anybody}`,
      },
    ],
    bound: 5_000,
  },
  {
    name: 'transactions-of-anybody-listed',
    fault: 'the list of transactions shows what others were paid',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/transactions/queries.ts',
        find: 'FROM payments WHERE payee_party_id = $1 AND id < $2',
        replace: `FROM payments WHERE payer_party_id <> $1 AND id < $2`,
      },
    ],
    bound: 5_000,
  },
  {
    name: 'transaction-of-anybody-read',
    fault: 'a transaction is read without asking whose it is',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/transactions/queries.ts',
        find: 'FROM payments WHERE id = $2 AND $1::uuid IN (payer_party_id, payee_party_id, initiator_party_id)',
        replace: `FROM payments WHERE id = $2 AND ${anybody}`,
      },
    ],
    bound: 10_000,
  },
  {
    name: 'transfer-of-anybody-read',
    fault: 'a transfer is read without asking whose it is',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/transfers/queries.ts',
        find: 'FROM transfers WHERE party_id = $1 AND id = $2`',
        replace: `FROM transfers WHERE ${anybody} AND id = $2\``,
      },
    ],
    bound: 10_000,
  },
  {
    name: 'withdrawal-to-the-account-of-anybody',
    fault: 'money is sent to an account at a bank without asking whose it is',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/engine/commands/withdraw.ts',
        find: 'if (account?.partyId !== actor.partyId)',
        replace: 'if (!account)',
      },
    ],
    bound: 10_000,
  },
  {
    name: 'anybody-is-a-customer',
    fault: 'a party pays from the wallet of one that did not delegate to it',
    caughtBy: ['tenancy'],
    patches: [
      {
        file: 'server/src/engine/rules/authority.ts',
        find: "if (!delegation || delegation.status !== 'ACTIVE') return 'customer_unknown';",
        replace: 'if (!delegation) return limits;',
      },
    ],
    bound: 5_000,
  },
];
