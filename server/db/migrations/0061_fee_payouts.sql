-- What the operator has paid out of the fees that it collected (`npm run admin -- fees payout`). A reference pays out once.

CREATE TABLE fee_payouts (
  id uuid PRIMARY KEY,
  amount amount NOT NULL,
  currency currency NOT NULL,
  reference text NOT NULL UNIQUE CHECK (length(reference) BETWEEN 1 AND 128),
  operator text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TRIGGER fee_payouts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fee_payouts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE fee_payouts ENABLE ALWAYS TRIGGER fee_payouts_append_only;

ALTER DOMAIN movement_kind DROP CONSTRAINT movement_kind_check;
ALTER DOMAIN movement_kind ADD CONSTRAINT movement_kind_check CHECK (VALUE IN
  ('payment', 'hold', 'release', 'deposit', 'withdrawal', 'return', 'claim', 'refund', 'internal', 'recovery',
   'fee', 'fee_hold', 'fee_release', 'payout'));

-- No more is paid out than was collected.
ALTER TABLE wallets ADD CONSTRAINT wallets_fees_check CHECK (rail IS DISTINCT FROM 'fees' OR posted >= 0);
