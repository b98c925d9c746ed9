-- Parties open several wallets, name, freeze and close them, move money between them, and bind agents to some of them.

-- `updated_at` is null until one of these columns or the status changes: money that moves is no change of the wallet.
ALTER TABLE wallets ADD COLUMN display_name text, ADD COLUMN tags json, ADD COLUMN updated_at timestamptz;

-- Any wallet can become the default one, also in a currency in which another wallet was opened on demand. So what two
-- transactions must not both open says so itself, the first wallet of a party included.
UPDATE wallets SET opened_on_demand = true WHERE is_default;
DROP INDEX wallets_on_demand;
CREATE UNIQUE INDEX wallets_on_demand ON wallets (party_id, currency) WHERE opened_on_demand AND status <> 'closed';

-- Closed wallets neither pay nor receive: a batch does not load them, however many a party has closed.
DROP INDEX wallets_party_currency;
CREATE INDEX wallets_party_currency ON wallets (party_id, currency, id) WHERE status <> 'closed';
CREATE INDEX wallets_party ON wallets (party_id, id);

-- A transfer of the type `internal` moves money between two wallets of its party: from `wallet_id` to this one.
ALTER TABLE transfers ADD COLUMN destination_wallet_id uuid, ALTER COLUMN external_account_id DROP NOT NULL,
  DROP CONSTRAINT transfers_type_check,
  ADD CONSTRAINT transfers_type_check CHECK (type IN ('deposit', 'withdrawal', 'internal')),
  ADD CONSTRAINT transfers_ends_check CHECK ((type = 'internal') = (destination_wallet_id IS NOT NULL)
    AND (type = 'internal') = (external_account_id IS NULL) AND destination_wallet_id <> wallet_id);

ALTER DOMAIN movement_kind DROP CONSTRAINT movement_kind_check;
ALTER DOMAIN movement_kind ADD CONSTRAINT movement_kind_check CHECK (VALUE IN
  ('payment', 'hold', 'release', 'deposit', 'withdrawal', 'return', 'claim', 'refund', 'internal'));

-- Where a payment request is paid to; null is the wallet in which its party receives by then.
ALTER TABLE payment_requests ADD COLUMN wallet_id uuid REFERENCES wallets (id);

-- The wallets that an agent may spend from; null is all of its party. The engine caches them, so a change invalidates the
-- authority cache: its trigger watches every new column.
ALTER TABLE agents ADD COLUMN wallet_ids uuid[] CHECK (cardinality(wallet_ids) BETWEEN 1 AND 100);
DROP TRIGGER agents_immutable_columns ON agents;
CREATE TRIGGER agents_immutable_columns BEFORE UPDATE ON agents FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('name', 'description', 'status', 'per_transaction', 'per_day',
    'per_month', 'updated_at', 'updated_by', 'tags', 'rules', 'wallet_ids');
ALTER TABLE agents ENABLE ALWAYS TRIGGER agents_immutable_columns;
