-- What all tables stand on: domains, the functions of their triggers, and what this database is.

-- In the tables that every payment writes, what a value may be is a domain: PostgreSQL reads and plans each CHECK of a
-- table anew in every statement that writes to it, and keeps those of a domain (docs/performance.md). What concerns
-- several columns stays a CHECK. A regular expression in a CHECK is matched at each update, whatever was updated.
CREATE DOMAIN amount AS bigint CHECK (VALUE BETWEEN 1 AND 9007199254740991);
CREATE DOMAIN balance AS bigint CHECK (VALUE BETWEEN -9007199254740991 AND 9007199254740991);
CREATE DOMAIN currency AS text CHECK (octet_length(VALUE) = 3);
CREATE DOMAIN description AS text CHECK (length(VALUE) <= 500);

-- Limits in currencies other than the default one of who sets them, by currency: each has at least one, in minor units.
CREATE FUNCTION are_currency_limits(limits json) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT json_typeof(limits) = 'object' AND coalesce(bool_and(currency ~ '^[A-Z]{3}$' AND json_typeof(set) = 'object' AND (
    SELECT coalesce(bool_and(name IN ('perTransaction', 'perDay', 'perMonth') AND amount ~ '^[1-9][0-9]{0,15}$'
      AND amount::bigint <= 9007199254740991), false) FROM json_each_text(set) l (name, amount))), false)
  FROM json_each(limits) c (currency, set)
$$;
CREATE DOMAIN currency_limits AS json CHECK (are_currency_limits(VALUE));

-- The trigger's arguments are the columns that may change; without arguments no column may. So a new column is
-- immutable until its trigger names it.
CREATE FUNCTION refuse_change_of_immutable_columns() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  mutable text[] := coalesce(TG_ARGV, '{}'); -- TG_ARGV is null for a trigger without arguments
BEGIN
  IF to_jsonb(NEW) - mutable IS DISTINCT FROM to_jsonb(OLD) - mutable THEN
    RAISE EXCEPTION 'cannot change immutable columns of %: %', TG_TABLE_NAME,
      (SELECT string_agg(key, ', ' ORDER BY key)
       FROM jsonb_each(to_jsonb(NEW) - mutable) n JOIN jsonb_each(to_jsonb(OLD)) o USING (key)
       WHERE n.value <> o.value)
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% keeps what it was made with', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is never truncated', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- The engine caches who may do what and whom addresses reach, and compares one number in each batch to learn whether
-- that still holds (docs/performance.md). Every change of what is cached increments the number, by whatever means.
CREATE TABLE authority_version (
  version bigint NOT NULL,
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton)
);
INSERT INTO authority_version (version) VALUES (1);

-- The trigger's arguments are the columns that are never cached; a change of any other column counts. A new party,
-- agent, address, delegation or key is not cached yet; a new grant belongs to a delegation that may be.
CREATE FUNCTION invalidate_authority_cache() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ignored text[] := coalesce(TG_ARGV, '{}'); -- TG_ARGV is null for a trigger without arguments
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - ignored IS NOT DISTINCT FROM to_jsonb(OLD) - ignored THEN
    RETURN NULL;
  END IF;
  -- Once per transaction, and at its last moment: a session that waits for this row holds every other lock already, so no
  -- session that has the row waits for it.
  IF current_setting('purser.authority_cache_invalidated', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
    UPDATE authority_version SET version = version + 1;
    PERFORM set_config('purser.authority_cache_invalidated', pg_current_xact_id()::text, true);
  END IF;
  RETURN NULL;
END $$;

-- It finds its table whatever the search path of the session is: a restore sets none.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION invalidate_authority_cache() SET search_path = %I, pg_temp', current_schema());
END $$;

-- One row: what this database is. A sandbox server refuses a prod database and the other way round.
CREATE TABLE installation (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  environment text NOT NULL CHECK (environment IN ('sandbox', 'prod')),
  created_at timestamptz NOT NULL,
  -- Added to real time by every server, so that all of them see the same now. Always zero in prod.
  clock_offset_ms bigint NOT NULL DEFAULT 0,
  -- What is charged, by kind and currency, and the account that fees go to, by currency; null without fees. Every batch
  -- reads this row anyway, so a change counts for each payment that is decided after it, on all servers.
  fees json,
  -- Microseconds since 1970: an export has ended here, so no movement is dated before it any more.
  dated_to_us bigint NOT NULL DEFAULT 0,
  CHECK (clock_offset_ms >= 0 AND (environment = 'sandbox' OR clock_offset_ms = 0))
);
CREATE TRIGGER installation_immutable_columns BEFORE UPDATE ON installation FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('clock_offset_ms', 'fees', 'dated_to_us');
