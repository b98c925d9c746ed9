-- What one party proposes to somebody: to become its agent's customer, to join it, to pay it.

CREATE TABLE customer_invitations (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  agent_id uuid NOT NULL REFERENCES agents (id),
  recipient_type text NOT NULL CHECK (recipient_type IN ('email', 'phone', 'party_id')),
  -- An address, or the party's id in the database's form.
  recipient_value text NOT NULL,
  customer_party_id uuid REFERENCES parties (id),
  status text NOT NULL CHECK (status IN ('PENDING', 'ACCEPTED', 'DECLINED', 'CANCELED', 'EXPIRED')),
  permissions text[] NOT NULL CHECK (cardinality(permissions) >= 1),
  -- Minor units of the customer's default currency; null is no limit.
  per_transaction bigint CHECK (per_transaction BETWEEN 1 AND 9007199254740991),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id)
);
CREATE INDEX customer_invitations_party_id ON customer_invitations (party_id, id);
CREATE INDEX customer_invitations_agent_id ON customer_invitations (agent_id, id);
CREATE UNIQUE INDEX customer_invitations_pending ON customer_invitations (agent_id, recipient_type, recipient_value)
  WHERE status = 'PENDING';
CREATE INDEX customer_invitations_expires_at ON customer_invitations (expires_at) WHERE status = 'PENDING';

-- The lists of customers: of a party, newest delegation first, and of an agent, by the same order.
DROP INDEX delegations_party_id;
CREATE INDEX delegations_party_id ON delegations (party_id, status, id);
DROP INDEX delegation_grants_agent_id;
CREATE INDEX delegation_grants_agent_id ON delegation_grants (agent_id, status, delegation_id);

CREATE TABLE party_invitations (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('MEMBER', 'ADMIN')),
  status text NOT NULL CHECK (status IN ('PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED')),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  CHECK ((status = 'ACCEPTED') = (accepted_at IS NOT NULL))
);
CREATE INDEX party_invitations_party_id ON party_invitations (party_id, status, id);
CREATE INDEX party_invitations_email ON party_invitations (party_id, email, id);
CREATE UNIQUE INDEX party_invitations_pending ON party_invitations (party_id, email) WHERE status = 'PENDING';
CREATE INDEX party_invitations_expires_at ON party_invitations (expires_at) WHERE status = 'PENDING';

CREATE TABLE payment_requests (
  id uuid PRIMARY KEY,
  -- Who asks to be paid.
  party_id uuid NOT NULL REFERENCES parties (id),
  status text NOT NULL CHECK (status IN ('OPEN', 'PROCESSING', 'COMPLETED', 'CANCELED', 'DECLINED', 'EXPIRED')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  description text,
  payer_name text,
  payer_identifier_type text NOT NULL CHECK (payer_identifier_type IN ('email', 'phone', 'party_id')),
  -- An address, or the party's id in the database's form.
  payer_identifier text NOT NULL,
  payer_party_id uuid REFERENCES parties (id),
  -- The last attempt to pay it.
  payment_id uuid,
  -- At least 128 random bits: whoever has the link sees who asks, how much and for what.
  link_token text NOT NULL UNIQUE CHECK (length(link_token) >= 22),
  expires_at timestamptz NOT NULL,
  agent_id uuid REFERENCES agents (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id)
);
CREATE INDEX payment_requests_party_id ON payment_requests (party_id, id);
CREATE INDEX payment_requests_expires_at ON payment_requests (expires_at) WHERE status = 'OPEN';
