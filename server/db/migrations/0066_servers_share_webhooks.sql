-- The servers that deliver webhooks now: each takes its share of them.
CREATE TABLE webhook_servers (
  id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE TRIGGER webhook_servers_never_truncated BEFORE TRUNCATE ON webhook_servers FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_truncate();
ALTER TABLE webhook_servers ENABLE ALWAYS TRIGGER webhook_servers_never_truncated;

-- The attempts to deliver one event.
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (webhook_id, event_id, id);
