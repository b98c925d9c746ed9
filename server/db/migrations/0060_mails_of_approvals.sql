-- Who may decide gets a mail about what waits. `announced_at` is when those of an approval were written; for approvals from
-- before this migration nobody gets one.
ALTER TABLE approvals ADD COLUMN announced_at timestamptz DEFAULT now();
ALTER TABLE approvals ALTER COLUMN announced_at DROP DEFAULT;
CREATE INDEX approvals_to_announce ON approvals (id) WHERE announced_at IS NULL AND status = 'pending';
DROP TRIGGER approvals_immutable_columns ON approvals;
CREATE TRIGGER approvals_immutable_columns BEFORE UPDATE ON approvals FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'updated_at', 'resolved_at', 'due_at', 'decided_by', 'decision_reason', 'announced_at');
ALTER TABLE approvals ENABLE ALWAYS TRIGGER approvals_immutable_columns;

-- `html` is the mail as readers of mail show it; `body` is its text.
ALTER TABLE mails ADD COLUMN html text;
ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check CHECK (kind IN ('customerInvitation', 'partyInvitation',
  'paymentRequest', 'claim', 'contactVerification', 'signIn', 'webhookDisabled', 'approval'));
CREATE INDEX mails_approval ON mails (party_id, created_at) WHERE kind = 'approval';
DROP TRIGGER mails_immutable_columns ON mails;
CREATE TRIGGER mails_immutable_columns BEFORE UPDATE ON mails FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'subject', 'body', 'html', 'attempts', 'last_error', 'due_at', 'claimed_until', 'sent_at');
ALTER TABLE mails ENABLE ALWAYS TRIGGER mails_immutable_columns;
