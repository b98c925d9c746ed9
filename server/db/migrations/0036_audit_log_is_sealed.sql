-- The audit log is sealed into blocks, each of which contains the hash of the one before. Lines must not appear before a
-- point that is sealed. Ids cannot show that: servers draw them, before they commit. A sequence of the database can, once
-- every transaction that was open when a position was announced has ended. The lines that are derived from payments use
-- the watermark of payments; a payment that comes later than that gets a line of its own.

ALTER TABLE audit_lines ADD COLUMN position bigint NOT NULL GENERATED ALWAYS AS IDENTITY;
CREATE UNIQUE INDEX audit_lines_position ON audit_lines (position);

ALTER TABLE payment_watermarks
  ADD COLUMN lines_announced_to bigint NOT NULL DEFAULT 0,
  ADD COLUMN lines_complete_to bigint NOT NULL DEFAULT 0,
  ADD COLUMN announced_xid xid8 NOT NULL DEFAULT '0',
  ADD CONSTRAINT payment_watermarks_lines_check CHECK (lines_announced_to >= lines_complete_to);

CREATE TABLE audit_blocks (
  number bigint PRIMARY KEY CHECK (number > 0),
  sealed_at timestamptz NOT NULL,
  lines_to bigint NOT NULL,
  payments_to uuid NOT NULL,
  line_ids uuid[] NOT NULL,
  line_hashes bytea[] NOT NULL CHECK (cardinality(line_hashes) = cardinality(line_ids)),
  previous_hash bytea NOT NULL CHECK (octet_length(previous_hash) = 32),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
ALTER TABLE audit_blocks ALTER COLUMN line_ids SET STORAGE EXTERNAL, ALTER COLUMN line_hashes SET STORAGE EXTERNAL;
CREATE TRIGGER audit_blocks_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_blocks FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_blocks ENABLE ALWAYS TRIGGER audit_blocks_append_only;
