-- The bank of the sandbox: what it was asked, and what it will report when. It simulates a program elsewhere; only
-- `server/src/gateways` reads and writes these tables.

CREATE TABLE sandbox_bank_orders (
  outbound_key text PRIMARY KEY,
  amount bigint NOT NULL,
  currency text NOT NULL,
  taken_at timestamptz NOT NULL,
  direction text NOT NULL DEFAULT 'credit' CHECK (direction IN ('credit', 'debit'))
);

CREATE TABLE sandbox_bank_outcomes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  outbound_key text NOT NULL REFERENCES sandbox_bank_orders (outbound_key),
  kind text NOT NULL CHECK (kind IN ('completed', 'failed', 'returned', 'canceled')),
  code text,
  reason text,
  due_at timestamptz NOT NULL,
  acknowledged_at timestamptz,
  -- When it was first reported. What the bank has reported, it can no longer cancel.
  reported_at timestamptz
);
CREATE INDEX sandbox_bank_outcomes_due ON sandbox_bank_outcomes (due_at, id) WHERE acknowledged_at IS NULL;
CREATE INDEX sandbox_bank_outcomes_key ON sandbox_bank_outcomes (outbound_key);
-- The bank's book, which is read in parts.
CREATE INDEX sandbox_bank_outcomes_book ON sandbox_bank_outcomes (due_at, outbound_key)
  WHERE kind IN ('completed', 'returned');
