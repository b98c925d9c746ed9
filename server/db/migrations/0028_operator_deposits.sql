-- Money that the operator says has arrived for a party (`npm run admin -- deposit`). A reference deposits once per party.

CREATE TABLE operator_deposits (
  party_id uuid NOT NULL REFERENCES parties (id),
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 128),
  transfer_id uuid NOT NULL UNIQUE,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (party_id, reference)
);
CREATE TRIGGER operator_deposits_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_deposits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE operator_deposits ENABLE ALWAYS TRIGGER operator_deposits_append_only;
