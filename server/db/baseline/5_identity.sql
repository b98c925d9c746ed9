-- Who is who: parties, their people and addresses, and the keys of both. Only the SHA-256 of a key is kept.

CREATE TABLE parties (
  id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('PERSON', 'ORG')),
  -- PROVISIONAL: known only by an address to which somebody sent money; it has no wallet and no key.
  -- FROZEN: nothing that it pays or asks for is accepted until it is unfrozen. Money still arrives.
  -- MERGED: was PROVISIONAL, and another party has verified its address (claims.taken_by); final.
  status text NOT NULL CHECK (status IN ('PROVISIONAL', 'ACTIVE', 'FROZEN', 'MERGED')),
  name text NOT NULL,
  -- The form in which names are compared: `nameKey` in server/src/lib/text.ts.
  name_key text NOT NULL,
  email text,
  -- The currency in which the limits of the party and its agents are set.
  default_currency text NOT NULL DEFAULT 'USD' CHECK (default_currency ~ '^[A-Z]{3}$'),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Limits in minor units; null is no limit.
  per_transaction bigint CHECK (per_transaction BETWEEN 1 AND 9007199254740991),
  per_day bigint CHECK (per_day BETWEEN 1 AND 9007199254740991),
  per_month bigint CHECK (per_month BETWEEN 1 AND 9007199254740991),
  limits_updated_at timestamptz,
  -- Who approves for the party: `any` key or session of a user who may decide, or only a `session` of one who signed in.
  approve_by text NOT NULL DEFAULT 'any' CHECK (approve_by IN ('any', 'session')),
  -- Above this, in minor units of the default currency, and in every other currency, two users approve; null: one does.
  two_above bigint CHECK (two_above BETWEEN 0 AND 9007199254740991),
  -- Limits and rules of agents that are created without; null is none.
  agent_defaults json,
  currency_limits currency_limits,
  -- Who has frozen it: its own people, the operator, or both. Each lifts only its own freeze.
  frozen_by text[] NOT NULL DEFAULT '{}' CHECK (frozen_by IN ('{}', '{operator}', '{party}', '{operator,party}')),
  CHECK ((status = 'FROZEN') = (frozen_by <> '{}'))
);
-- A hash, because a name may become longer in this form than an index entry.
CREATE INDEX parties_name_key ON parties USING hash (name_key);
-- A PROVISIONAL party may become any party. Any other keeps its type, and its currency, which its limits are in.
CREATE TRIGGER parties_immutable_columns BEFORE UPDATE ON parties FOR EACH ROW
  WHEN (OLD.status <> 'PROVISIONAL') EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'frozen_by', 'name', 'name_key', 'email', 'per_transaction', 'per_day', 'per_month', 'currency_limits',
    'limits_updated_at', 'updated_at',
    'approve_by', 'two_above', 'agent_defaults');
CREATE TRIGGER merged_parties_stay BEFORE UPDATE ON parties FOR EACH ROW
  WHEN (OLD.status = 'MERGED') EXECUTE FUNCTION refuse_rewrite();
CREATE TRIGGER provisional_parties_immutable_columns BEFORE UPDATE ON parties FOR EACH ROW
  WHEN (OLD.status = 'PROVISIONAL') EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'type', 'status', 'frozen_by', 'name', 'name_key', 'email', 'default_currency', 'per_transaction', 'per_day', 'per_month',
    'currency_limits', 'limits_updated_at', 'updated_at', 'approve_by', 'two_above', 'agent_defaults');
CREATE CONSTRAINT TRIGGER parties_invalidate_authority_cache AFTER DELETE OR UPDATE ON parties
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache('name', 'name_key', 'updated_at', 'agent_defaults');

-- A person. One who is known by a phone number has no e-mail address; one who joins a party is a known user if the
-- address is known.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text,
  created_at timestamptz NOT NULL
);
CREATE INDEX users_email ON users (email);
CREATE TRIGGER users_immutable_columns BEFORE UPDATE ON users FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('name', 'email');

