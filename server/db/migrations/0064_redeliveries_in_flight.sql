-- How often an event was asked for again: an attempt that began before the last time does not settle it.
ALTER TABLE webhook_retries ADD COLUMN asked integer NOT NULL DEFAULT 0;
