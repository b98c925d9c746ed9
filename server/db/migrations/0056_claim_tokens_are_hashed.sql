-- The token of a claim is derived from PURSER_SECRET, this salt and the party, and the database keeps only its hash.
ALTER TABLE claims ADD COLUMN token_salt bytea, ADD COLUMN token_hash bytea;

DROP TRIGGER claims_immutable_columns ON claims;
-- Links that were mailed before keep working. The salt does not lead to them: the next mail has a new link.
UPDATE claims SET token_salt = sha256(uuid_send(gen_random_uuid())), token_hash = sha256(convert_to(token, 'UTF8'))
  WHERE token IS NOT NULL;
ALTER TABLE claims DROP COLUMN token,
  ADD CONSTRAINT claims_token_check CHECK ((token_hash IS NULL) = (expires_at IS NULL)
    AND (token_hash IS NULL) = (token_salt IS NULL));
CREATE UNIQUE INDEX claims_token_hash ON claims (token_hash);
CREATE TRIGGER claims_immutable_columns BEFORE UPDATE ON claims FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('token_salt', 'token_hash', 'expires_at', 'due_at', 'horizon');
ALTER TABLE claims ENABLE ALWAYS TRIGGER claims_immutable_columns;
