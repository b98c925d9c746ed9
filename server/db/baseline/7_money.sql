-- What moves: the ledger, what moves its money, and what asks for it. Tables that the engine writes declare no foreign
-- keys: it has loaded the rows that they refer to (docs/data-model.md), and `npm run audit` looks for dangling references.

CREATE DOMAIN wallet_status AS text CHECK (VALUE IN ('active', 'frozen', 'closed'));
CREATE DOMAIN wallet_name AS text CHECK (length(VALUE) BETWEEN 1 AND 128);
CREATE DOMAIN held_amount AS bigint CHECK (VALUE BETWEEN 0 AND 9007199254740991);

-- Money is where the movements say; a wallet's two sums are kept beside them so that a decision reads one row.
-- `npm run audit` recomputes both from the entries.
CREATE TABLE wallets (
  id uuid PRIMARY KEY,
  -- Null for a clearing account: the outside world behind one rail, in one currency.
  party_id uuid REFERENCES parties (id),
  rail text,
  currency currency NOT NULL,
  status wallet_status NOT NULL DEFAULT 'active',
  is_default boolean NOT NULL DEFAULT false,
  -- Opened by the engine because money arrived in a currency for which the party had no wallet; so is the first one.
  opened_on_demand boolean NOT NULL DEFAULT false,
  -- Minor units. available = posted - held; only clearing and receivable accounts may go below zero.
  posted balance NOT NULL DEFAULT 0,
  held held_amount NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  display_name wallet_name,
  tags json,
  -- Null until name, tags, default or status change: money that moves is no change of the wallet.
  updated_at timestamptz,
  -- A receivable account says what its party owes in a currency. No request names it, and no list shows it. A batch
  -- loads and locks it together with the wallets of its party.
  is_receivable boolean NOT NULL DEFAULT false,
  -- Microseconds since 1970, since a time in the code has milliseconds: after its latest movement and the end of its
  -- statements. No movement of it is dated before this any more, by no server, whatever its clock says.
  dated_to_us bigint NOT NULL DEFAULT 0,
  -- One check, since PostgreSQL reads each one again in every statement. Of fees, no more is paid out than was collected.
  CONSTRAINT wallets_check CHECK (CASE
    WHEN party_id IS NULL THEN rail IS NOT NULL AND NOT is_receivable AND (rail <> 'fees' OR posted >= 0)
    WHEN is_receivable THEN rail IS NULL AND status = 'active' AND NOT is_default AND NOT opened_on_demand
      AND posted <= 0 AND held = 0
    ELSE rail IS NULL AND posted >= held END)
) WITH (fillfactor = 30); -- rewritten with every payment: few rows on a page are few old versions to prune
CREATE INDEX wallets_party ON wallets (party_id, id);
-- A batch locks wallets in this order, so nothing is sorted; and it does not load those that a party has closed.
CREATE INDEX wallets_party_currency ON wallets (party_id, currency, id) WHERE status <> 'closed';
CREATE UNIQUE INDEX wallets_one_default ON wallets (party_id) WHERE is_default;
-- Of two transactions that open the same wallet at once, one fails and runs its batch again.
CREATE UNIQUE INDEX wallets_on_demand ON wallets (party_id, currency) WHERE opened_on_demand AND status <> 'closed';
CREATE UNIQUE INDEX wallets_clearing ON wallets (rail, currency) WHERE party_id IS NULL;
CREATE UNIQUE INDEX wallets_receivable ON wallets (party_id, currency) WHERE is_receivable;

-- hold, release, claim: from or to held money. withdrawal, return, deposit: between a wallet and its rail's clearing
-- account. recovery: what a party owes is taken from what arrives. payout: of fees, to the operator.
CREATE DOMAIN movement_kind AS text CHECK (VALUE IN ('payment', 'hold', 'release', 'deposit', 'withdrawal', 'return',
  'claim', 'refund', 'internal', 'recovery', 'fee', 'fee_hold', 'fee_release', 'payout', 'write_off'));
CREATE DOMAIN wallet_place AS text CHECK (VALUE IN ('available', 'held'));
CREATE DOMAIN movement_step AS smallint CHECK (VALUE >= 1);

