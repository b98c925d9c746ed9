import { type Client, DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, columnsOf, openMigrated, tablesOf, triggersOf, withRow } from './probe.ts';

const decision = ['status', 'updated_at', 'resolved_at', 'due_at'];
const attempts = ['attempts', 'last_error', 'due_at'];
/** The columns of each table that may change. All other columns, and all of other tables, keep the values that were inserted. */
const mutable: Readonly<Record<string, readonly string[]>> = {
  agent_keys: ['revoked_at', 'revoked_by', 'rotated_at', 'expires_at'],
  agents: [
    'name',
    'description',
    'status',
    'per_transaction',
    'per_day',
    'per_month',
    'currency_limits',
    'updated_at',
    'updated_by',
    'tags',
    'rules',
    'wallet_ids',
    'reads',
  ],
  api_keys: ['revoked_at', 'revoked_by', 'rotated_at', 'expires_at'],
  approvals: [
    ...decision,
    'decided_by',
    'decided_with',
    'decision_reason',
    'announced_at',
    'first_decided_by',
    'first_decided_with',
    'first_decided_at',
    'first_signed_in',
  ],
  claims: [
    'token_salt',
    'token_hash',
    'expires_at',
    'due_at',
    'horizon',
    'claimed_at',
    'not_received',
    'taken_by',
  ],
  contact_verifications: ['status', 'token_salt', 'token_hash', 'expires_at'],
  contacts: ['party_id', 'verified_at'],
  customer_invitations: ['status', 'updated_at', 'customer_party_id', 'token_salt', 'token_hash'],
  delegation_grants: [
    'status',
    'permissions',
    'per_transaction',
    'per_day',
    'per_month',
    'currency_limits',
    'updated_at',
    'due_at',
    'rules',
  ],
  delegations: ['status', 'permissions', 'updated_at', 'last_name', 'last_email'],
  external_accounts: [
    'bank_name',
    'account_name',
    'account_type',
    'last_four',
    'status',
    'tags',
    'secret_id',
    'sealed_number',
    'sealed_amounts',
    'number_digest',
    'wrong_guesses',
  ],
  installation: ['clock_offset_ms', 'fees', 'dated_to_us'],
  mails: ['status', 'subject', 'body', 'html', ...attempts, 'turn', 'claimed_until', 'sent_at'],
  members: ['role'],
  oauth_artifacts: ['grant_id', 'payload', 'expires_at', 'consumed_at'],
  oauth_clients: ['expires_at'],
  parties: [
    'status',
    'frozen_by',
    'name',
    'name_key',
    'email',
    'per_transaction',
    'per_day',
    'per_month',
    'currency_limits',
    'limits_updated_at',
    'updated_at',
    'approve_by',
    'two_above',
    'agent_defaults',
  ],
  party_invitations: ['status', 'accepted_at', 'token_salt', 'token_hash'],
  payment_requests: ['status', 'payer_party_id', 'payment_id', 'updated_at'],
  payments: [
    'status',
    'payer_wallet_id',
    'payee_wallet_id',
    'updated_at',
    'accepted_at',
    'due_at',
    'refunded_amount',
  ],
  sign_in_links: ['token_salt', 'token_hash', 'used_at'],
  reconciliation_differences: ['explained_at', 'explained_by', 'explanation'],
  refused_reports: ['tried_at', 'stored_at'],
  reconciliations: ['compared_to'],
  rail_orders: [
    'state',
    'attempts',
    'cancel_requested_at',
    'due_at',
    'bank_name',
    'account_name',
    'account_type',
    'secret_id',
    'sealed_number',
    'reference',
  ],
  transfers: [
    'status',
    'wallet_id',
    'expected_available_at',
    'submitted_at',
    'settled_at',
    'failure_code',
    'failure_reason',
    'return_code',
    'return_reason',
    'returned_at',
    'updated_at',
    'accepted_at',
  ],
  users: ['name', 'email'],
  webhooks: [
    'url',
    'enabled_events',
    'description',
    'tags',
    'status',
    'disabled_reason',
    'secret_id',
    'sealed_secret',
    'previous_secret_id',
    'sealed_previous_secret',
    'previous_expires_at',
    'updated_at',
    'deleted_at',
  ],
};

/** The tables in which every UPDATE, DELETE and TRUNCATE is refused. */
const appendOnly = [
  'audit_blocks',
  'audit_lines',
  'event_parties',
  'fee_payouts',
  'known_payees',
  'movements',
  'operator_deposits',
  'refunds',
  'tagged_resources',
  'write_offs',
];

/** The tables without a trigger, and the reason. */
const unprotected: Readonly<Record<string, string>> = {
  authority_version: 'a single counter',
  counterparties: 'derived from payments; the audit looks for missing pairs',
  key_uses: "what a list shows; nobody's authority depends on it",
  limit_counters: 'written by payments; the audit recomputes them',
  paired_parties: 'watermarks of the counterparties',
  event_watermarks: 'watermarks of the events',
  payment_watermarks: 'watermarks of the payments',
  webhook_progress: 'how far deliveries have come',
  webhook_retries: 'what is to be sent again',
  reconciliation_lines: 'kept only while they are compared',
  webhook_servers: 'which servers deliver webhooks now',
  sandbox_bank_orders: 'simulates a bank, which is another program',
  sandbox_bank_outcomes: 'simulates a bank, which is another program',
  schema_migrations: 'written by the migrator, which compares names and checksums at each start',
  wallets: 'written by every payment; the audit recomputes them, and nothing changes owner or currency',
};

