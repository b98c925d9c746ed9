-- The engine remembers who may do what and whom addresses reach, and asks one number in each batch whether that is still so
-- (docs/performance.md). Whatever it remembers counts that number up, whoever changes it and by whatever means.

CREATE TABLE authority_version (
  version bigint NOT NULL,
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton)
);
INSERT INTO authority_version (version) VALUES (1);

-- Once per transaction, and in its last moment: who waits for this row holds everything else already, so nobody who has it
-- waits for them.
CREATE FUNCTION count_authority_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('purser.authority_counted', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
    UPDATE authority_version SET version = version + 1;
    PERFORM set_config('purser.authority_counted', pg_current_xact_id()::text, true);
  END IF;
  RETURN NULL;
END $$;

-- New parties, agents, addresses, delegations and keys are not remembered yet; a new grant belongs to a delegation that may be.
CREATE CONSTRAINT TRIGGER parties_are_remembered
  AFTER DELETE OR UPDATE OF status, default_currency, email, per_transaction, per_day, per_month ON parties
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_authority_up();
CREATE CONSTRAINT TRIGGER agents_are_remembered
  AFTER DELETE OR UPDATE OF status, per_transaction, per_day, per_month ON agents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_authority_up();
CREATE CONSTRAINT TRIGGER contacts_are_remembered
  AFTER DELETE OR UPDATE ON contacts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_authority_up();
CREATE CONSTRAINT TRIGGER delegations_are_remembered
  AFTER DELETE OR UPDATE ON delegations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_authority_up();
CREATE CONSTRAINT TRIGGER delegation_grants_are_remembered
  AFTER INSERT OR DELETE OR UPDATE ON delegation_grants
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_authority_up();
CREATE CONSTRAINT TRIGGER api_keys_are_remembered
  AFTER DELETE OR UPDATE OF revoked_at ON api_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_authority_up();
CREATE CONSTRAINT TRIGGER agent_keys_are_remembered
  AFTER DELETE OR UPDATE OF revoked_at ON agent_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_authority_up();
