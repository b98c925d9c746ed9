-- A payment request may be paid from an account at a bank: a deposit brings the money, and the payment waits for it.

-- The payment that a deposit funds.
ALTER TABLE transfers ADD COLUMN payment_id uuid,
  ADD CONSTRAINT transfers_payment_id_check CHECK (payment_id IS NULL OR type = 'deposit');
CREATE UNIQUE INDEX transfers_payment_id ON transfers (payment_id) WHERE payment_id IS NOT NULL;

-- A payment that waited for its deposit has rows for its events. Only those that fulfil a request can have waited.
CREATE OR REPLACE VIEW events AS
  SELECT id, resource, resource_id, from_status, to_status, created_at FROM event_lines
  UNION ALL
  SELECT p.id, 'payment', p.id, NULL, 'COMPLETED', m.created_at
  FROM payments p JOIN movements m ON m.transaction_id = p.id AND m.step = 1 AND m.kind = 'payment'
  WHERE NOT p.reviewed
    AND (p.payment_request_id IS NULL OR NOT EXISTS (SELECT FROM transfers t WHERE t.payment_id = p.id));
