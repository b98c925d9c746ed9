import { type AuditCheck, exists } from './check.ts';

const madeBy = (table: string, what: string): AuditCheck => ({
  check: `every ${what} was made with a key that exists`,
  sql: `SELECT x.id FROM ${table} x
        WHERE NOT EXISTS (SELECT FROM api_keys k WHERE k.id = x.credential_id)
          AND NOT EXISTS (SELECT FROM agent_keys k WHERE k.id = x.credential_id)
          ${table === 'transfers' ? "AND x.type <> 'deposit'" : ''}`,
});

const partyColumns: ReadonlyArray<[table: string, columns: string[]]> = [
  ['payments', ['payer_party_id', 'payee_party_id', 'initiator_party_id']],
  ['refunds', ['party_id', 'receiver_party_id']],
  ['transfers', ['party_id']],
  ['approvals', ['decider_party_id', 'payer_party_id', 'payee_party_id', 'initiator_party_id']],
  ['counterparties', ['payer_party_id', 'payee_party_id']],
  ['idempotency_keys', ['party_id']],
  ['mails', ['party_id']],
  ['audit_lines', ['party_id']],
];

// The table of what a mail or an event is about, by the word that is stored.
const mailTables = {
  customerInvitation: 'customer_invitations',
  partyInvitation: 'party_invitations',
  paymentRequest: 'payment_requests',
  claim: 'payments',
  contactVerification: 'contact_verifications',
  signIn: 'sign_in_links',
  webhookDisabled: 'webhooks',
  approval: 'approvals',
  apiKey: 'api_keys',
};
const eventTables = {
  agent: 'agents',
  agentKey: 'agent_keys',
  apiKey: 'api_keys',
  customerInvitation: 'customer_invitations',
  delegation: 'delegations',
  externalAccount: 'external_accounts',
  invitation: 'party_invitations',
  party: 'parties',
  paymentRequest: 'payment_requests',
  refund: 'refunds',
  wallet: 'wallets',
};

function missingResources(table: string, column: string, tables: Record<string, string>): string {
  const each = Object.entries(tables).map(
    ([word, target]) => `SELECT x.id, x.${column}, x.resource_id FROM ${table} x
       LEFT JOIN ${target} t ON t.id = x.resource_id WHERE x.${column} = '${word}' AND t.id IS NULL`,
  );
  return each.join(' UNION ALL ');
}

/** The references that no foreign key enforces. */
export const referenceChecks: readonly AuditCheck[] = [
  exists('payments', 'agent_id', 'agents'),
  exists('payments', 'recipient_agent_id', 'agents'),
  exists('payments', 'user_id', 'users'),
  exists('payments', 'payment_request_id', 'payment_requests'),
  exists('payment_requests', 'payment_id', 'payments'),
  exists('refunds', 'payment_id', 'payments'),
  exists('refunds', 'user_id', 'users'),
  exists('transfers', 'wallet_id', 'wallets'),
  exists('transfers', 'destination_wallet_id', 'wallets'),
  exists('transfers', 'external_account_id', 'external_accounts'),
  exists('transfers', 'agent_id', 'agents'),
  exists('transfers', 'user_id', 'users'),
  exists('approvals', 'decided_by', 'users'),
  exists('audit_lines', 'user_id', 'users'),
  {
    check: 'every refund names the agent that made its payment',
    sql: `SELECT r.id, r.payment_agent_id FROM refunds r JOIN payments p ON p.id = r.payment_id
          WHERE r.payment_agent_id IS DISTINCT FROM p.agent_id`,
  },
  {
    // A refused request may have named an agent that does not exist.
    check: 'every agent that has done something exists',
    sql: `SELECT l.id, l.agent_id FROM audit_lines l LEFT JOIN agents a ON a.id = l.agent_id
          WHERE l.agent_id IS NOT NULL AND a.id IS NULL AND l.decision = 'accepted'`,
  },
  madeBy('payments', 'payment'),
  madeBy('refunds', 'refund'),
  madeBy('transfers', 'withdrawal and internal transfer'),
  ...partyColumns.flatMap(([table, columns]) => columns.map((column) => exists(table, column, 'parties'))),
  {
    check: 'every wallet that an agent is bound to belongs to its party',
    sql: `SELECT a.id, n.id AS wallet FROM agents a CROSS JOIN unnest(a.wallet_ids) n (id)
          LEFT JOIN wallets w ON w.id = n.id WHERE w.party_id IS DISTINCT FROM a.party_id`,
  },
  {
    check: 'the wallet of a payment request is one of its party, in its currency',
    sql: `SELECT r.id FROM payment_requests r LEFT JOIN wallets w ON w.id = r.wallet_id WHERE r.wallet_id IS NOT NULL
            AND (w.party_id IS DISTINCT FROM r.party_id OR w.currency IS DISTINCT FROM r.currency)`,
  },
  { check: 'every mail tells of something that exists', sql: missingResources('mails', 'kind', mailTables) },
  {
    check: 'every event is about something that exists',
    sql: missingResources('events', 'resource', eventTables),
  },
];
