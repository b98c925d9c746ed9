-- People sign in with a link by mail. A browser session is an API key that a sign-in makes for one user in one party:
-- `signed_in_at` is when its link was used, and is null for a key that programs use.
ALTER TABLE api_keys ADD COLUMN signed_in_at timestamptz;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_session_expires CHECK (signed_in_at IS NULL OR expires_at IS NOT NULL);
CREATE INDEX api_keys_listed ON api_keys (party_id, id) WHERE signed_in_at IS NULL;
CREATE INDEX api_keys_browser_sessions ON api_keys (created_by, id) WHERE signed_in_at IS NOT NULL;

-- One row for each link that was asked for, whether or not anybody has the address. The token is in the mail only; its
-- hash is stored when the mail is composed. An address gets one link a minute at most.
CREATE TABLE sign_in_links (
  id uuid NOT NULL PRIMARY KEY,
  email text NOT NULL,
  return_to text NOT NULL,
  token_hash bytea UNIQUE CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  minute timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  UNIQUE (email, minute),
  CHECK (used_at IS NULL OR token_hash IS NOT NULL)
);
CREATE INDEX sign_in_links_expires_at ON sign_in_links (expires_at);
CREATE TRIGGER sign_in_links_immutable_columns BEFORE UPDATE ON sign_in_links FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('token_hash', 'used_at');
CREATE TRIGGER sign_in_links_never_truncated BEFORE TRUNCATE ON sign_in_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE sign_in_links ENABLE ALWAYS TRIGGER sign_in_links_immutable_columns;
ALTER TABLE sign_in_links ENABLE ALWAYS TRIGGER sign_in_links_never_truncated;

-- A sign-in mail is sent for nobody but its reader.
ALTER TABLE mails ALTER COLUMN party_id DROP NOT NULL;
ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check CHECK (kind IN ('customerInvitation', 'partyInvitation',
  'paymentRequest', 'claim', 'contactVerification', 'signIn'));
ALTER TABLE mails ADD CONSTRAINT mails_party_check CHECK ((party_id IS NULL) = (kind = 'signIn'));
CREATE INDEX mails_sign_in ON mails (resource_id) WHERE kind = 'signIn';