-- A movement takes an amount from one place and puts it into another, in one row: it cannot be out of balance.
-- A place is a wallet's available money or its held money. Rows are never changed or removed.
CREATE TABLE movements (
  -- The payment, refund or transfer that moved the money, and which of its movements this is.
  transaction_id uuid NOT NULL,
  step movement_step NOT NULL,
  kind movement_kind NOT NULL,
  source_wallet_id uuid NOT NULL,
  source_place wallet_place NOT NULL,
  destination_wallet_id uuid NOT NULL,
  destination_place wallet_place NOT NULL,
  amount amount NOT NULL,
  currency currency NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, step),
  CHECK ((source_wallet_id, source_place) <> (destination_wallet_id, destination_place))
);
-- A statement of a wallet finds plain payments by their parties. All other movements that change what a wallet has are
-- rare next to them, and are found by these indexes, which a plain payment does not touch.
CREATE INDEX movements_source ON movements (source_wallet_id, created_at)
  WHERE kind <> 'payment' AND source_wallet_id <> destination_wallet_id;
CREATE INDEX movements_destination ON movements (destination_wallet_id, created_at)
  WHERE kind <> 'payment' AND source_wallet_id <> destination_wallet_id;
CREATE TRIGGER movements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON movements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The double-entry reading of the movements: two entries each, of opposite sign.
CREATE VIEW entries AS
  SELECT transaction_id, step, source_wallet_id AS wallet_id, source_place AS place, -amount AS amount, currency, created_at
  FROM movements
  UNION ALL
  SELECT transaction_id, step, destination_wallet_id, destination_place, amount, currency, created_at
  FROM movements;

CREATE DOMAIN payment_status AS text CHECK (VALUE IN ('PROCESSING', 'PENDING_CLAIM', 'IN_REVIEW', 'COMPLETED', 'FAILED',
  'RETURNED', 'APPROVAL_DENIED', 'CANCELED'));

-- A payment is also its transaction: txn_X is the view of pay_X. What was asked, by whom and in which request never
-- changes: only what became of it does.
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  status payment_status NOT NULL,
  amount amount NOT NULL,
  currency currency NOT NULL,
  description description,
  -- Whose wallet pays, who is paid, and who asked for it (the payer, or a party to which it delegated).
  payer_party_id uuid NOT NULL,
  payee_party_id uuid,
  initiator_party_id uuid NOT NULL,
  payer_wallet_id uuid,
  payee_wallet_id uuid,
  agent_id uuid,
  recipient_agent_id uuid,
  payment_request_id uuid,
  -- The maker: the credential used and the user behind it. The instance is a label, never authority.
  credential_id uuid NOT NULL,
  user_id uuid NOT NULL,
  instance_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When the money was moved or held: at once, or when the last approval was given. Null where it never was.
  accepted_at timestamptz,
  -- Set while it waits to be claimed: when it goes back.
  due_at timestamptz,
  -- Null for a payment that has a line of its own in the audit log, because its id was announced before it was made.
  request_id uuid,
  -- Half of the SHA-256 of party, route and key: enough to find the payment, and half as large in the index as the key.
  -- It is kept for ever: no retry pays twice, however late it comes. The response is rendered from the payment again.
  key_digest uuid,
  fingerprint bytea,
  -- Whether it had to be approved.
  reviewed boolean NOT NULL DEFAULT false,
  -- An address that led to no party. The payment has no payee until it is approved, and keeps the one it then gets.
  recipient_address text,
  tags json,
  -- The sum of its refunds; null if there is none, which costs a payment nothing.
  refunded_amount bigint,
  -- In minor units; null without one.
  fee amount,
  -- The MERGED party that it named, if another has taken over what waited for that one; null costs a payment nothing.
  first_payee_party_id uuid,
  -- One check, since PostgreSQL reads each one again in every statement. The id is even: the odd one behind it is that of
  -- the second event of a payment that completes at once.
  CHECK (get_byte(uuid_send(id), 15) % 2 = 0
    AND (payee_party_id <> payer_party_id) IS NOT FALSE
    AND (key_digest IS NULL) = (fingerprint IS NULL)
    AND (payee_party_id IS NOT NULL OR (recipient_address IS NOT NULL AND reviewed AND accepted_at IS NULL))
    AND (refunded_amount BETWEEN 1 AND amount) IS NOT FALSE)
);
CREATE UNIQUE INDEX payments_key ON payments (key_digest) WHERE key_digest IS NOT NULL;
CREATE INDEX payments_payer ON payments (payer_party_id, id);
-- A payee sees a payment from its acceptance on.
CREATE INDEX payments_payee ON payments (payee_party_id, id) WHERE accepted_at IS NOT NULL;
CREATE INDEX payments_initiator ON payments (initiator_party_id, id) WHERE initiator_party_id <> payer_party_id;
-- For the audit log too. A conversation is indexed by a hash, because its id may be longer than an index entry.
CREATE INDEX payments_agent_id ON payments (agent_id, id) WHERE agent_id IS NOT NULL;
CREATE INDEX payments_instance_id ON payments (initiator_party_id, hashtextextended(instance_id, 0), id)
  WHERE instance_id IS NOT NULL;