-- A key acts only while its user is a member of the party, and with the scopes of that member's role.
CREATE TABLE members (
  party_id uuid NOT NULL REFERENCES parties (id),
  user_id uuid NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'APPROVER', 'MEMBER')),
  created_at timestamptz NOT NULL,
  -- A membership is known by its id in events: a user may be a member of several parties.
  id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  PRIMARY KEY (party_id, user_id)
);
CREATE INDEX members_user_id ON members (user_id);
CREATE TRIGGER members_immutable_columns BEFORE UPDATE ON members FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('role');
CREATE CONSTRAINT TRIGGER members_invalidate_authority_cache AFTER DELETE OR UPDATE ON members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();

-- Addresses that lead to a party. The key makes each lead to one party at most: a verified address of an ACTIVE party,
-- or the address by which a PROVISIONAL one is known (verified_at is null).
CREATE TABLE contacts (
  kind text NOT NULL CHECK (kind IN ('email', 'phone')),
  value text NOT NULL,
  party_id uuid NOT NULL REFERENCES parties (id),
  verified_at timestamptz,
  created_at timestamptz NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  -- The MERGED party that was known by the address before its party verified it; null for nearly all.
  taken_from uuid REFERENCES parties (id),
  PRIMARY KEY (kind, value)
);
CREATE INDEX contacts_party_id ON contacts (party_id);
-- A party that takes an address over makes it one of its own, under the id of its verification.
CREATE TRIGGER unverified_contacts_immutable_columns BEFORE UPDATE ON contacts FOR EACH ROW
  WHEN (OLD.verified_at IS NULL)
  EXECUTE FUNCTION refuse_change_of_immutable_columns('id', 'party_id', 'verified_at', 'created_at', 'taken_from');
CREATE TRIGGER contacts_immutable_columns BEFORE UPDATE ON contacts FOR EACH ROW
  WHEN (OLD.verified_at IS NOT NULL) EXECUTE FUNCTION refuse_change_of_immutable_columns('party_id', 'verified_at');
CREATE CONSTRAINT TRIGGER contacts_invalidate_authority_cache AFTER DELETE OR UPDATE ON contacts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();
-- The engine caches every address that leads to a payee, for the rules of agents about counterparties. An address that is
-- not verified is inserted with its party, by a payment to an unknown address, and belongs to nothing that may be cached.
CREATE CONSTRAINT TRIGGER verified_contacts_invalidate_authority_cache AFTER INSERT ON contacts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.verified_at IS NOT NULL)
  EXECUTE FUNCTION invalidate_authority_cache();

-- An address that a party adds, until its token proves it. An address gets one message a minute, also after its removal.
CREATE TABLE contact_verifications (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  kind text NOT NULL CHECK (kind IN ('email', 'phone')),
  value text NOT NULL,
  -- CLOSED: verified, or removed before that.
  status text NOT NULL CHECK (status IN ('PENDING', 'CLOSED', 'EXPIRED')),
  -- Of the message to the address, from when it is written: null before.
  token_salt bytea,
  token_hash bytea CHECK (length(token_hash) = 32),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  CHECK ((token_hash IS NULL) = (token_salt IS NULL))
);
CREATE UNIQUE INDEX contact_verifications_pending ON contact_verifications (party_id, kind, value)
  WHERE status = 'PENDING';
CREATE INDEX contact_verifications_expires_at ON contact_verifications (expires_at) WHERE status = 'PENDING';
CREATE INDEX contact_verifications_address ON contact_verifications (party_id, kind, value, expires_at);
CREATE TRIGGER contact_verifications_immutable_columns BEFORE UPDATE ON contact_verifications FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'token_salt', 'token_hash', 'expires_at');

