-- Who may do what: agents and their keys, what customers let them do, what was spent of limits and what rules look back
-- at, and approvals. A limit is in minor units of the default currency of its party, or of the
-- customer, unless it stands in `currency_limits`; null is none.

CREATE TABLE agents (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 128),
  description description,
  status text NOT NULL CHECK (status IN ('ACTIVE', 'SUSPENDED', 'REVOKED')),
  per_transaction bigint CHECK (per_transaction BETWEEN 1 AND 9007199254740991),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES users (id),
  per_day bigint CHECK (per_day BETWEEN 1 AND 9007199254740991),
  per_month bigint CHECK (per_month BETWEEN 1 AND 9007199254740991),
  tags json,
  -- What bounds its payments beyond amounts: whom, in which currencies, how often and when. Null is no rule.
  rules json,
  -- The wallets that it may spend from; null is all of its party.
  wallet_ids uuid[] CHECK (cardinality(wallet_ids) BETWEEN 1 AND 100),
  currency_limits currency_limits,
  -- What it reads: what its party may, or what is its own only.
  reads text NOT NULL DEFAULT 'party' CHECK (reads IN ('party', 'own'))
);
CREATE INDEX agents_party_id ON agents (party_id, id);
CREATE INDEX agents_status ON agents (party_id, status, id);
CREATE TRIGGER agents_immutable_columns BEFORE UPDATE ON agents FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('name', 'description', 'status', 'per_transaction', 'per_day',
    'per_month', 'currency_limits', 'updated_at', 'updated_by', 'tags', 'rules', 'wallet_ids', 'reads');
CREATE CONSTRAINT TRIGGER agents_invalidate_authority_cache AFTER DELETE OR UPDATE ON agents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION invalidate_authority_cache('name', 'description', 'updated_at', 'updated_by', 'tags');

CREATE TABLE agent_keys (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  agent_id uuid NOT NULL REFERENCES agents (id),
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  revoked_at timestamptz,
  revoked_by uuid REFERENCES users (id),
  expires_at timestamptz,
  -- When a rotation replaced it, which may bring its expiry forward.
  rotated_at timestamptz,
  -- Of an OAuth grant by which a program acts as the agent: what it may do. Its access tokens come with it, and nobody has
  -- the secret of its hash. Null for a key, which may do all that agents may.
  scopes text[] CHECK (cardinality(scopes) >= 1),
  -- Null in a key that the operator has revoked.
  CHECK (revoked_by IS NULL OR revoked_at IS NOT NULL)
);
CREATE INDEX agent_keys_party_id ON agent_keys (party_id, id);
CREATE INDEX agent_keys_agent_id ON agent_keys (agent_id, id);
CREATE TRIGGER agent_keys_immutable_columns BEFORE UPDATE ON agent_keys FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('revoked_at', 'revoked_by', 'rotated_at', 'expires_at');
CREATE CONSTRAINT TRIGGER agent_keys_invalidate_authority_cache AFTER DELETE OR UPDATE ON agent_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();

-- A program that asked to act for people here (RFC 7591). One that says who it is by its address has no row.
CREATE TABLE oauth_clients (
  id text PRIMARY KEY,
  -- As the library keeps it: names, redirects, kinds of grants. No client has a secret.
  metadata json NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null from its first grant on: its registration is kept then.
  expires_at timestamptz
);
CREATE INDEX oauth_clients_expires_at ON oauth_clients (expires_at) WHERE expires_at IS NOT NULL;
CREATE TRIGGER oauth_clients_immutable_columns BEFORE UPDATE ON oauth_clients FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('expires_at');

-- What a person let a program do. Its credential has the same id: in agent_keys if it acts as an agent, else in api_keys.
-- That says until when it holds, and whether it has ended.
CREATE TABLE oauth_grants (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  user_id uuid NOT NULL REFERENCES users (id),
  agent_id uuid REFERENCES agents (id),
  client_id text NOT NULL,
  -- What the program calls itself, and the host that its address or its redirect leads to; null for one on the computer
  -- of its user.
  client_name text,
  client_host text,
  scopes text[] NOT NULL CHECK (cardinality(scopes) >= 1),
  resource text NOT NULL CHECK (resource IN ('mcp', 'api')),
  -- Of the request for it, which a person answers once.
  request_hash bytea NOT NULL UNIQUE CHECK (length(request_hash) = 32),
  created_at timestamptz NOT NULL
);
CREATE INDEX oauth_grants_party_id ON oauth_grants (party_id, id);
CREATE TRIGGER oauth_grants_immutable_columns BEFORE UPDATE ON oauth_grants FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns();

