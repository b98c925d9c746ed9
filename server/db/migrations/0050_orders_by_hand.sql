-- Where no bank is connected, orders wait for the operator, who carries them out by hand over the rail `manual`. An order
-- keeps the account that it is about, because the account may be removed before the order has ended.

DROP TRIGGER rail_orders_immutable_columns ON rail_orders;

ALTER TABLE rail_orders
  ADD COLUMN bank_name text,
  ADD COLUMN account_name text,
  ADD COLUMN account_type text,
  ADD COLUMN secret_id text,
  ADD COLUMN sealed_number bytea,
  ADD COLUMN reference text CHECK (length(reference) BETWEEN 1 AND 128);

UPDATE rail_orders o SET bank_name = a.bank_name, account_name = a.account_name, account_type = a.account_type,
    secret_id = a.secret_id, sealed_number = a.sealed_number
  FROM transfers t JOIN external_accounts a ON a.id = t.external_account_id
  WHERE t.id = o.transfer_id AND o.state IN ('waiting', 'unknown', 'taken');

ALTER TABLE rail_orders
  ADD CONSTRAINT rail_orders_account_check CHECK ((sealed_number IS NULL) = (secret_id IS NULL)
    AND (state IN ('waiting', 'unknown', 'taken')
      OR coalesce(bank_name, account_name, account_type, secret_id) IS NULL)),
  ADD CONSTRAINT rail_orders_sent_check CHECK (rail <> 'manual' OR state <> 'taken' OR reference IS NOT NULL);

CREATE TRIGGER rail_orders_immutable_columns BEFORE UPDATE ON rail_orders FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('state', 'attempts', 'cancel_requested_at', 'due_at', 'bank_name',
    'account_name', 'account_type', 'secret_id', 'sealed_number', 'reference');
ALTER TABLE rail_orders ENABLE ALWAYS TRIGGER rail_orders_immutable_columns;

CREATE INDEX rail_orders_open ON rail_orders (rail, transfer_id) WHERE state IN ('waiting', 'unknown', 'taken');

-- What the operator records as arrived comes to the same accounts of the operator as what leaves by hand.
UPDATE wallets SET rail = 'manual' WHERE rail = 'operator';
