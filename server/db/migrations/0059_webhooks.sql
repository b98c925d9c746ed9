-- Webhooks send a party's events to an address of its own.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  enabled_events text[] NOT NULL CHECK (cardinality(enabled_events) >= 1),
  description text,
  tags json,
  status text NOT NULL CHECK (status IN ('ENABLED', 'DISABLED')),
  -- Why Purser disabled it; null if it did not.
  disabled_reason text CHECK (disabled_reason IN ('FAILING', 'GONE')),
  secret_id text NOT NULL,
  sealed_secret bytea NOT NULL,
  previous_secret_id text,
  sealed_previous_secret bytea,
  previous_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CHECK ((previous_secret_id IS NULL) = (sealed_previous_secret IS NULL)),
  CHECK ((previous_secret_id IS NULL) = (previous_expires_at IS NULL)),
  CHECK (disabled_reason IS NULL OR status = 'DISABLED')
);
CREATE INDEX webhooks_party_id ON webhooks (party_id, id) WHERE deleted_at IS NULL;
CREATE TRIGGER webhooks_immutable_columns BEFORE UPDATE ON webhooks FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('url', 'enabled_events', 'description', 'tags', 'status',
    'disabled_reason', 'secret_id', 'sealed_secret', 'previous_secret_id', 'sealed_previous_secret',
    'previous_expires_at', 'updated_at', 'deleted_at');
ALTER TABLE webhooks ENABLE ALWAYS TRIGGER webhooks_immutable_columns;
CREATE TRIGGER webhooks_never_truncated BEFORE TRUNCATE ON webhooks FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_truncate();
ALTER TABLE webhooks ENABLE ALWAYS TRIGGER webhooks_never_truncated;

-- How far each webhook has come, and which server delivers it.
CREATE TABLE webhook_progress (
  webhook_id uuid PRIMARY KEY,
  sent_to uuid NOT NULL,
  failing_since timestamptz,
  claimed_by uuid,
  claimed_until timestamptz
) WITH (fillfactor = 50);
CREATE TRIGGER webhook_progress_never_truncated BEFORE TRUNCATE ON webhook_progress FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_truncate();
ALTER TABLE webhook_progress ENABLE ALWAYS TRIGGER webhook_progress_never_truncated;

-- What is to be sent again, or for the first time behind an earlier event of its resource that is.
CREATE TABLE webhook_retries (
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  PRIMARY KEY (webhook_id, event_id)
);
CREATE INDEX webhook_retries_due_at ON webhook_retries (webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_retries_resource ON webhook_retries (webhook_id, resource_id, event_id);
CREATE TRIGGER webhook_retries_never_truncated BEFORE TRUNCATE ON webhook_retries FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_truncate();
ALTER TABLE webhook_retries ENABLE ALWAYS TRIGGER webhook_retries_never_truncated;

-- Each attempt to deliver an event.
CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  attempt integer NOT NULL,
  status text NOT NULL CHECK (status IN ('DELIVERED', 'FAILED')),
  url text NOT NULL,
  sent_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  response_status smallint,
  response_body text,
  error text,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (webhook_id, id)
);
CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries USING brin (created_at);
CREATE TRIGGER webhook_deliveries_immutable_columns BEFORE UPDATE ON webhook_deliveries FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns();
ALTER TABLE webhook_deliveries ENABLE ALWAYS TRIGGER webhook_deliveries_immutable_columns;
CREATE TRIGGER webhook_deliveries_never_truncated BEFORE TRUNCATE ON webhook_deliveries FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_truncate();
ALTER TABLE webhook_deliveries ENABLE ALWAYS TRIGGER webhook_deliveries_never_truncated;

ALTER TABLE mails DROP CONSTRAINT mails_kind_check, ADD CONSTRAINT mails_kind_check CHECK (kind IN (
  'customerInvitation', 'partyInvitation', 'paymentRequest', 'claim', 'contactVerification', 'signIn', 'webhookDisabled'));
