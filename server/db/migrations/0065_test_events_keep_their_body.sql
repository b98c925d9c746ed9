-- A test event is in no other table: what it says is kept until it is delivered, so that each attempt sends the same.
ALTER TABLE webhook_retries ADD COLUMN test_body text, DROP COLUMN is_test;
-- Old mails are deleted.
CREATE INDEX mails_created_at ON mails USING brin (created_at);
