-- The ledger. Money is where the movements say; a wallet's two sums are kept beside them so that a decision
-- reads one row. `npm run audit` recomputes both from the entries.

CREATE TABLE wallets (
  id uuid PRIMARY KEY,
  -- Null for a clearing account: the outside world behind one rail, in one currency.
  party_id uuid REFERENCES parties (id),
  rail text,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'frozen', 'closed')),
  is_default boolean NOT NULL DEFAULT false,
  -- Opened by the engine because money arrived in a currency the party had no wallet for.
  opened_on_demand boolean NOT NULL DEFAULT false,
  -- Minor units. available = posted - held; only clearing accounts may go below zero.
  posted bigint NOT NULL DEFAULT 0 CHECK (posted BETWEEN -9007199254740991 AND 9007199254740991),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  created_at timestamptz NOT NULL,
  CHECK ((party_id IS NULL) <> (rail IS NULL)),
  CONSTRAINT wallets_available_not_negative CHECK (party_id IS NULL OR posted - held >= 0)
) WITH (fillfactor = 70);
CREATE INDEX wallets_party_currency ON wallets (party_id, currency);
CREATE UNIQUE INDEX wallets_one_default ON wallets (party_id) WHERE is_default;
-- Two servers that open the same wallet at once: one of them runs its batch again.
CREATE UNIQUE INDEX wallets_on_demand ON wallets (party_id, currency) WHERE opened_on_demand AND status <> 'closed';
CREATE UNIQUE INDEX wallets_clearing ON wallets (rail, currency) WHERE party_id IS NULL;

-- A movement takes an amount from one place and puts it into another, in one row: it cannot be out of balance.
-- A place is a wallet's available money or its held money. Rows are never changed or removed.
CREATE TABLE movements (
  -- The payment or transfer that moved the money, and its how-manieth movement this is.
  transaction_id uuid NOT NULL,
  step smallint NOT NULL CHECK (step >= 1),
  kind text NOT NULL CHECK (kind IN ('payment', 'hold', 'deposit')),
  source_wallet_id uuid NOT NULL,
  source_place text NOT NULL CHECK (source_place IN ('available', 'held')),
  destination_wallet_id uuid NOT NULL,
  destination_place text NOT NULL CHECK (destination_place IN ('available', 'held')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, step),
  CHECK ((source_wallet_id, source_place) <> (destination_wallet_id, destination_place))
);

-- The double-entry reading of the movements: two entries each, of opposite sign.
CREATE VIEW entries AS
  SELECT transaction_id, step, source_wallet_id AS wallet_id, source_place AS place, -amount AS amount,
         currency, created_at
  FROM movements
  UNION ALL
  SELECT transaction_id, step, destination_wallet_id, destination_place, amount, currency, created_at
  FROM movements;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER movements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON movements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
