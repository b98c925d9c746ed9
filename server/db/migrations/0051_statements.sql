-- A statement of a wallet finds plain payments by their parties. All other movements that change what a wallet has are
-- rare next to them, and are found by these indexes, which a plain payment does not touch.

CREATE INDEX movements_source ON movements (source_wallet_id, created_at)
  WHERE kind <> 'payment' AND source_wallet_id <> destination_wallet_id;
CREATE INDEX movements_destination ON movements (destination_wallet_id, created_at)
  WHERE kind <> 'payment' AND source_wallet_id <> destination_wallet_id;
