-- Events are read by the parties whom they concern. A line keeps what its resource was, and has an entry for each party
-- that may read it. The order of events is that of their ids up to a watermark: every event up to it is committed. So an
-- id must not appear below a watermark that was announced. The database draws the ids of lines, above it. A payment whose
-- id was announced before it was made names no request (migration 36), and from now on has a line of its own.
CREATE TABLE event_watermarks (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  announced_to uuid NOT NULL,
  complete_to uuid NOT NULL CHECK (announced_to >= complete_to),
  -- The transaction that came next after the announcement: what has not seen it ends before that. Null until it is known.
  barrier xid8
);
INSERT INTO event_watermarks (announced_to, complete_to)
  SELECT m.announced_to, m.announced_to FROM payment_watermarks m;
CREATE TRIGGER event_watermarks_never_truncated BEFORE TRUNCATE ON event_watermarks FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_truncate();
ALTER TABLE event_watermarks ENABLE ALWAYS TRIGGER event_watermarks_never_truncated;

CREATE TABLE event_parties (
  party_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Resource, state before, state after, and for some what it is to the party: names.ts has the name of each.
  kind text NOT NULL,
  resource_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (party_id, id)
);
CREATE TRIGGER event_parties_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON event_parties FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
ALTER TABLE event_parties ENABLE ALWAYS TRIGGER event_parties_append_only;