-- For the sum of a period: payments come in the order of time, so a map of blocks is enough, and costs nothing to keep.
CREATE INDEX payments_accepted_at ON payments USING brin (accepted_at);
CREATE INDEX payments_due_at ON payments (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payments_claimable ON payments (payee_party_id, id) WHERE status = 'PENDING_CLAIM';
CREATE INDEX payments_unclaimed ON payments (payer_party_id, id) WHERE status = 'PENDING_CLAIM';
-- A payee is found once: a payment that has one keeps it, unless another party takes over before the money has arrived.
CREATE TRIGGER payments_immutable_columns BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.payee_party_id IS NOT NULL AND NEW.first_payee_party_id IS NOT DISTINCT FROM OLD.first_payee_party_id)
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'payer_wallet_id', 'payee_wallet_id', 'updated_at', 'accepted_at', 'due_at', 'refunded_amount');
CREATE TRIGGER taken_over_payments_immutable_columns BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (NEW.first_payee_party_id IS DISTINCT FROM OLD.first_payee_party_id)
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'payee_party_id', 'first_payee_party_id',
    'payer_wallet_id', 'payee_wallet_id', 'updated_at', 'accepted_at', 'due_at');
CREATE TRIGGER payments_taken_over_once BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (NEW.first_payee_party_id IS DISTINCT FROM OLD.first_payee_party_id
    AND (OLD.first_payee_party_id IS NULL AND NEW.first_payee_party_id = OLD.payee_party_id
      AND NEW.payee_party_id <> OLD.payee_party_id AND OLD.status IN ('PENDING_CLAIM', 'IN_REVIEW')) IS NOT TRUE)
  EXECUTE FUNCTION refuse_rewrite();
CREATE TRIGGER payeeless_payments_immutable_columns BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (OLD.payee_party_id IS NULL) EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'payee_party_id', 'payer_wallet_id', 'payee_wallet_id', 'updated_at', 'accepted_at', 'due_at');
CREATE TRIGGER payments_stay BEFORE DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();

