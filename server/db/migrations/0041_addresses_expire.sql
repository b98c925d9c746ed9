-- What waits for its token expires like invitations, and an address gets one message a minute, also after its removal.

ALTER TABLE contact_verifications DROP CONSTRAINT contact_verifications_status_check;
ALTER TABLE contact_verifications ADD CONSTRAINT contact_verifications_status_check
  CHECK (status IN ('PENDING', 'CLOSED', 'EXPIRED'));
CREATE INDEX contact_verifications_expires_at ON contact_verifications (expires_at) WHERE status = 'PENDING';
CREATE INDEX contact_verifications_address ON contact_verifications (party_id, kind, value, expires_at);