-- What a resource is now: its row without secrets, or null if there is none. If the transaction has moved it on since the
-- state that is recorded, it is shown in that state.
CREATE FUNCTION event_snapshot(resource text, resource_id uuid, recorded text, recorded_at timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  found jsonb;
BEGIN
  CASE resource
    WHEN 'agent' THEN SELECT to_jsonb(r) INTO found FROM agents r WHERE r.id = resource_id;
    WHEN 'agentKey' THEN SELECT to_jsonb(r) INTO found FROM agent_keys r WHERE r.id = resource_id;
    WHEN 'apiKey' THEN SELECT to_jsonb(r) INTO found FROM api_keys r WHERE r.id = resource_id;
    WHEN 'approval' THEN SELECT to_jsonb(r) INTO found FROM approvals r WHERE r.id = resource_id;
    WHEN 'contact' THEN SELECT to_jsonb(r) INTO found FROM contacts r WHERE r.id = resource_id;
    WHEN 'customerInvitation' THEN SELECT to_jsonb(r) INTO found FROM customer_invitations r WHERE r.id = resource_id;
    WHEN 'delegation' THEN SELECT to_jsonb(r) INTO found FROM delegations r WHERE r.id = resource_id;
    WHEN 'externalAccount' THEN SELECT to_jsonb(r) INTO found FROM external_accounts r WHERE r.id = resource_id;
    WHEN 'invitation' THEN SELECT to_jsonb(r) INTO found FROM party_invitations r WHERE r.id = resource_id;
    WHEN 'member' THEN SELECT to_jsonb(r) INTO found FROM members r WHERE r.id = resource_id;
    WHEN 'party' THEN SELECT to_jsonb(r) INTO found FROM parties r WHERE r.id = resource_id;
    WHEN 'payment' THEN SELECT to_jsonb(r) INTO found FROM payments r WHERE r.id = resource_id;
    WHEN 'paymentRequest' THEN SELECT to_jsonb(r) INTO found FROM payment_requests r WHERE r.id = resource_id;
    WHEN 'refund' THEN SELECT to_jsonb(r) INTO found FROM refunds r WHERE r.id = resource_id;
    WHEN 'transfer' THEN SELECT to_jsonb(r) INTO found FROM transfers r WHERE r.id = resource_id;
    WHEN 'wallet' THEN SELECT to_jsonb(r) INTO found FROM wallets r WHERE r.id = resource_id;
    ELSE found := NULL;
  END CASE;
  IF found->>'status' <> recorded THEN
    found := found || jsonb_build_object('status', recorded, 'updated_at', recorded_at);
  END IF;
  RETURN found - ARRAY['hash', 'link_token', 'answer_token', 'token', 'sealed_number', 'sealed_amounts', 'number_digest',
    'secret_id', 'key_digest', 'fingerprint'];
END $$;

-- Which parties may read a resource as it is in a snapshot.
CREATE FUNCTION event_readers(resource text, snapshot jsonb) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  found uuid[];
BEGIN
  found := ARRAY[snapshot->>'party_id']::uuid[] || CASE resource
    WHEN 'party' THEN ARRAY[snapshot->>'id']
    WHEN 'payment' THEN ARRAY[snapshot->>'payer_party_id', snapshot->>'initiator_party_id',
      CASE WHEN snapshot->>'accepted_at' IS NOT NULL THEN snapshot->>'payee_party_id' END]
    WHEN 'refund' THEN ARRAY[snapshot->>'receiver_party_id']
    WHEN 'approval' THEN ARRAY[snapshot->>'payer_party_id', snapshot->>'initiator_party_id']
    WHEN 'delegation' THEN ARRAY[snapshot->>'customer_party_id']
    WHEN 'customerInvitation' THEN ARRAY[CASE snapshot->>'recipient_type' WHEN 'party_id'
      THEN snapshot->>'recipient_value'
      ELSE (SELECT k.party_id::text FROM contacts k WHERE k.kind = snapshot->>'recipient_type'
        AND k.value = snapshot->>'recipient_value' AND k.verified_at IS NOT NULL) END]
    WHEN 'paymentRequest' THEN ARRAY[snapshot->>'payer_party_id', CASE WHEN snapshot->>'addressee' ~ '^[0-9a-f]{32}$'
      THEN snapshot->>'addressee'
      ELSE (SELECT k.party_id::text FROM contacts k WHERE k.kind = snapshot->>'payer_identifier_type'
        AND k.value = snapshot->>'addressee' AND k.verified_at IS NOT NULL) END]
    ELSE ARRAY[]::text[]
  END::uuid[];
  RETURN ARRAY(SELECT DISTINCT party FROM unnest(found) party WHERE party IS NOT NULL);
END $$;

-- What a resource is to a party, where the name of its events depends on it.
CREATE FUNCTION event_variant(resource text, snapshot jsonb, party uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN resource = 'transfer' THEN snapshot->>'type'
    WHEN resource = 'paymentRequest' AND (snapshot->>'party_id')::uuid <> party THEN 'incoming'
    ELSE '' END
$$;

ALTER TABLE event_lines ADD COLUMN snapshot jsonb, ADD COLUMN number bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY;

-- What was recorded until now: the best that is known of it is what the resource is today, in the state of then.
ALTER TABLE event_lines DISABLE TRIGGER event_lines_immutable_columns;
INSERT INTO event_lines (id, resource, resource_id, from_status, to_status, created_at)
  SELECT p.id, 'payment', p.id, NULL, 'COMPLETED', m.created_at
  FROM payments p JOIN movements m ON m.transaction_id = p.id AND m.step = 1 AND m.kind = 'payment'
  WHERE NOT p.reviewed AND p.request_id IS NULL
    AND (p.payment_request_id IS NULL OR NOT EXISTS (SELECT FROM transfers t WHERE t.payment_id = p.id));
UPDATE event_lines SET snapshot = event_snapshot(resource, resource_id, to_status, created_at);
ALTER TABLE event_lines ENABLE ALWAYS TRIGGER event_lines_immutable_columns;
INSERT INTO event_parties (party_id, id, kind, resource_id, created_at)
  SELECT r.party, e.id, concat_ws('/', e.resource, coalesce(e.from_status, ''), e.to_status,
    event_variant(e.resource, e.snapshot, r.party)), e.resource_id, e.created_at
  FROM event_lines e CROSS JOIN LATERAL unnest(event_readers(e.resource, e.snapshot)) AS r (party);
UPDATE event_watermarks SET announced_to = x.last, complete_to = x.last FROM (
  SELECT id AS last FROM (SELECT id FROM event_lines UNION ALL SELECT id FROM payments
    UNION ALL SELECT complete_to FROM event_watermarks) ids ORDER BY id DESC LIMIT 1) x;

CREATE OR REPLACE VIEW events AS
  SELECT id, resource, resource_id, from_status, to_status, created_at FROM event_lines
  UNION ALL
  SELECT p.id, 'payment', p.id, NULL, 'COMPLETED', m.created_at
  FROM payments p JOIN movements m ON m.transaction_id = p.id AND m.step = 1 AND m.kind = 'payment'
  WHERE NOT p.reviewed AND p.request_id IS NOT NULL
    AND (p.payment_request_id IS NULL OR NOT EXISTS (SELECT FROM transfers t WHERE t.payment_id = p.id));

-- Gives a line its id, its snapshot and its readers. The line must follow the change in its transaction. The id is a
-- UUIDv7 above the watermark that was announced, and above the event that is derived from the same payment. It is read
-- after the transaction has a number of its own, so that the watermark waits for it.
CREATE FUNCTION complete_event_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at_least uuid;
  micros bigint;
BEGIN
  PERFORM pg_current_xact_id();
  SELECT announced_to INTO at_least FROM event_watermarks;
  IF NEW.resource = 'payment' AND NEW.resource_id > at_least THEN at_least := NEW.resource_id; END IF;
  micros := greatest(extract(epoch FROM clock_timestamp()) * 1000000,
    (('x' || substr(replace(at_least::text, '-', ''), 1, 12))::bit(48)::bigint + 1) * 1000);
  NEW.id := (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4), 3, '0') || '8'
    || lpad(to_hex(NEW.number), 15, '0'))::uuid;
  NEW.snapshot := event_snapshot(NEW.resource, NEW.resource_id, NEW.to_status, NEW.created_at);
  INSERT INTO event_parties (party_id, id, kind, resource_id, created_at)
    SELECT r.party, NEW.id, concat_ws('/', NEW.resource, coalesce(NEW.from_status, ''), NEW.to_status,
      event_variant(NEW.resource, NEW.snapshot, r.party)), NEW.resource_id, NEW.created_at
    FROM unnest(event_readers(NEW.resource, NEW.snapshot)) AS r (party);
  RETURN NEW;
END $$;
CREATE TRIGGER event_lines_complete BEFORE INSERT ON event_lines FOR EACH ROW EXECUTE FUNCTION complete_event_line();
ALTER TABLE event_lines ENABLE ALWAYS TRIGGER event_lines_complete;
