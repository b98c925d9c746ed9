-- A difference whose amounts change is another one, so that it is raised again although it was explained.
ALTER TABLE reconciliation_differences DROP CONSTRAINT reconciliation_differences_rail_key_arrived_kind_key,
  ADD CONSTRAINT reconciliation_differences_known
    UNIQUE NULLS NOT DISTINCT (rail, key, arrived, kind, ledger_amount, rail_amount, currency);

-- The sandbox bank's book is read in parts.
CREATE INDEX sandbox_bank_outcomes_book ON sandbox_bank_outcomes (due_at, outbound_key)
  WHERE kind IN ('completed', 'returned');

-- Reports of a bank that the engine refuses, such as of money for which a wallet has no room. Each is acknowledged and
-- kept here, and tried again once a day.
CREATE TABLE refused_reports (
  rail text NOT NULL,
  report_id text NOT NULL,
  key text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('completed', 'canceled', 'failed', 'returned')),
  code text,
  reason text,
  refusal text NOT NULL,
  refused_at timestamptz NOT NULL,
  tried_at timestamptz NOT NULL,
  stored_at timestamptz,
  PRIMARY KEY (rail, report_id)
);
CREATE INDEX refused_reports_open ON refused_reports (tried_at) WHERE stored_at IS NULL;
CREATE TRIGGER refused_reports_immutable_columns BEFORE UPDATE ON refused_reports
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('tried_at', 'stored_at');
CREATE TRIGGER refused_reports_never_truncated BEFORE TRUNCATE ON refused_reports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE refused_reports ENABLE ALWAYS TRIGGER refused_reports_immutable_columns;
ALTER TABLE refused_reports ENABLE ALWAYS TRIGGER refused_reports_never_truncated;
