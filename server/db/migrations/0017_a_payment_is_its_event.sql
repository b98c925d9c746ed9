-- The movement that takes a payment's money straight to its recipient says all that the payment's one event would say, and
-- neither ever changes: a row of the same words would be one more insert for nothing (docs/performance.md).
ALTER TABLE events RENAME TO event_lines;
ALTER TABLE event_lines RENAME CONSTRAINT events_pkey TO event_lines_pkey;
DELETE FROM event_lines WHERE resource = 'payment' AND from_status IS NULL AND to_status = 'COMPLETED';

-- What was in review has its events: from nothing to that, and from that to COMPLETED.
CREATE VIEW events AS
  SELECT id, resource, resource_id, from_status, to_status, created_at FROM event_lines
  UNION ALL
  SELECT p.id, 'payment', p.id, NULL, 'COMPLETED', m.created_at
  FROM payments p JOIN movements m ON m.transaction_id = p.id AND m.step = 1 AND m.kind = 'payment'
  WHERE NOT p.reviewed;
