-- Who takes part: parties, the people behind them, and the addresses that lead to a party.

-- One row: what this database is. A sandbox server refuses a prod database and the other way round.
CREATE TABLE installation (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'prod')),
  created_at timestamptz NOT NULL
);

CREATE TABLE parties (
  id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('PERSON', 'ORG')),
  -- PROVISIONAL: known only by an address somebody sent money to; it has no wallet and no key.
  status text NOT NULL CHECK (status IN ('PROVISIONAL', 'ACTIVE')),
  name text NOT NULL,
  email text,
  -- The currency in which the party's and its agents' limits are set.
  default_currency text NOT NULL DEFAULT 'USD' CHECK (default_currency ~ '^[A-Z]{3}$'),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Addresses that lead to a party. The key makes each lead to one party at most: a verified address of an
-- ACTIVE party, or the address by which a PROVISIONAL one is known (verified_at is null).
CREATE TABLE contacts (
  kind text NOT NULL CHECK (kind IN ('email', 'phone')),
  value text NOT NULL,
  party_id uuid NOT NULL REFERENCES parties (id),
  verified_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (kind, value)
);
CREATE INDEX contacts_party_id ON contacts (party_id);

CREATE TABLE users (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE members (
  party_id uuid NOT NULL REFERENCES parties (id),
  user_id uuid NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (party_id, user_id)
);
CREATE INDEX members_user_id ON members (user_id);