-- What the payee of a payment gave back. A refund is also its transaction: rfd_X and txn_X are the same row.
CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL,
  amount amount NOT NULL,
  currency currency NOT NULL,
  description description,
  party_id uuid NOT NULL,
  receiver_party_id uuid NOT NULL,
  source_wallet_id uuid NOT NULL,
  destination_wallet_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  user_id uuid NOT NULL,
  instance_id text,
  created_at timestamptz NOT NULL,
  -- The agent that made the payment: the refund is its own, too.
  payment_agent_id uuid,
  CHECK (party_id <> receiver_party_id)
);
CREATE INDEX refunds_party_id ON refunds (party_id, id);
CREATE INDEX refunds_receiver_party_id ON refunds (receiver_party_id, id);
CREATE INDEX refunds_payment_agent_id ON refunds (payment_agent_id, id) WHERE payment_agent_id IS NOT NULL;
CREATE TRIGGER refunds_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One row for each party that was known by an address when money was sent to it, from its registration on. The token,
-- which only the mail to the address contains, is derived from PURSER_SECRET, the salt and the party; it proves the
-- address until `expires_at`.
CREATE TABLE claims (
  party_id uuid PRIMARY KEY REFERENCES parties (id),
  expires_at timestamptz,
  -- From the adoption of the party until its money has moved: when to look for it. A payment that did not see the
  -- adoption yet may still come: once every transaction below `horizon` has ended, none can.
  due_at timestamptz,
  horizon xid8,
  -- When the party became ACTIVE or MERGED: what waited for it and was due later is its own, or of the party that has taken
  -- it over, except the payments `not_received`, and what that party itself has paid.
  claimed_at timestamptz,
  taken_by uuid REFERENCES parties (id),
  not_received uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  token_salt bytea,
  token_hash bytea CHECK (length(token_hash) = 32),
  CONSTRAINT claims_taken_by_check CHECK (taken_by IS NULL OR (claimed_at IS NOT NULL AND taken_by <> party_id)),
  CONSTRAINT claims_token_check
    CHECK ((token_hash IS NULL) = (expires_at IS NULL) AND (token_hash IS NULL) = (token_salt IS NULL))
);
CREATE UNIQUE INDEX claims_token_hash ON claims (token_hash);
CREATE INDEX claims_due_at ON claims (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX claims_taken_by ON claims (taken_by, party_id) WHERE taken_by IS NOT NULL;
CREATE TRIGGER claims_immutable_columns BEFORE UPDATE ON claims FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('token_salt', 'token_hash', 'expires_at', 'due_at', 'horizon',
    'claimed_at', 'not_received', 'taken_by');
CREATE CONSTRAINT TRIGGER claims_invalidate_authority_cache AFTER DELETE OR UPDATE ON claims
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache('token_salt', 'token_hash',
    'expires_at', 'due_at', 'horizon', 'claimed_at', 'not_received');

CREATE TABLE payment_requests (
  id uuid PRIMARY KEY,
  -- Who asks to be paid.
  party_id uuid NOT NULL REFERENCES parties (id),
  status text NOT NULL CHECK (status IN ('OPEN', 'PROCESSING', 'COMPLETED', 'CANCELED', 'DECLINED', 'EXPIRED')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  description description,
  payer_name text CHECK (length(payer_name) BETWEEN 1 AND 128),
  payer_identifier_type text NOT NULL CHECK (payer_identifier_type IN ('email', 'phone', 'party_id', 'agent_id')),
  -- An address, or the id of a party or agent in the database's form.
  payer_identifier text NOT NULL,
  payer_party_id uuid REFERENCES parties (id),
  -- Two requests are never fulfilled by one payment.
  payment_id uuid UNIQUE,
  -- At least 128 random bits: whoever has the link sees who asks, how much and for what.
  link_token text NOT NULL UNIQUE CHECK (length(link_token) >= 22),
  expires_at timestamptz NOT NULL,
  agent_id uuid REFERENCES agents (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  tags json,
  -- Where it is paid to; null is the wallet in which its party receives by then.
  wallet_id uuid REFERENCES wallets (id),
  -- What leads to the payer: its address, or the id of its party in the form of payer_identifier.
  addressee text NOT NULL,
  -- It has a payer and a payment exactly while it is being paid or was paid.
  CHECK ((status IN ('PROCESSING', 'COMPLETED')) = (payment_id IS NOT NULL)),
  CHECK ((payment_id IS NULL) = (payer_party_id IS NULL))
);
CREATE INDEX payment_requests_party_id ON payment_requests (party_id, id);
CREATE INDEX payment_requests_addressee ON payment_requests (addressee, status, id);
CREATE INDEX payment_requests_agent_id ON payment_requests (agent_id, id) WHERE agent_id IS NOT NULL;
CREATE INDEX payment_requests_payer_agent ON payment_requests (payer_identifier, status, id)
  WHERE payer_identifier_type = 'agent_id';
CREATE INDEX payment_requests_expires_at ON payment_requests (expires_at) WHERE status = 'OPEN';
CREATE TRIGGER payment_requests_immutable_columns BEFORE UPDATE ON payment_requests FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'payer_party_id', 'payment_id', 'updated_at');

-- An account at a bank. Its number, and the amounts that prove it, are encrypted by the server under the secret whose id
-- is `secret_id`: the database never sees them. A removed account has no number.
CREATE TABLE external_accounts (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  bank_name text CHECK (length(bank_name) BETWEEN 1 AND 128),
  account_name text CHECK (length(account_name) BETWEEN 1 AND 128),
  account_type text CHECK (account_type IN ('checking', 'savings')),
  last_four text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'active', 'disabled')),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id),
  tags json,
  secret_id text,
  sealed_number bytea,
  sealed_amounts bytea,
  number_digest bytea CHECK (length(number_digest) = 32),
  wrong_guesses smallint NOT NULL DEFAULT 0 CHECK (wrong_guesses BETWEEN 0 AND 5),
  CONSTRAINT external_accounts_sealed_check CHECK ((sealed_number IS NULL) = (secret_id IS NULL)
    AND (sealed_amounts IS NULL OR (sealed_number IS NOT NULL AND status = 'pending'))
    AND (sealed_number IS NULL OR (number_digest IS NOT NULL AND status <> 'disabled')))
);
CREATE INDEX external_accounts_party_id ON external_accounts (party_id, id);
CREATE INDEX external_accounts_status ON external_accounts (party_id, status, id);
-- A party links an account once; what was guessed about it stays known after its removal.
CREATE UNIQUE INDEX external_accounts_linked ON external_accounts (party_id, number_digest) WHERE status <> 'disabled';
CREATE INDEX external_accounts_guessed ON external_accounts (party_id, number_digest)
  WHERE status = 'disabled' AND wrong_guesses > 0;
