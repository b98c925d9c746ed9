-- Mail on its way out. Written with what it tells of, sent afterwards. What it says is composed from the resource when it
-- is sent, so that nobody gets mail about what is over.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  -- On whose behalf. Null for a sign-in mail, which is sent for nobody but its reader.
  party_id uuid,
  kind text NOT NULL CHECK (kind IN ('customerInvitation', 'partyInvitation', 'paymentRequest', 'claim',
    'contactVerification', 'signIn', 'webhookDisabled', 'approval', 'apiKey')),
  resource_id uuid NOT NULL,
  recipient text NOT NULL,
  -- DROPPED: there was nothing left to tell when its turn came. WITHHELD: its party has sent this recipient enough.
  status text NOT NULL CHECK (status IN ('PENDING', 'SENT', 'FAILED', 'DROPPED', 'WITHHELD')),
  subject text,
  -- The text may contain a token, so it is kept only where a mailbox shows it: in a sandbox.
  body text,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  due_at timestamptz,
  -- Its place among all that wait. The mails of a party that wait are a second apart, so that parties take turns.
  turn timestamptz NOT NULL,
  -- One server is sending it until then; in real time, since a sandbox's clock may be moved while it does.
  claimed_until timestamptz,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  -- The mail as readers of mail show it.
  html text,
  CHECK ((status = 'PENDING') = (due_at IS NOT NULL)),
  CHECK ((status = 'SENT') = (sent_at IS NOT NULL)),
  CONSTRAINT mails_subject_check CHECK (status <> 'SENT' OR subject IS NOT NULL),
  CONSTRAINT mails_party_check CHECK ((party_id IS NULL) = (kind = 'signIn'))
);
CREATE INDEX mails_turn ON mails (turn) WHERE due_at IS NOT NULL AND kind <> 'signIn';
CREATE INDEX mails_sign_in_turn ON mails (turn) WHERE due_at IS NOT NULL AND kind = 'signIn';
CREATE INDEX mails_last_turn ON mails (party_id, turn) WHERE due_at IS NOT NULL;
CREATE INDEX mails_recent ON mails (party_id, recipient, created_at); -- how many a party has sent somebody within the hour
CREATE INDEX mails_party_id ON mails (party_id, id);
CREATE INDEX mails_created_at ON mails USING brin (created_at); -- old mails are deleted
CREATE INDEX mails_sign_in ON mails (resource_id) WHERE kind = 'signIn';
CREATE INDEX mails_approval ON mails (party_id, created_at) WHERE kind = 'approval';
CREATE TRIGGER mails_immutable_columns BEFORE UPDATE ON mails FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'subject', 'body', 'html', 'attempts', 'last_error', 'due_at', 'turn', 'claimed_until', 'sent_at');
