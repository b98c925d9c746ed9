-- Who calls: agents, and the keys of parties and agents. Only the SHA-256 of a key is kept.

CREATE TABLE agents (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  name text NOT NULL,
  description text,
  status text NOT NULL CHECK (status IN ('ACTIVE', 'REVOKED')),
  -- Minor units of the party's default currency; null is no limit.
  per_transaction bigint CHECK (per_transaction BETWEEN 1 AND 9007199254740991),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES users (id)
);
CREATE INDEX agents_party_id ON agents (party_id, id);

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  scopes text[] NOT NULL CHECK (cardinality(scopes) >= 1),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'prod')),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid REFERENCES users (id),
  CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX api_keys_party_id ON api_keys (party_id, id);

CREATE TABLE agent_keys (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  agent_id uuid NOT NULL REFERENCES agents (id),
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid REFERENCES users (id),
  CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX agent_keys_party_id ON agent_keys (party_id, id);
CREATE INDEX agent_keys_agent_id ON agent_keys (agent_id, id);

-- What a customer lets another party do: one delegation between two parties …
CREATE TABLE delegations (
  id uuid PRIMARY KEY,
  customer_party_id uuid NOT NULL REFERENCES parties (id),
  party_id uuid NOT NULL REFERENCES parties (id),
  status text NOT NULL CHECK (status IN ('ACTIVE', 'SUSPENDED', 'REVOKED')),
  permissions text[] NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (customer_party_id, party_id),
  CHECK (customer_party_id <> party_id)
);
CREATE INDEX delegations_party_id ON delegations (party_id, customer_party_id);

-- … and under it what each of that party's agents may do, and up to how much a payment.
CREATE TABLE delegation_grants (
  delegation_id uuid NOT NULL REFERENCES delegations (id),
  agent_id uuid NOT NULL REFERENCES agents (id),
  status text NOT NULL CHECK (status IN ('ACTIVE', 'REVOKED')),
  permissions text[] NOT NULL,
  -- Minor units of the customer's default currency; null is no limit.
  per_transaction bigint CHECK (per_transaction BETWEEN 1 AND 9007199254740991),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (delegation_id, agent_id)
);
CREATE INDEX delegation_grants_agent_id ON delegation_grants (agent_id);