-- Removing an account clears its name and number.
CREATE TRIGGER external_accounts_immutable_columns BEFORE UPDATE ON external_accounts FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('bank_name', 'account_name', 'account_type', 'last_four', 'status',
    'tags', 'secret_id', 'sealed_number', 'sealed_amounts', 'number_digest', 'wrong_guesses');

CREATE TABLE transfers (
  id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('deposit', 'withdrawal', 'internal')),
  status text NOT NULL CHECK (status IN ('PROCESSING', 'IN_REVIEW', 'COMPLETED', 'FAILED', 'RETURNED',
    'APPROVAL_DENIED', 'CANCELED')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  description description,
  party_id uuid NOT NULL,
  wallet_id uuid NOT NULL,
  external_account_id uuid,
  expected_available_at timestamptz,
  submitted_at timestamptz NOT NULL,
  settled_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- The account as it is shown, for ever: it may be removed while its transfers stay.
  external_account_mask text NOT NULL DEFAULT '',
  accepted_at timestamptz,
  failure_code text,
  failure_reason text,
  return_code text,
  return_reason text,
  returned_at timestamptz,
  -- The maker. A deposit that comes from outside has none.
  agent_id uuid,
  credential_id uuid,
  user_id uuid,
  instance_id text,
  tags json,
  -- Of an `internal` one, which moves money between two wallets of its party: from `wallet_id` to this one.
  destination_wallet_id uuid,
  -- In minor units; null without one.
  fee bigint,
  -- The payment that a deposit funds.
  payment_id uuid CONSTRAINT transfers_payment_id_check CHECK (payment_id IS NULL OR type = 'deposit'),
  CHECK ((failure_code IS NULL) = (failure_reason IS NULL) AND (failure_code IS NULL OR status = 'FAILED')),
  CHECK ((status = 'RETURNED') = (returned_at IS NOT NULL) AND (returned_at IS NULL) = (return_code IS NULL)),
  CHECK (type = 'deposit' OR user_id IS NOT NULL),
  CONSTRAINT transfers_ends_check CHECK ((type = 'internal') = (destination_wallet_id IS NOT NULL)
    AND (type = 'internal') = (external_account_id IS NULL) AND destination_wallet_id <> wallet_id),
  CONSTRAINT transfers_fee_check
    CHECK (fee IS NULL OR (type = 'withdrawal' AND fee BETWEEN 1 AND 9007199254740991))
);
CREATE INDEX transfers_party ON transfers (party_id, id);
CREATE INDEX transfers_agent_id ON transfers (agent_id, id) WHERE agent_id IS NOT NULL;
CREATE INDEX transfers_accepted_at ON transfers USING brin (accepted_at);
CREATE INDEX transfers_under_way ON transfers (party_id, id) WHERE status = 'PROCESSING';
CREATE UNIQUE INDEX transfers_payment_id ON transfers (payment_id) WHERE payment_id IS NOT NULL;
CREATE TRIGGER transfers_immutable_columns BEFORE UPDATE ON transfers FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns(
    'status', 'wallet_id', 'expected_available_at', 'submitted_at', 'settled_at', 'failure_code', 'failure_reason',
    'return_code', 'return_reason', 'returned_at', 'updated_at', 'accepted_at');

