-- Mail on its way out, and the record of who did what.

-- Written with what it tells of, sent afterwards. What it says is composed from the resource when it is sent, so that
-- nobody gets mail about what is over.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  -- On whose behalf.
  party_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('customerInvitation', 'partyInvitation', 'paymentRequest', 'claim')),
  resource_id uuid NOT NULL,
  recipient text NOT NULL,
  -- DROPPED: there was nothing left to tell when its turn came.
  status text NOT NULL CHECK (status IN ('PENDING', 'SENT', 'FAILED', 'DROPPED')),
  subject text,
  body text,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  due_at timestamptz,
  -- One server is sending it until then; in real time, since a sandbox's clock may be moved while it does.
  claimed_until timestamptz,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  CHECK ((status = 'PENDING') = (due_at IS NOT NULL)),
  CHECK ((status = 'SENT') = (sent_at IS NOT NULL)),
  CHECK (status <> 'SENT' OR (subject IS NOT NULL AND body IS NOT NULL))
);
CREATE INDEX mails_due_at ON mails (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_party_id ON mails (party_id, id);

-- Every write, done or refused, that touched money or authority, in its own transaction. Rows are never changed.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  -- Null where Purser acts by itself: an expiry, a bank's report.
  request_id uuid,
  party_id uuid,
  user_id uuid,
  key_prefix text,
  agent_id uuid,
  instance_id text,
  -- The route with its path parameters, or what Purser did by itself.
  action text NOT NULL,
  -- The resource it was about, where there is one.
  target_id uuid,
  decision text NOT NULL CHECK (decision IN ('accepted', 'refused')),
  -- Of a refusal: the error's code or the engine's word for it. Of an approval: what its maker said.
  reason text,
  CHECK ((party_id IS NULL) = (key_prefix IS NULL))
);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
