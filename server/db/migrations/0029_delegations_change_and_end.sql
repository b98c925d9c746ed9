-- Delegations are listed, changed, suspended and revoked by those whom they concern. A revoked grant is due until the
-- payments under it that wait for an approval are canceled: nobody can approve them any more.

CREATE INDEX delegations_customer_party_id ON delegations (customer_party_id, status, id);

ALTER TABLE delegation_grants ADD COLUMN due_at timestamptz;
CREATE INDEX delegation_grants_due_at ON delegation_grants (due_at) WHERE due_at IS NOT NULL;
DROP TRIGGER delegation_grants_immutable_columns ON delegation_grants;
CREATE TRIGGER delegation_grants_immutable_columns BEFORE UPDATE ON delegation_grants FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'permissions', 'per_transaction', 'updated_at', 'due_at');
ALTER TABLE delegation_grants ENABLE ALWAYS TRIGGER delegation_grants_immutable_columns;
