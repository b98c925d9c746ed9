-- The clock that a sandbox can move, and limits per payment, UTC day and UTC month.

-- Added to real time by every server, so that all of them see the same now. Zero for ever in prod.
ALTER TABLE installation ADD COLUMN clock_offset_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE installation ADD CHECK (clock_offset_ms >= 0 AND (environment = 'sandbox' OR clock_offset_ms = 0));

-- Minor units of the party's default currency; null is no limit.
ALTER TABLE agents
  ADD COLUMN per_day bigint CHECK (per_day BETWEEN 1 AND 9007199254740991),
  ADD COLUMN per_month bigint CHECK (per_month BETWEEN 1 AND 9007199254740991);
ALTER TABLE parties
  ADD COLUMN per_transaction bigint CHECK (per_transaction BETWEEN 1 AND 9007199254740991),
  ADD COLUMN per_day bigint CHECK (per_day BETWEEN 1 AND 9007199254740991),
  ADD COLUMN per_month bigint CHECK (per_month BETWEEN 1 AND 9007199254740991),
  ADD COLUMN limits_updated_at timestamptz;

-- What counts against a limit per day or month. Kept only for agents and parties that have such a limit, from the moment
-- it is set, when the period so far is summed up. No row means that nothing was spent yet.
CREATE TABLE limit_counters (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL,
  period text NOT NULL CHECK (period IN ('day', 'month')),
  starts_on date NOT NULL,
  spent bigint NOT NULL CHECK (spent >= 0),
  UNIQUE (owner_id, starts_on, period)
) WITH (fillfactor = 70);

-- When the money was moved or held: at once, or when the last approval was given. Null where it never was.
ALTER TABLE payments ADD COLUMN accepted_at timestamptz;
UPDATE payments SET accepted_at = created_at WHERE payer_wallet_id IS NOT NULL;
-- For the sum of a period: payments come in the order of time, so a map of blocks is enough, and costs nothing to keep.
CREATE INDEX payments_accepted_at ON payments USING brin (accepted_at);
-- Set while a payment waits to be claimed: when it goes back.
ALTER TABLE payments ADD COLUMN due_at timestamptz;
UPDATE payments SET due_at = created_at + interval '30 days' WHERE status = 'PENDING_CLAIM';
CREATE INDEX payments_due_at ON payments (due_at) WHERE due_at IS NOT NULL;

-- Answers are kept for a while and then forgotten, oldest first.
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
