-- Withdrawals, what is asked of a bank, and approvals that somebody decides.

ALTER TABLE movements DROP CONSTRAINT movements_kind_check;
-- hold and release: within one wallet. withdrawal and return: between a wallet and its rail's clearing account.
ALTER TABLE movements ADD CONSTRAINT movements_kind_check
  CHECK (kind IN ('payment', 'hold', 'release', 'deposit', 'withdrawal', 'return'));

ALTER TABLE transfers
  -- The account as it is shown, for ever: it may be removed while its transfers stay.
  ADD COLUMN external_account_mask text NOT NULL DEFAULT '',
  ADD COLUMN accepted_at timestamptz,
  ADD COLUMN failure_code text,
  ADD COLUMN failure_reason text,
  ADD COLUMN return_code text,
  ADD COLUMN return_reason text,
  ADD COLUMN returned_at timestamptz,
  -- The maker of a withdrawal; a deposit comes from outside and has none.
  ADD COLUMN agent_id uuid,
  ADD COLUMN credential_id uuid,
  ADD COLUMN user_id uuid,
  ADD COLUMN instance_id text,
  ADD CHECK ((failure_code IS NULL) = (failure_reason IS NULL) AND (failure_code IS NULL OR status = 'FAILED')),
  ADD CHECK ((status = 'RETURNED') = (returned_at IS NOT NULL) AND (returned_at IS NULL) = (return_code IS NULL)),
  ADD CHECK (type = 'deposit' OR user_id IS NOT NULL);
UPDATE transfers t SET accepted_at = t.created_at, external_account_mask = '****' || a.last_four
  FROM external_accounts a WHERE a.id = t.external_account_id;
CREATE INDEX transfers_accepted_at ON transfers USING brin (accepted_at);

-- What a bank is asked to do for a transfer. The outbound key is made with the transfer and stored before anything is
-- sent: whatever happens, the bank is only ever asked under this one key. `due_at`: when to ask (again).
CREATE TABLE rail_orders (
  transfer_id uuid PRIMARY KEY,
  rail text NOT NULL,
  outbound_key text NOT NULL UNIQUE,
  -- waiting: not asked yet. unknown: asked, no answer. taken: the bank has it. withdrawn: never asked, and never will be.
  -- ended: the bank has said how it went.
  state text NOT NULL CHECK (state IN ('waiting', 'unknown', 'taken', 'withdrawn', 'ended')),
  attempts integer NOT NULL DEFAULT 0,
  cancel_requested_at timestamptz,
  due_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX rail_orders_due_at ON rail_orders (due_at) WHERE due_at IS NOT NULL;

-- The sandbox's bank: what it was asked, and what it will report when. It stands for a program elsewhere; nothing but
-- `outside/` looks in here.
CREATE TABLE sandbox_bank_orders (
  outbound_key text PRIMARY KEY,
  amount bigint NOT NULL,
  currency text NOT NULL,
  taken_at timestamptz NOT NULL
);
CREATE TABLE sandbox_bank_outcomes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  outbound_key text NOT NULL REFERENCES sandbox_bank_orders (outbound_key),
  kind text NOT NULL CHECK (kind IN ('completed', 'failed', 'returned', 'canceled')),
  code text,
  reason text,
  due_at timestamptz NOT NULL,
  acknowledged_at timestamptz
);
CREATE INDEX sandbox_bank_outcomes_due ON sandbox_bank_outcomes (due_at, id) WHERE acknowledged_at IS NULL;
CREATE INDEX sandbox_bank_outcomes_key ON sandbox_bank_outcomes (outbound_key);

ALTER TABLE approvals DROP CONSTRAINT approvals_target_type_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_target_type_check CHECK (target_type IN ('payment', 'withdrawal'));
ALTER TABLE approvals ALTER COLUMN payee_party_id DROP NOT NULL; -- a withdrawal pays nobody
ALTER TABLE approvals ADD CHECK ((target_type = 'payment') = (payee_party_id IS NOT NULL));
ALTER TABLE approvals
  ADD COLUMN due_at timestamptz, -- set while pending: when it ends by itself
  ADD COLUMN decided_by uuid,
  ADD COLUMN decision_reason text;
UPDATE approvals SET due_at = created_at + interval '7 days' WHERE status = 'pending';
ALTER TABLE approvals ADD CHECK ((status = 'pending') = (due_at IS NOT NULL));
CREATE INDEX approvals_due_at ON approvals (due_at) WHERE due_at IS NOT NULL;
-- Two owners may each have exceeded limits of a payment; an owner that is neither payer nor initiator does not exist.
