-- Parties draw money from their accounts at a bank. What a returned deposit leaves missing is a debt of the party.

ALTER DOMAIN movement_kind DROP CONSTRAINT movement_kind_check;
ALTER DOMAIN movement_kind ADD CONSTRAINT movement_kind_check CHECK (VALUE IN
  ('payment', 'hold', 'release', 'deposit', 'withdrawal', 'return', 'claim', 'refund', 'internal', 'recovery'));

-- A receivable account says what its party owes in a currency: it is at zero or below. No request names it, and no list
-- shows it. A batch loads and locks it together with the wallets of its party.
ALTER TABLE wallets ADD COLUMN is_receivable boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT wallets_available_not_negative,
  ADD CONSTRAINT wallets_available_not_negative CHECK (party_id IS NULL OR is_receivable OR posted - held >= 0),
  ADD CONSTRAINT wallets_receivable_check CHECK (NOT is_receivable OR (party_id IS NOT NULL AND status = 'active'
    AND NOT is_default AND NOT opened_on_demand AND posted <= 0 AND held = 0));
CREATE UNIQUE INDEX wallets_receivable ON wallets (party_id, currency) WHERE is_receivable;

-- The sandbox's bank draws money too.
ALTER TABLE sandbox_bank_orders ADD COLUMN direction text NOT NULL DEFAULT 'credit'
  CHECK (direction IN ('credit', 'debit'));
