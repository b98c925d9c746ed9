-- The token in the mail of a party invitation answers it. Invitations from before this migration have none.

ALTER TABLE party_invitations ADD COLUMN answer_token text;
CREATE UNIQUE INDEX party_invitations_answer_token ON party_invitations (answer_token);

-- A person who joins a party is a known user if the address is known.
CREATE INDEX users_email ON users (email);
