-- Customer invitations are listed, canceled, accepted and declined. The token in the mail, or in the text message, proves
-- that the address is the answering person's own. So it is another one than that of the link which the inviting party sees.
-- An invitation to a party by its id has none, and neither have those from before this migration.

ALTER TABLE customer_invitations ADD COLUMN answer_token text;
CREATE UNIQUE INDEX customer_invitations_answer_token ON customer_invitations (answer_token);

DROP INDEX customer_invitations_party_id;
DROP INDEX customer_invitations_agent_id;
CREATE INDEX customer_invitations_party_id ON customer_invitations (party_id, status, id);
CREATE INDEX customer_invitations_agent_id ON customer_invitations (agent_id, status, id);
CREATE INDEX customer_invitations_party_recipient ON customer_invitations (party_id, recipient_value, status, id);
CREATE INDEX customer_invitations_recipient ON customer_invitations (recipient_value, status, id);

-- The user of a person who is known by a phone number has no e-mail address.
ALTER TABLE users ALTER COLUMN email DROP NOT NULL;