-- What the flows of OAuth keep meanwhile: requests, codes and tokens. Only the SHA-256 of each is kept.
CREATE TABLE oauth_artifacts (
  kind text NOT NULL CHECK (kind IN ('Interaction', 'AuthorizationCode', 'DeviceCode', 'AccessToken', 'RefreshToken')),
  id_hash bytea NOT NULL CHECK (length(id_hash) = 32),
  grant_id uuid REFERENCES oauth_grants (id),
  user_code_hash bytea UNIQUE CHECK (length(user_code_hash) = 32),
  -- As the library keeps it, without what finds it.
  payload json NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  PRIMARY KEY (kind, id_hash)
);
CREATE INDEX oauth_artifacts_grant_id ON oauth_artifacts (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_artifacts_expires_at ON oauth_artifacts (expires_at);
CREATE TRIGGER oauth_artifacts_immutable_columns BEFORE UPDATE ON oauth_artifacts FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('grant_id', 'payload', 'expires_at', 'consumed_at');

-- What a customer lets another party do: one delegation between two parties …
CREATE TABLE delegations (
  id uuid PRIMARY KEY,
  customer_party_id uuid NOT NULL REFERENCES parties (id),
  party_id uuid NOT NULL REFERENCES parties (id),
  status text NOT NULL CHECK (status IN ('ACTIVE', 'SUSPENDED', 'REVOKED')),
  permissions text[] NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- The customer's name and address as they were when the delegation was last ACTIVE: all that its delegate still sees.
  last_name text,
  last_email text,
  UNIQUE (customer_party_id, party_id),
  CHECK ((status = 'ACTIVE') = (last_name IS NULL)),
  CHECK (customer_party_id <> party_id)
);
CREATE INDEX delegations_party_id ON delegations (party_id, status, id);
CREATE INDEX delegations_customer_party_id ON delegations (customer_party_id, status, id);
CREATE TRIGGER delegations_immutable_columns BEFORE UPDATE ON delegations FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'permissions', 'updated_at', 'last_name', 'last_email');
CREATE CONSTRAINT TRIGGER delegations_invalidate_authority_cache AFTER DELETE OR UPDATE ON delegations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();

-- … and under it what each of that party's agents may do, and up to how much a payment, a day and a month.
CREATE TABLE delegation_grants (
  delegation_id uuid NOT NULL REFERENCES delegations (id),
  agent_id uuid NOT NULL REFERENCES agents (id),
  status text NOT NULL CHECK (status IN ('ACTIVE', 'SUSPENDED', 'REVOKED')),
  permissions text[] NOT NULL,
  per_transaction bigint CHECK (per_transaction BETWEEN 1 AND 9007199254740991),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- A revoked grant is due until the payments under it that wait for an approval are canceled: nobody can approve them.
  due_at timestamptz,
  rules json,
  per_day bigint CHECK (per_day BETWEEN 1 AND 9007199254740991),
  per_month bigint CHECK (per_month BETWEEN 1 AND 9007199254740991),
  currency_limits currency_limits,
  PRIMARY KEY (delegation_id, agent_id)
);
CREATE INDEX delegation_grants_agent_id ON delegation_grants (agent_id, status, delegation_id);
CREATE INDEX delegation_grants_due_at ON delegation_grants (due_at) WHERE due_at IS NOT NULL;
CREATE TRIGGER delegation_grants_immutable_columns BEFORE UPDATE ON delegation_grants FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'permissions', 'per_transaction', 'per_day', 'per_month', 'currency_limits', 'updated_at', 'due_at', 'rules');
CREATE CONSTRAINT TRIGGER delegation_grants_invalidate_authority_cache AFTER INSERT OR DELETE OR UPDATE ON delegation_grants
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();

