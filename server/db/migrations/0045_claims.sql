-- Whoever proves an address gets the money that waits for it.

-- One row for each party that was known by an address when money was sent to it. `token`, which only the mail to the
-- address contains, proves the address until `expires_at`. From the adoption of the party until its money has moved,
-- `due_at` says when to look for it. A payment that did not see the adoption yet may still come: once every transaction
-- below `horizon` has ended, none can.
CREATE TABLE claims (
  party_id uuid NOT NULL PRIMARY KEY REFERENCES parties (id),
  token text,
  expires_at timestamptz,
  due_at timestamptz,
  horizon xid8,
  created_at timestamptz NOT NULL,
  CHECK ((token IS NULL) = (expires_at IS NULL))
);
CREATE UNIQUE INDEX claims_token ON claims (token);
CREATE INDEX claims_due_at ON claims (due_at) WHERE due_at IS NOT NULL;
CREATE TRIGGER claims_immutable_columns BEFORE UPDATE ON claims FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('token', 'expires_at', 'due_at', 'horizon');
CREATE TRIGGER claims_never_truncated BEFORE TRUNCATE ON claims
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE claims ENABLE ALWAYS TRIGGER claims_immutable_columns;
ALTER TABLE claims ENABLE ALWAYS TRIGGER claims_never_truncated;

CREATE INDEX payments_claimable ON payments (payee_party_id, id) WHERE status = 'PENDING_CLAIM';

-- What waits for parties that became ACTIVE before this migration.
INSERT INTO claims (party_id, due_at, created_at)
  SELECT p.payee_party_id, min(p.accepted_at), min(p.accepted_at)
  FROM payments p JOIN parties y ON y.id = p.payee_party_id
  WHERE p.status = 'PENDING_CLAIM' AND y.status <> 'PROVISIONAL' GROUP BY p.payee_party_id;

-- The text of a mail may contain a token, so it is kept only where a mailbox shows it: in a sandbox.
ALTER TABLE mails DROP CONSTRAINT mails_check2;
ALTER TABLE mails ADD CONSTRAINT mails_subject_check CHECK (status <> 'SENT' OR subject IS NOT NULL);
UPDATE mails SET body = NULL WHERE (SELECT environment FROM installation) = 'prod';
