-- A payment request is paid, declined or canceled; its payer may be an agent, and lists what comes in.

DROP TRIGGER payment_requests_immutable_columns ON payment_requests;

ALTER TABLE payment_requests DROP CONSTRAINT payment_requests_payer_identifier_type_check;
ALTER TABLE payment_requests ADD CONSTRAINT payment_requests_payer_identifier_type_check
  CHECK (payer_identifier_type IN ('email', 'phone', 'party_id', 'agent_id'));

-- What leads to the payer: an address, or a party's id in the form of payer_identifier; for an agent, that of its party.
ALTER TABLE payment_requests ADD COLUMN addressee text;
UPDATE payment_requests SET addressee = payer_identifier;
ALTER TABLE payment_requests ALTER COLUMN addressee SET NOT NULL;
CREATE INDEX payment_requests_addressee ON payment_requests (addressee, status, id);

-- A request has a payer and a payment exactly while it is being paid or was paid, and no payment fulfils two requests.
ALTER TABLE payment_requests ADD CHECK ((status IN ('PROCESSING', 'COMPLETED')) = (payment_id IS NOT NULL));
ALTER TABLE payment_requests ADD CHECK ((payment_id IS NULL) = (payer_party_id IS NULL));
ALTER TABLE payment_requests ADD UNIQUE (payment_id);

CREATE TRIGGER payment_requests_immutable_columns BEFORE UPDATE ON payment_requests FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'payer_party_id', 'payment_id', 'updated_at');
ALTER TABLE payment_requests ENABLE ALWAYS TRIGGER payment_requests_immutable_columns;