-- An invitation to become a customer of the party's agent.
CREATE TABLE customer_invitations (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  agent_id uuid NOT NULL REFERENCES agents (id),
  recipient_type text NOT NULL CHECK (recipient_type IN ('email', 'phone', 'party_id')),
  -- An address, or the party's id in the database's form.
  recipient_value text NOT NULL,
  -- Whom the recipient is: known from the start by an id, and for an address once it is accepted.
  customer_party_id uuid REFERENCES parties (id),
  status text NOT NULL CHECK (status IN ('PENDING', 'ACCEPTED', 'DECLINED', 'CANCELED', 'EXPIRED')),
  permissions text[] NOT NULL CHECK (cardinality(permissions) >= 1),
  per_transaction bigint CHECK (per_transaction BETWEEN 1 AND 9007199254740991),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  tags json,
  -- Of the link to a page that shows the invitation, which the inviting party sees.
  link_token text,
  -- Of the token that proves that the address is the answering person's own, so only the message to the address contains
  -- it. Null until the message is written, and for an invitation to a party by its id.
  token_salt bytea,
  token_hash bytea CHECK (length(token_hash) = 32),
  per_day bigint CHECK (per_day BETWEEN 1 AND 9007199254740991),
  per_month bigint CHECK (per_month BETWEEN 1 AND 9007199254740991),
  currency_limits currency_limits,
  CHECK ((token_hash IS NULL) = (token_salt IS NULL)),
  CHECK (token_hash IS NULL OR recipient_type <> 'party_id')
);
CREATE INDEX customer_invitations_party_id ON customer_invitations (party_id, status, id);
CREATE INDEX customer_invitations_agent_id ON customer_invitations (agent_id, status, id);
CREATE INDEX customer_invitations_party_recipient ON customer_invitations (party_id, recipient_value, status, id);
CREATE INDEX customer_invitations_recipient ON customer_invitations (recipient_value, status, id);
CREATE UNIQUE INDEX customer_invitations_pending ON customer_invitations (agent_id, recipient_type, recipient_value)
  WHERE status = 'PENDING';
CREATE INDEX customer_invitations_expires_at ON customer_invitations (expires_at) WHERE status = 'PENDING';
CREATE UNIQUE INDEX customer_invitations_link_token ON customer_invitations (link_token);
CREATE UNIQUE INDEX customer_invitations_token_hash ON customer_invitations (token_hash);
CREATE TRIGGER customer_invitations_immutable_columns BEFORE UPDATE ON customer_invitations FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'updated_at', 'customer_party_id', 'token_salt', 'token_hash');

-- What counts against the limits per day and month that a party sets on itself, its agent, or the agent of a delegate: the
-- last UTC day in which the spender spent, and the month of that day. Kept only where there is such a limit, from the
-- moment it is set, when the period so far is summed up. No row: nothing was spent yet.
CREATE TABLE limit_counters (
  spender_id uuid NOT NULL,
  -- The party that has set the limits. If it is not the agent's own, it is a customer, and only its money counts.
  owner_party_id uuid NOT NULL,
  currency currency NOT NULL,
  day date NOT NULL,
  spent_in_day bigint NOT NULL,
  spent_in_month bigint NOT NULL,
  PRIMARY KEY (spender_id, owner_party_id, currency),
  CHECK (spent_in_day >= 0 AND spent_in_month >= 0)
) WITH (fillfactor = 30); -- rewritten with every payment that counts: few rows on a page are few old versions to prune

-- What rules look back at. The four tables are written only for agents with such a rule, by the engine. It holds the lock
-- of the agent, so nothing counts or pays at the same time; recent_purchases, which several agents share, has another one.

-- Since when the payments of an agent are counted, for the party whose rules count them: its own, or a customer. It
-- begins when the rule is set, or with a new agent's first payment.
CREATE TABLE rule_counters (
  agent_id uuid NOT NULL,
  owner_party_id uuid NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (agent_id, owner_party_id)
);
CREATE TRIGGER rule_counters_immutable_columns BEFORE UPDATE ON rule_counters FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns();

-- The payments and withdrawals that such a rule counts, numbered without a gap. The key finds how many were made in the
-- last hour or day by the difference of two numbers. Deleted when no rule can look back so far.
CREATE TABLE counted_payments (
  agent_id uuid NOT NULL,
  owner_party_id uuid NOT NULL,
  at timestamptz NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  id uuid NOT NULL,
  PRIMARY KEY (agent_id, owner_party_id, at, number)
);
CREATE INDEX counted_payments_at ON counted_payments USING brin (at);
CREATE TRIGGER counted_payments_immutable_columns BEFORE UPDATE ON counted_payments FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns();

