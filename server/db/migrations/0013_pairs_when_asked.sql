-- Who has paid whom is found from a party's payments when somebody asks for its counterparties, and then remembered.

-- One row. Whatever accepts a payment up to announced_to writes its pair itself; all others up to complete_to are committed
-- and can be looked at, for parties that nobody asked about from behind paired_to on.
CREATE TABLE payment_marks (
  paired_to uuid NOT NULL,
  complete_to uuid NOT NULL CHECK (complete_to >= paired_to),
  announced_to uuid NOT NULL CHECK (announced_to >= complete_to),
  since timestamptz NOT NULL,
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton)
);

INSERT INTO payment_marks (paired_to, complete_to, announced_to, since)
  SELECT last, last, last, now()
  FROM (SELECT coalesce((SELECT id FROM payments ORDER BY id DESC LIMIT 1), '00000000-0000-0000-0000-000000000000')) p (last);

-- Whose payments were looked at, and how far.
CREATE TABLE paired_parties (
  party_id uuid PRIMARY KEY REFERENCES parties,
  paired_to uuid NOT NULL
);
