-- Parties link bank accounts and verify them. Their numbers, and the amounts that prove them, are encrypted by the server
-- under the secret whose id is `secret_id`: the database never sees them. Accounts from before have no number.

ALTER TABLE external_accounts
  ADD COLUMN tags json,
  ADD COLUMN secret_id text,
  ADD COLUMN sealed_number bytea,
  ADD COLUMN sealed_amounts bytea,
  ADD COLUMN number_digest bytea CHECK (length(number_digest) = 32),
  ADD COLUMN wrong_guesses smallint NOT NULL DEFAULT 0 CHECK (wrong_guesses BETWEEN 0 AND 5),
  ADD CONSTRAINT external_accounts_sealed_check CHECK ((sealed_number IS NULL) = (secret_id IS NULL)
    AND (sealed_amounts IS NULL OR (sealed_number IS NOT NULL AND status = 'pending'))
    AND (sealed_number IS NULL OR (number_digest IS NOT NULL AND status <> 'disabled')));

DROP TRIGGER external_accounts_immutable_columns ON external_accounts;
CREATE TRIGGER external_accounts_immutable_columns BEFORE UPDATE ON external_accounts FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('bank_name', 'account_name', 'account_type', 'last_four', 'status',
    'tags', 'secret_id', 'sealed_number', 'sealed_amounts', 'number_digest', 'wrong_guesses');
ALTER TABLE external_accounts ENABLE ALWAYS TRIGGER external_accounts_immutable_columns;

CREATE INDEX external_accounts_status ON external_accounts (party_id, status, id);
-- A party links an account once; what was guessed about it stays known after its removal.
CREATE UNIQUE INDEX external_accounts_linked ON external_accounts (party_id, number_digest) WHERE status <> 'disabled';
CREATE INDEX external_accounts_guessed ON external_accounts (party_id, number_digest)
  WHERE status = 'disabled' AND wrong_guesses > 0;