-- Whom an agent has paid while a rule reviews payments to new payees, with the first such payment.
CREATE TABLE known_payees (
  agent_id uuid NOT NULL,
  owner_party_id uuid NOT NULL,
  payee_party_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  PRIMARY KEY (agent_id, owner_party_id, payee_party_id)
);
CREATE TRIGGER known_payees_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON known_payees
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Payments and withdrawals that a rule compares later ones with: `key` is a digest of the agent's party, payer, amount and
-- currency, `normalized` of that and the words of the description, `agent_key` and `agent_normalized` are the same of one
-- agent, and `exact` is one of the description alone; `payee` is a party, an account at a bank or, while an address leads
-- to none, a digest of it. A look-up names one of the first four, so that only one index fits it. Agents of one party that pay from one payer see each other's rows, under the lock
-- of its wallets. Deleted when no rule can look back so far.
CREATE TABLE recent_purchases (
  key uuid NOT NULL,
  agent_key uuid NOT NULL,
  normalized uuid NOT NULL,
  agent_normalized uuid NOT NULL,
  exact uuid NOT NULL,
  payee uuid NOT NULL,
  agent_id uuid NOT NULL,
  at timestamptz NOT NULL,
  id uuid NOT NULL,
  PRIMARY KEY (agent_normalized, payee, at, id)
);
CREATE INDEX recent_purchases_key ON recent_purchases (key, payee, at);
CREATE INDEX recent_purchases_agent_key ON recent_purchases (agent_key, payee, at);
CREATE INDEX recent_purchases_normalized ON recent_purchases (normalized, payee, at);
CREATE INDEX recent_purchases_at ON recent_purchases USING brin (at);
CREATE TRIGGER recent_purchases_immutable_columns BEFORE UPDATE ON recent_purchases FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns();

CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'denied', 'canceled')),
  target_type text NOT NULL CHECK (target_type IN ('payment', 'withdrawal')),
  target_id uuid NOT NULL,
  -- Who owns the exceeded limits or broken rules and so decides: the payer or the initiator. Both see it.
  decider_party_id uuid NOT NULL,
  payer_party_id uuid NOT NULL,
  -- Null while an address leads to no party; a withdrawal pays nobody.
  payee_party_id uuid,
  -- The payee as of the request: its name, the address by which the payer named it, if it did, and whether the payee had
  -- proved an address. A payee chooses its name, and may choose another one while this waits.
  payee_name text,
  payee_address text,
  payee_verified boolean,
  initiator_party_id uuid NOT NULL,
  reasons json NOT NULL,
  -- Whether one of the reasons is set on a party or a grant. Then who made the agent's key may not approve.
  of_party boolean NOT NULL,
  -- The agent that asked for it.
  agent_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  resolved_at timestamptz,
  -- Set while pending: when it ends by itself.
  due_at timestamptz,
  decided_by uuid,
  -- The key or session of who decided.
  decided_with uuid,
  decision_reason text CHECK (length(decision_reason) <= 500),
  -- Where two users approve: who was the first, with which key or session, and whether that was a session of a person who
  -- signed in. Kept when the second one has decided.
  first_decided_by uuid,
  first_decided_with uuid,
  first_decided_at timestamptz,
  first_signed_in boolean,
  -- When the mails to the members who may decide were written.
  announced_at timestamptz,
  UNIQUE (target_id, decider_party_id),
  CHECK ((status = 'pending') = (resolved_at IS NULL)),
  CHECK (target_type = 'payment' OR payee_party_id IS NULL AND payee_address IS NULL),
  CHECK ((target_type = 'payment') = (payee_name IS NOT NULL AND payee_verified IS NOT NULL)),
  CHECK ((status = 'pending') = (due_at IS NOT NULL)),
  CHECK (num_nulls(first_decided_by, first_decided_with, first_decided_at, first_signed_in) IN (0, 4))
);
CREATE INDEX approvals_payer ON approvals (payer_party_id, status, id);
CREATE INDEX approvals_initiator ON approvals (initiator_party_id, status, id)
  WHERE initiator_party_id <> payer_party_id;
CREATE INDEX approvals_agent_id ON approvals (agent_id, status, id) WHERE agent_id IS NOT NULL;
CREATE INDEX approvals_pending_of_agent ON approvals (agent_id, target_id) WHERE status = 'pending' AND agent_id IS NOT NULL;
CREATE INDEX approvals_due_at ON approvals (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX approvals_to_announce ON approvals (id) WHERE announced_at IS NULL AND status = 'pending';
CREATE TRIGGER approvals_immutable_columns BEFORE UPDATE ON approvals FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'updated_at', 'resolved_at', 'due_at', 'decided_by', 'decided_with', 'decision_reason', 'announced_at',
    'first_decided_by', 'first_decided_with', 'first_decided_at', 'first_signed_in');
