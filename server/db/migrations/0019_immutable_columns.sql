-- The triggers listed the columns that may not change, so that each new column could be changed unless somebody thought of
-- it. Now they list the columns that may change: a new column is immutable until a migration says otherwise.

-- The trigger's arguments are the columns that may change; without arguments no column may.
CREATE FUNCTION refuse_change_of_immutable_columns() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  mutable text[] := coalesce(TG_ARGV, '{}'); -- TG_ARGV is null for a trigger without arguments
BEGIN
  IF to_jsonb(NEW) - mutable IS DISTINCT FROM to_jsonb(OLD) - mutable THEN
    RAISE EXCEPTION 'cannot change immutable columns of %: %', TG_TABLE_NAME,
      (SELECT string_agg(key, ', ' ORDER BY key)
       FROM jsonb_each(to_jsonb(NEW) - mutable) n JOIN jsonb_each(to_jsonb(OLD)) o USING (key)
       WHERE n.value <> o.value)
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

DROP TRIGGER payments_keep_their_facts ON payments;
DROP TRIGGER api_keys_keep_their_facts ON api_keys;
DROP TRIGGER agent_keys_keep_their_facts ON agent_keys;
DROP TRIGGER agents_keep_their_facts ON agents;

-- Money, and what waits for it. Wallets and limit counters have no such trigger: every payment writes them, and
-- `npm run audit` recomputes them.
CREATE TRIGGER payments_immutable_columns BEFORE UPDATE ON payments FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'payer_wallet_id', 'payee_wallet_id', 'updated_at', 'accepted_at', 'due_at');
CREATE TRIGGER transfers_immutable_columns BEFORE UPDATE ON transfers FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'wallet_id', 'expected_available_at', 'submitted_at', 'settled_at', 'failure_code', 'failure_reason',
    'return_code', 'return_reason', 'returned_at', 'updated_at', 'accepted_at');
CREATE TRIGGER rail_orders_immutable_columns BEFORE UPDATE ON rail_orders FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('state', 'attempts', 'cancel_requested_at', 'due_at');
CREATE TRIGGER approvals_immutable_columns BEFORE UPDATE ON approvals FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'updated_at', 'resolved_at', 'due_at', 'decided_by', 'decision_reason');
CREATE TRIGGER payment_requests_immutable_columns BEFORE UPDATE ON payment_requests FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'updated_at');
-- Removing an account clears its name and number.
CREATE TRIGGER external_accounts_immutable_columns BEFORE UPDATE ON external_accounts FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'bank_name', 'account_name', 'account_type', 'last_four', 'status');

-- Parties, and who may do what. A party's limits and counters are in its default currency, so that one is immutable.
CREATE TRIGGER parties_immutable_columns BEFORE UPDATE ON parties FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'name', 'email', 'per_transaction', 'per_day', 'per_month', 'limits_updated_at', 'updated_at');
CREATE TRIGGER contacts_immutable_columns BEFORE UPDATE ON contacts FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('party_id', 'verified_at');
CREATE TRIGGER users_immutable_columns BEFORE UPDATE ON users FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('name', 'email');
CREATE TRIGGER members_immutable_columns BEFORE UPDATE ON members FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('role');
CREATE TRIGGER agents_immutable_columns BEFORE UPDATE ON agents FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'name', 'description', 'status', 'per_transaction', 'per_day', 'per_month', 'updated_at', 'updated_by');
CREATE TRIGGER api_keys_immutable_columns BEFORE UPDATE ON api_keys FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('last_used_at', 'revoked_at', 'revoked_by');
CREATE TRIGGER agent_keys_immutable_columns BEFORE UPDATE ON agent_keys FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('last_used_at', 'revoked_at', 'revoked_by');
CREATE TRIGGER delegations_immutable_columns BEFORE UPDATE ON delegations FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'permissions', 'updated_at');
CREATE TRIGGER delegation_grants_immutable_columns BEFORE UPDATE ON delegation_grants FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'permissions', 'per_transaction', 'updated_at');
CREATE TRIGGER customer_invitations_immutable_columns BEFORE UPDATE ON customer_invitations FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'updated_at');
CREATE TRIGGER party_invitations_immutable_columns BEFORE UPDATE ON party_invitations FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'accepted_at');

-- The installation, the outbox, and what is only ever added or deleted.
CREATE TRIGGER installation_immutable_columns BEFORE UPDATE ON installation FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('clock_offset_ms');
CREATE TRIGGER mails_immutable_columns BEFORE UPDATE ON mails FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'subject', 'body', 'attempts', 'last_error', 'due_at', 'claimed_until', 'sent_at');
CREATE TRIGGER idempotency_keys_immutable_columns BEFORE UPDATE ON idempotency_keys FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns();
CREATE TRIGGER event_lines_immutable_columns BEFORE UPDATE ON event_lines FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns();
