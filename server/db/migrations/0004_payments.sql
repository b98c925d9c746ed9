-- What moves money, and what waits for a decision. Written by the engine alone, which has loaded and locked the
-- rows they point to: hence no foreign keys here (docs/data-model.md); `npm run audit` looks for dangling ones.

CREATE TABLE external_accounts (
  id uuid PRIMARY KEY,
  party_id uuid NOT NULL REFERENCES parties (id),
  bank_name text,
  account_name text,
  account_type text CHECK (account_type IN ('checking', 'savings')),
  last_four text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'active', 'disabled')),
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES users (id)
);
CREATE INDEX external_accounts_party_id ON external_accounts (party_id, id);

-- A payment is also its transaction: txn_X is the view of pay_X.
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('PROCESSING', 'PENDING_CLAIM', 'IN_REVIEW', 'COMPLETED', 'FAILED',
                                         'RETURNED', 'APPROVAL_DENIED', 'CANCELED')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  description text,
  -- Whose wallet pays, who is paid, and who asked for it (the payer, or a party it delegated to).
  payer_party_id uuid NOT NULL,
  payee_party_id uuid NOT NULL CHECK (payee_party_id <> payer_party_id),
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
  updated_at timestamptz NOT NULL
);
CREATE INDEX payments_payer ON payments (payer_party_id, id);
CREATE INDEX payments_payee ON payments (payee_party_id, id);
CREATE INDEX payments_initiator ON payments (initiator_party_id, id) WHERE initiator_party_id <> payer_party_id;

CREATE TABLE transfers (
  id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('deposit', 'withdrawal')),
  status text NOT NULL CHECK (status IN ('PROCESSING', 'IN_REVIEW', 'COMPLETED', 'FAILED', 'RETURNED',
                                         'APPROVAL_DENIED', 'CANCELED')),
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  description text,
  party_id uuid NOT NULL,
  wallet_id uuid NOT NULL,
  external_account_id uuid NOT NULL,
  expected_available_at timestamptz,
  submitted_at timestamptz NOT NULL,
  settled_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX transfers_party ON transfers (party_id, id);

CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'denied', 'canceled')),
  target_type text NOT NULL CHECK (target_type IN ('payment')),
  target_id uuid NOT NULL,
  -- Who owns the exceeded limits and so decides; payer and initiator both see it.
  decider_party_id uuid NOT NULL,
  payer_party_id uuid NOT NULL,
  payee_party_id uuid NOT NULL,
  initiator_party_id uuid NOT NULL,
  reasons json NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  resolved_at timestamptz,
  CHECK ((status = 'pending') = (resolved_at IS NULL)),
  UNIQUE (target_id, decider_party_id)
);
CREATE INDEX approvals_payer ON approvals (payer_party_id, status, id);
CREATE INDEX approvals_initiator ON approvals (initiator_party_id, status, id)
  WHERE initiator_party_id <> payer_party_id;
-- For a payee's counterparties: payments to it that wait for a decision are few.
CREATE INDEX approvals_payee ON approvals (payee_party_id) WHERE status = 'pending';

-- Who has paid whom at least once: the list of counterparties, read from either end.
CREATE TABLE counterparties (
  payer_party_id uuid NOT NULL,
  payee_party_id uuid NOT NULL,
  PRIMARY KEY (payer_party_id, payee_party_id)
);
CREATE INDEX counterparties_payee ON counterparties (payee_party_id, payer_party_id);