const restrictViolation = '23001';

let session: Client;
beforeAll(async () => {
  session = await openMigrated();
});
afterAll(() => session.end());

/** Returns the columns of the table's only row that can change, in their order by name. Throws if one cannot for another reason. */
async function changeable(table: string): Promise<string[]> {
  const found: string[] = [];
  for (const column of await columnsOf(session, table)) {
    const result = await change(session, table, column, async () => 'changed');
    if (result === 'changed') found.push(column.name);
    else if (!(result instanceof DatabaseError) || result.code !== restrictViolation) throw result as Error;
  }
  return found.toSorted();
}

describe('the mutable columns', () => {
  it('are the same in this list and in the triggers, for every table', async () => {
    const triggers = await triggersOf(session, 'refuse_change_of_immutable_columns');
    const found = [...triggers].flatMap(([table, { columns }]) =>
      columns.length > 0 ? [[table, columns]] : [],
    );
    expect(Object.fromEntries(found)).toEqual(mutable);
  });

  it('are guarded in every table, or the list says why the table needs no trigger', async () => {
    const guarded = (await triggersOf(session, 'refuse_change_of_immutable_columns')).keys();
    expect([...(await triggersOf(session, 'refuse_change')).keys()]).toEqual(appendOnly);
    const decided = [...guarded, ...appendOnly, ...Object.keys(unprotected)];
    expect(await tablesOf(session)).toEqual(decided.toSorted());
  });

  it.each(Object.entries(mutable))('of %s are the only ones that can change', async (table, listed) => {
    let found: string[] = [];
    await withRow(session, table, async () => {
      found = await changeable(table);
    });
    expect(found).toEqual(listed.toSorted());
  });

  it('of any other guarded table do not exist', async () => {
    const guarded = [...(await triggersOf(session, 'refuse_change_of_immutable_columns')).keys()];
    const others = guarded.filter((table) => !(table in mutable));
    expect(others.length).toBeGreaterThan(3);
    for (const table of others) {
      await withRow(session, table, async () => {
        expect([table, await changeable(table)]).toEqual([table, []]);
      });
    }
  });

  it.each([
    ['parties', "status = 'PROVISIONAL'", ['type', 'default_currency'], ''],
    ['payments', 'payee_party_id = NULL', ['payee_party_id'], 'refunded_amount'],
    ['contacts', 'verified_at = NULL', ['id', 'created_at', 'taken_from'], ''],
  ])('of %s with %s include %j, a fact that is not known yet', async (table, state, facts, never) => {
    let found: string[] = [];
    await withRow(session, table, async () => {
      await session.query(`SET CONSTRAINTS ALL IMMEDIATE; ALTER TABLE ${table} DISABLE TRIGGER USER; UPDATE ${table} SET ${state};
        ALTER TABLE ${table} ENABLE TRIGGER USER`);
      found = await changeable(table);
    });
    const listed = (mutable[table] ?? []).filter((name) => name !== never);
    expect(found).toEqual([...listed, ...facts].toSorted());
  });

  it('do not include a new column that no trigger names', async () => {
    await withRow(session, 'payments', async () => {
      await session.query('ALTER TABLE payments ADD COLUMN added_by_this_test text');
      const added = { name: 'added_by_this_test', type: 'text' };
      const result = await change(session, 'payments', added, async () => null);
      expect(result).toMatchObject({
        code: restrictViolation,
        message: 'cannot change immutable columns of payments: added_by_this_test',
      });
    });
  });
});

/** Runs a statement in a session in which ordinary triggers do not fire. Returns the error code, or null. */
async function codeInReplicaRole(statement: string): Promise<string | undefined | null> {
  await session.query('BEGIN; SET LOCAL session_replication_role = replica');
  try {
    await session.query(statement);
    return null;
  } catch (error) {
    if (error instanceof DatabaseError) return error.code;
    throw error;
  } finally {
    await session.query('ROLLBACK');
  }
}

describe('even where ordinary triggers do not fire', () => {
  it('no table can be truncated', async () => {
    for (const table of await tablesOf(session)) {
      expect([table, await codeInReplicaRole(`TRUNCATE ${table} CASCADE`)]).toEqual([
        table,
        restrictViolation,
      ]);
    }
  });

  it.each(appendOnly)('%s is append-only', async (table) => {
    expect(await codeInReplicaRole(`DELETE FROM ${table}`)).toBe(restrictViolation);
  });

  it('every trigger fires', async () => {
    const { rows } = await session.query(
      `SELECT tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace AND tgenabled <> 'A'`,
    );
    expect(rows).toEqual([]);
  });
});
