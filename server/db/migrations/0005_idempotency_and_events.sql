-- The answer to a keyed write, stored in the transaction of its effect.
CREATE TABLE idempotency_keys (
  party_id uuid NOT NULL,
  -- Method and path, path parameters included: `POST /payments`.
  route text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  -- SHA-256 over the parsed attributes and the acting agent.
  fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
  status smallint NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (party_id, key, route)
);

-- One row for each change of state, written with it. Slim: whoever delivers an event names it by the resource and the
-- two states, and reads the rest from the resource. `from_status` is null for a new resource.
CREATE TABLE events (
  id uuid PRIMARY KEY,
  resource text NOT NULL,
  resource_id uuid NOT NULL,
  from_status text,
  to_status text NOT NULL,
  created_at timestamptz NOT NULL
);
