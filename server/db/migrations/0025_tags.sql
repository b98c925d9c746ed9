-- Tags: words that a party puts on what it creates, for itself. They never change, except those of an agent.

ALTER TABLE payments ADD COLUMN tags json;
ALTER TABLE transfers ADD COLUMN tags json;
ALTER TABLE payment_requests ADD COLUMN tags json;
ALTER TABLE customer_invitations ADD COLUMN tags json;
ALTER TABLE party_invitations ADD COLUMN tags json;
ALTER TABLE api_keys ADD COLUMN tags json;
ALTER TABLE agents ADD COLUMN tags json;

DROP TRIGGER agents_immutable_columns ON agents;
CREATE TRIGGER agents_immutable_columns BEFORE UPDATE ON agents FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'name', 'description', 'status', 'per_transaction', 'per_day', 'per_month', 'updated_at', 'updated_by', 'tags');
DROP TRIGGER agents_invalidate_authority_cache ON agents;
CREATE CONSTRAINT TRIGGER agents_invalidate_authority_cache AFTER DELETE OR UPDATE ON agents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION invalidate_authority_cache('name', 'description', 'updated_at', 'updated_by', 'tags');
ALTER TABLE agents ENABLE ALWAYS TRIGGER agents_immutable_columns;
ALTER TABLE agents ENABLE ALWAYS TRIGGER agents_invalidate_authority_cache;

-- The tags by which lists filter, a row for each tag and each party that may see it. The key is in the order of a list, so
-- that a page costs the same however many rows of this or another party have the tag. (A GIN index could do neither.)
CREATE TABLE tagged_resources (
  party_id uuid NOT NULL,
  resource text NOT NULL CHECK (resource IN ('payment', 'transfer', 'paymentRequest', 'invitation')),
  name text NOT NULL,
  value text NOT NULL,
  resource_id uuid NOT NULL,
  PRIMARY KEY (party_id, resource, name, value, resource_id)
);
CREATE TRIGGER tagged_resources_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tagged_resources
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE tagged_resources ENABLE ALWAYS TRIGGER tagged_resources_append_only;