-- The keys of parties. A browser session is a key too, which a sign-in makes for one user in one party.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 128),
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  scopes text[] NOT NULL CHECK (cardinality(scopes) >= 1),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'prod')),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  revoked_at timestamptz,
  revoked_by uuid REFERENCES users (id),
  tags json,
  expires_at timestamptz,
  -- When the link of the sign-in was used; null for a key that programs use. The epoch for a session that another link
  -- opened: its user never signed in, so it acts for this party only.
  signed_in_at timestamptz,
  -- When a rotation replaced it, which may bring its expiry forward.
  rotated_at timestamptz,
  -- Whether it is an OAuth grant by which a program acts as the user: its access tokens come with it, and nobody has the
  -- secret of its hash.
  is_grant boolean NOT NULL DEFAULT false,
  -- Null in a key that the operator has revoked.
  CHECK (revoked_by IS NULL OR revoked_at IS NOT NULL),
  CONSTRAINT api_keys_session_expires CHECK (signed_in_at IS NULL OR expires_at IS NOT NULL)
);
CREATE INDEX api_keys_party_id ON api_keys (party_id, id);
CREATE INDEX api_keys_listed ON api_keys (party_id, id) WHERE signed_in_at IS NULL;
CREATE INDEX api_keys_browser_sessions ON api_keys (created_by, id) WHERE signed_in_at IS NOT NULL;
CREATE TRIGGER api_keys_immutable_columns BEFORE UPDATE ON api_keys FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('revoked_at', 'revoked_by', 'rotated_at', 'expires_at');
CREATE CONSTRAINT TRIGGER api_keys_invalidate_authority_cache AFTER DELETE OR UPDATE ON api_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();

-- When keys of parties and of agents were last used, accurate to a minute. Nobody's authority depends on it, so it stands
-- apart from the keys, whose triggers look at every change; no foreign key, since a key is never deleted.
CREATE TABLE key_uses (
  key_id uuid PRIMARY KEY,
  last_used_at timestamptz NOT NULL
) WITH (fillfactor = 50); -- rewritten every minute that a key is used

-- One row for each sign-in link that was asked for, whether or not anybody has the address. The token is in the mail
-- only: from when that is composed, its hash and its salt are stored. An address gets one link a minute at most.
CREATE TABLE sign_in_links (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  -- Encrypted, since the path may end in the token of another link; with the id of its secret.
  sealed_return_to bytea NOT NULL,
  secret_id text NOT NULL,
  token_salt bytea,
  token_hash bytea UNIQUE CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  minute timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  UNIQUE (email, minute),
  CHECK (used_at IS NULL OR token_hash IS NOT NULL),
  CHECK ((token_hash IS NULL) = (token_salt IS NULL))
);
CREATE INDEX sign_in_links_expires_at ON sign_in_links (expires_at);
CREATE TRIGGER sign_in_links_immutable_columns BEFORE UPDATE ON sign_in_links FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('token_salt', 'token_hash', 'used_at');

-- An invitation to become a member of the party.
CREATE TABLE party_invitations (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('MEMBER', 'ADMIN', 'APPROVER')),
  status text NOT NULL CHECK (status IN ('PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED')),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  tags json,
  -- Only the mail to the address contains the token, and it answers the invitation. Null until the mail is written.
  token_salt bytea,
  token_hash bytea CHECK (length(token_hash) = 32),
  CHECK ((status = 'ACCEPTED') = (accepted_at IS NOT NULL)),
  CHECK ((token_hash IS NULL) = (token_salt IS NULL))
);
CREATE INDEX party_invitations_party_id ON party_invitations (party_id, status, id);
CREATE INDEX party_invitations_email ON party_invitations (party_id, email, id);
CREATE UNIQUE INDEX party_invitations_pending ON party_invitations (party_id, email) WHERE status = 'PENDING';
CREATE INDEX party_invitations_expires_at ON party_invitations (expires_at) WHERE status = 'PENDING';
CREATE UNIQUE INDEX party_invitations_token_hash ON party_invitations (token_hash);
CREATE TRIGGER party_invitations_immutable_columns BEFORE UPDATE ON party_invitations FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'accepted_at', 'token_salt', 'token_hash');
