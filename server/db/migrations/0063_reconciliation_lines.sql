-- While a clearing account is compared with the book of its bank, the lines of both sides are kept here. The comparison
-- takes them out again part by part, so that none of its transactions is long: events wait for the oldest of all.
CREATE TABLE reconciliation_lines (
  comparison uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  arrived boolean NOT NULL,
  ledger_amount bigint,
  rail_amount bigint,
  currency text NOT NULL,
  at timestamptz NOT NULL,
  is_expected boolean,
  CHECK ((ledger_amount IS NULL) <> (rail_amount IS NULL)),
  CHECK ((ledger_amount IS NULL) = (is_expected IS NULL))
);
CREATE INDEX reconciliation_lines_key ON reconciliation_lines (comparison, key);
CREATE TRIGGER reconciliation_lines_never_truncated BEFORE TRUNCATE ON reconciliation_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE reconciliation_lines ENABLE ALWAYS TRIGGER reconciliation_lines_never_truncated;