-- What a bank is asked to do for a transfer. The outbound key is made with the transfer and stored before anything is
-- sent: whatever happens, the bank is only ever asked under this one key. `due_at`: when to ask (again).
CREATE TABLE rail_orders (
  transfer_id uuid PRIMARY KEY,
  -- `manual` where no bank is connected: the operator carries such orders out by hand.
  rail text NOT NULL,
  outbound_key text NOT NULL UNIQUE,
  -- waiting: not asked yet. unknown: asked, no answer. taken: the bank has it. withdrawn: never asked, and never will be.
  -- ended: the bank has said how it went.
  state text NOT NULL CHECK (state IN ('waiting', 'unknown', 'taken', 'withdrawn', 'ended')),
  attempts integer NOT NULL DEFAULT 0,
  cancel_requested_at timestamptz,
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  -- The account that it is about, until it has ended: the account itself may be removed before.
  bank_name text,
  account_name text,
  account_type text,
  secret_id text,
  sealed_number bytea,
  reference text CHECK (length(reference) BETWEEN 1 AND 128),
  CONSTRAINT rail_orders_account_check CHECK ((sealed_number IS NULL) = (secret_id IS NULL)
    AND (state IN ('waiting', 'unknown', 'taken')
      OR coalesce(bank_name, account_name, account_type, secret_id) IS NULL)),
  CONSTRAINT rail_orders_sent_check CHECK (rail <> 'manual' OR state <> 'taken' OR reference IS NOT NULL)
);
CREATE INDEX rail_orders_due_at ON rail_orders (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX rail_orders_open ON rail_orders (rail, transfer_id) WHERE state IN ('waiting', 'unknown', 'taken');
CREATE TRIGGER rail_orders_immutable_columns BEFORE UPDATE ON rail_orders FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns('state', 'attempts', 'cancel_requested_at', 'due_at', 'bank_name',
    'account_name', 'account_type', 'secret_id', 'sealed_number', 'reference');

-- Money that the operator says has arrived for a party (`npm run admin -- deposit`). A reference deposits once per party.
CREATE TABLE operator_deposits (
  party_id uuid NOT NULL REFERENCES parties (id),
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 128),
  transfer_id uuid NOT NULL UNIQUE,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (party_id, reference)
);
CREATE TRIGGER operator_deposits_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_deposits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the operator has paid out of the fees that it collected (`npm run admin -- fees payout`). A reference pays out once.
CREATE TABLE fee_payouts (
  id uuid PRIMARY KEY,
  amount amount NOT NULL,
  currency currency NOT NULL,
  reference text NOT NULL UNIQUE CHECK (length(reference) BETWEEN 1 AND 128),
  operator text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TRIGGER fee_payouts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fee_payouts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What parties owed and the operator has written off (`npm run admin -- write-off`).
CREATE TABLE write_offs (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties,
  amount amount NOT NULL,
  currency currency NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 128),
  operator text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TRIGGER write_offs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON write_offs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Reports of a bank that the engine refuses, such as of money for which a wallet has no room. Each is acknowledged and
-- kept here, and tried again once a day.
CREATE TABLE refused_reports (
  rail text NOT NULL,
  report_id text NOT NULL,
  key text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('completed', 'canceled', 'failed', 'returned')),
  code text,
  reason text,
  refusal text NOT NULL,
  refused_at timestamptz NOT NULL,
  tried_at timestamptz NOT NULL,
  stored_at timestamptz,
  PRIMARY KEY (rail, report_id)
);
CREATE INDEX refused_reports_open ON refused_reports (tried_at) WHERE stored_at IS NULL;
CREATE TRIGGER refused_reports_immutable_columns BEFORE UPDATE ON refused_reports
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('tried_at', 'stored_at');

