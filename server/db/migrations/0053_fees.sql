-- The operator may charge a fee for payments and withdrawals. Off until `npm run admin -- fees` sets one.

ALTER DOMAIN movement_kind DROP CONSTRAINT movement_kind_check;
ALTER DOMAIN movement_kind ADD CONSTRAINT movement_kind_check CHECK (VALUE IN
  ('payment', 'hold', 'release', 'deposit', 'withdrawal', 'return', 'claim', 'refund', 'internal', 'recovery',
   'fee', 'fee_hold', 'fee_release'));

-- What is charged, by kind and currency, and the account that fees go to, by currency; null without fees. Every batch reads
-- this row anyway, so a change counts for each payment that is decided after it, on all servers.
ALTER TABLE installation ADD COLUMN fees json;
DROP TRIGGER installation_immutable_columns ON installation;
CREATE TRIGGER installation_immutable_columns BEFORE UPDATE ON installation FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('clock_offset_ms', 'fees');
ALTER TABLE installation ENABLE ALWAYS TRIGGER installation_immutable_columns;

-- The fee of a payment or withdrawal, in minor units; null without one. It never changes. Not of the domain `amount`: a
-- new column of a domain with a CHECK makes PostgreSQL write the whole table anew.
ALTER TABLE payments ADD COLUMN fee bigint,
  ADD CONSTRAINT payments_fee_check CHECK (fee BETWEEN 1 AND 9007199254740991);
ALTER TABLE transfers ADD COLUMN fee bigint,
  ADD CONSTRAINT transfers_fee_check CHECK (fee IS NULL OR (type = 'withdrawal' AND fee BETWEEN 1 AND 9007199254740991));
