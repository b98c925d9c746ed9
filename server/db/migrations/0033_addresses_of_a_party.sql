-- A party adds addresses itself and proves each with a token. A verified one is a row of contacts, as before.

ALTER TABLE contacts ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;

CREATE TABLE contact_verifications (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  kind text NOT NULL CHECK (kind IN ('email', 'phone')),
  value text NOT NULL,
  -- CLOSED: verified, or removed before that.
  status text NOT NULL CHECK (status IN ('PENDING', 'CLOSED')),
  token text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id)
);
CREATE UNIQUE INDEX contact_verifications_pending ON contact_verifications (party_id, kind, value)
  WHERE status = 'PENDING';
CREATE TRIGGER contact_verifications_immutable_columns BEFORE UPDATE ON contact_verifications FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'token', 'expires_at');
CREATE TRIGGER contact_verifications_never_truncated BEFORE TRUNCATE ON contact_verifications
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE contact_verifications ENABLE ALWAYS TRIGGER contact_verifications_immutable_columns;
ALTER TABLE contact_verifications ENABLE ALWAYS TRIGGER contact_verifications_never_truncated;

ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check
  CHECK (kind IN ('customerInvitation', 'partyInvitation', 'paymentRequest', 'claim', 'contactVerification'));