-- The tags by which lists filter, a row for each tag and each party that may see it. The key is in the order of a list, so
-- that a page costs the same however many rows of this or another party have the tag. (A GIN index could do neither.)
CREATE TABLE tagged_resources (
  party_id uuid NOT NULL,
  resource text NOT NULL CHECK (resource IN ('payment', 'transfer', 'paymentRequest', 'invitation')),
  name text NOT NULL,
  value text NOT NULL,
  resource_id uuid NOT NULL,
  PRIMARY KEY (party_id, resource, name, value, resource_id)
);
CREATE TRIGGER tagged_resources_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tagged_resources
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who has paid whom at least once, and since when: the list of counterparties, read from either end. Found from the
-- payments of a party when somebody asks for it, and then kept.
CREATE TABLE counterparties (
  payer_party_id uuid NOT NULL,
  payee_party_id uuid NOT NULL,
  -- When the first and the last payment of the pair that were looked at were accepted.
  first_paid_at timestamptz NOT NULL,
  last_paid_at timestamptz NOT NULL,
  PRIMARY KEY (payer_party_id, payee_party_id),
  CHECK (first_paid_at <= last_paid_at)
);
CREATE INDEX counterparties_payee ON counterparties (payee_party_id, payer_party_id);

-- Whose payments were looked at for that, and how far.
CREATE TABLE paired_parties (
  party_id uuid PRIMARY KEY REFERENCES parties,
  paired_to uuid NOT NULL
);

-- How far each clearing account has been compared with what its rail reports.
CREATE TABLE reconciliations (
  rail text PRIMARY KEY,
  compared_to timestamptz NOT NULL
);
CREATE TRIGGER reconciliations_immutable_columns BEFORE UPDATE ON reconciliations
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('compared_to');

CREATE TABLE reconciliation_differences (
  number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  rail text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('missing', 'unexpected', 'amount', 'twice')),
  key text NOT NULL,
  arrived boolean NOT NULL,
  ledger_amount bigint,
  rail_amount bigint,
  currency text NOT NULL,
  at timestamptz NOT NULL,
  found_at timestamptz NOT NULL,
  explained_at timestamptz,
  explained_by text,
  explanation text,
  -- A difference whose amounts change is another one, so that it is raised again although it was explained.
  CONSTRAINT reconciliation_differences_known
    UNIQUE NULLS NOT DISTINCT (rail, key, arrived, kind, ledger_amount, rail_amount, currency),
  CHECK ((ledger_amount IS NULL) = (kind = 'unexpected') AND (rail_amount IS NULL) = (kind = 'missing')),
  CHECK ((explained_at IS NULL) = (explained_by IS NULL) AND (explained_at IS NULL) = (explanation IS NULL))
);
CREATE INDEX reconciliation_differences_open ON reconciliation_differences (number) WHERE explained_at IS NULL;
CREATE TRIGGER reconciliation_differences_immutable_columns BEFORE UPDATE ON reconciliation_differences
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('explained_at', 'explained_by', 'explanation');

-- While a clearing account is compared with the book of its bank, the lines of both sides are kept here. The comparison
-- takes them out again part by part, so that none of its transactions is long: events wait for the oldest of all.
CREATE TABLE reconciliation_lines (
  comparison uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  arrived boolean NOT NULL,
  ledger_amount bigint,
  rail_amount bigint,
  currency text NOT NULL,
  at timestamptz NOT NULL,
  is_expected boolean,
  CHECK ((ledger_amount IS NULL) <> (rail_amount IS NULL)),
  CHECK ((ledger_amount IS NULL) = (is_expected IS NULL))
);
CREATE INDEX reconciliation_lines_key ON reconciliation_lines (comparison, key);
