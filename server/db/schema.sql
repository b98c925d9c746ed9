-- Written by `npm run db:dump`: the result of all migrations.

CREATE DOMAIN amount AS bigint CHECK (((VALUE >= 1) AND (VALUE <= '9007199254740991'::bigint)));

CREATE DOMAIN balance AS bigint CHECK (((VALUE >= '-9007199254740991'::bigint) AND (VALUE <= '9007199254740991'::bigint)));

CREATE DOMAIN currency AS text CHECK ((octet_length(VALUE) = 3));

CREATE DOMAIN movement_kind AS text CHECK ((VALUE = ANY (ARRAY['payment'::text, 'hold'::text, 'release'::text, 'deposit'::text, 'withdrawal'::text, 'return'::text, 'claim'::text, 'refund'::text, 'internal'::text, 'recovery'::text, 'fee'::text, 'fee_hold'::text, 'fee_release'::text, 'payout'::text])));

CREATE DOMAIN payment_status AS text CHECK ((VALUE = ANY (ARRAY['PROCESSING'::text, 'PENDING_CLAIM'::text, 'IN_REVIEW'::text, 'COMPLETED'::text, 'FAILED'::text, 'RETURNED'::text, 'APPROVAL_DENIED'::text, 'CANCELED'::text])));

CREATE DOMAIN wallet_place AS text CHECK ((VALUE = ANY (ARRAY['available'::text, 'held'::text])));

CREATE DOMAIN wallet_status AS text CHECK ((VALUE = ANY (ARRAY['active'::text, 'frozen'::text, 'closed'::text])));

CREATE TABLE agent_keys (
  id uuid NOT NULL,
  party_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  expires_at timestamp with time zone,
  CONSTRAINT agent_keys_hash_key UNIQUE (hash),
  CONSTRAINT agent_keys_pkey PRIMARY KEY (id),
  CONSTRAINT agent_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  CONSTRAINT agent_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT agent_keys_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT agent_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id),
  CONSTRAINT agent_keys_check CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
  CONSTRAINT agent_keys_hash_check CHECK ((length(hash) = 32))
);

CREATE TABLE agents (
  id uuid NOT NULL,
  party_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  status text NOT NULL,
  per_transaction bigint,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  updated_by uuid NOT NULL,
  per_day bigint,
  per_month bigint,
  tags json,
  rules json,
  wallet_ids uuid[],
  CONSTRAINT agents_pkey PRIMARY KEY (id),
  CONSTRAINT agents_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT agents_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT agents_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT agents_per_day_check CHECK (((per_day >= 1) AND (per_day <= '9007199254740991'::bigint))),
  CONSTRAINT agents_per_month_check CHECK (((per_month >= 1) AND (per_month <= '9007199254740991'::bigint))),
  CONSTRAINT agents_per_transaction_check CHECK (((per_transaction >= 1) AND (per_transaction <= '9007199254740991'::bigint))),
  CONSTRAINT agents_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text, 'REVOKED'::text]))),
  CONSTRAINT agents_wallet_ids_check CHECK (((cardinality(wallet_ids) >= 1) AND (cardinality(wallet_ids) <= 100)))
);

CREATE TABLE api_keys (
  id uuid NOT NULL,
  party_id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL,
  scopes text[] NOT NULL,
  environment text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  tags json,
  expires_at timestamp with time zone,
  signed_in_at timestamp with time zone,
  CONSTRAINT api_keys_hash_key UNIQUE (hash),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT api_keys_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT api_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id),
  CONSTRAINT api_keys_check CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
  CONSTRAINT api_keys_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'prod'::text]))),
  CONSTRAINT api_keys_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT api_keys_scopes_check CHECK ((cardinality(scopes) >= 1)),
  CONSTRAINT api_keys_session_expires CHECK (((signed_in_at IS NULL) OR (expires_at IS NOT NULL)))
);

CREATE TABLE approvals (
  id uuid NOT NULL,
  status text NOT NULL,
  target_type text NOT NULL,
  target_id uuid NOT NULL,
  decider_party_id uuid NOT NULL,
  payer_party_id uuid NOT NULL,
  payee_party_id uuid,
  initiator_party_id uuid NOT NULL,
  reasons json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  due_at timestamp with time zone,
  decided_by uuid,
  decision_reason text,
  announced_at timestamp with time zone,
  CONSTRAINT approvals_target_id_decider_party_id_key UNIQUE (target_id, decider_party_id),
  CONSTRAINT approvals_pkey PRIMARY KEY (id),
  CONSTRAINT approvals_check CHECK (((status = 'pending'::text) = (resolved_at IS NULL))),
  CONSTRAINT approvals_check1 CHECK (((target_type = 'payment'::text) OR (payee_party_id IS NULL))),
  CONSTRAINT approvals_check2 CHECK (((status = 'pending'::text) = (due_at IS NOT NULL))),
  CONSTRAINT approvals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'canceled'::text]))),
  CONSTRAINT approvals_target_type_check CHECK ((target_type = ANY (ARRAY['payment'::text, 'withdrawal'::text])))
);

CREATE TABLE audit_blocks (
  number bigint NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  lines_to bigint NOT NULL,
  payments_to uuid NOT NULL,
  line_ids uuid[] NOT NULL,
  line_hashes bytea[] NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_blocks_pkey PRIMARY KEY (number),
  CONSTRAINT audit_blocks_check CHECK ((cardinality(line_hashes) = cardinality(line_ids))),
  CONSTRAINT audit_blocks_hash_check CHECK ((octet_length(hash) = 32)),
  CONSTRAINT audit_blocks_number_check CHECK ((number > 0)),
  CONSTRAINT audit_blocks_previous_hash_check CHECK ((octet_length(previous_hash) = 32))
);

CREATE TABLE audit_lines (
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  request_id uuid,
  party_id uuid,
  user_id uuid,
  key_prefix text,
  agent_id uuid,
  instance_id text,
  action text NOT NULL,
  target_id uuid,
  decision text NOT NULL,
  reason text,
  count bigint NOT NULL DEFAULT 1,
  "position" bigint NOT NULL,
  CONSTRAINT audit_lines_pkey PRIMARY KEY (id),
  CONSTRAINT audit_lines_check CHECK (((party_id IS NULL) = (key_prefix IS NULL))),
  CONSTRAINT audit_lines_count_check CHECK ((count > 0)),
  CONSTRAINT audit_lines_decision_check CHECK ((decision = ANY (ARRAY['accepted'::text, 'refused'::text])))
);

CREATE TABLE authority_version (
  version bigint NOT NULL,
  singleton boolean NOT NULL DEFAULT true,
  CONSTRAINT authority_version_pkey PRIMARY KEY (singleton),
  CONSTRAINT authority_version_singleton_check CHECK (singleton)
);

CREATE TABLE claims (
  party_id uuid NOT NULL,
  expires_at timestamp with time zone,
  due_at timestamp with time zone,
  horizon xid8,
  created_at timestamp with time zone NOT NULL,
  token_salt bytea,
  token_hash bytea,
  CONSTRAINT claims_pkey PRIMARY KEY (party_id),
  CONSTRAINT claims_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT claims_token_check CHECK ((((token_hash IS NULL) = (expires_at IS NULL)) AND ((token_hash IS NULL) = (token_salt IS NULL))))
);

CREATE TABLE contact_verifications (
  id uuid NOT NULL,
  party_id uuid NOT NULL,
  kind text NOT NULL,
  value text NOT NULL,
  status text NOT NULL,
  token text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  CONSTRAINT contact_verifications_pkey PRIMARY KEY (id),
  CONSTRAINT contact_verifications_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT contact_verifications_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT contact_verifications_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text]))),
  CONSTRAINT contact_verifications_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'CLOSED'::text, 'EXPIRED'::text])))
);

CREATE TABLE contacts (
  kind text NOT NULL,
  value text NOT NULL,
  party_id uuid NOT NULL,
  verified_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT contacts_id_key UNIQUE (id),
  CONSTRAINT contacts_pkey PRIMARY KEY (kind, value),
  CONSTRAINT contacts_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT contacts_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text])))
);

CREATE TABLE counterparties (
  payer_party_id uuid NOT NULL,
  payee_party_id uuid NOT NULL,
  CONSTRAINT counterparties_pkey PRIMARY KEY (payer_party_id, payee_party_id)
);

CREATE TABLE customer_invitations (
  id uuid NOT NULL,
  party_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  recipient_type text NOT NULL,
  recipient_value text NOT NULL,
  customer_party_id uuid,
  status text NOT NULL,
  permissions text[] NOT NULL,
  per_transaction bigint,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  tags json,
  link_token text,
  answer_token text,
  CONSTRAINT customer_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT customer_invitations_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  CONSTRAINT customer_invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT customer_invitations_customer_party_id_fkey FOREIGN KEY (customer_party_id) REFERENCES parties(id),
  CONSTRAINT customer_invitations_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT customer_invitations_per_transaction_check CHECK (((per_transaction >= 1) AND (per_transaction <= '9007199254740991'::bigint))),
  CONSTRAINT customer_invitations_permissions_check CHECK ((cardinality(permissions) >= 1)),
  CONSTRAINT customer_invitations_recipient_type_check CHECK ((recipient_type = ANY (ARRAY['email'::text, 'phone'::text, 'party_id'::text]))),
  CONSTRAINT customer_invitations_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'DECLINED'::text, 'CANCELED'::text, 'EXPIRED'::text])))
);

CREATE TABLE delegation_grants (
  delegation_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  status text NOT NULL,
  permissions text[] NOT NULL,
  per_transaction bigint,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  rules json,
  CONSTRAINT delegation_grants_pkey PRIMARY KEY (delegation_id, agent_id),
  CONSTRAINT delegation_grants_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  CONSTRAINT delegation_grants_delegation_id_fkey FOREIGN KEY (delegation_id) REFERENCES delegations(id),
  CONSTRAINT delegation_grants_per_transaction_check CHECK (((per_transaction >= 1) AND (per_transaction <= '9007199254740991'::bigint))),
  CONSTRAINT delegation_grants_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'REVOKED'::text])))
);

CREATE TABLE delegations (
  id uuid NOT NULL,
  customer_party_id uuid NOT NULL,
  party_id uuid NOT NULL,
  status text NOT NULL,
  permissions text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT delegations_customer_party_id_party_id_key UNIQUE (customer_party_id, party_id),
  CONSTRAINT delegations_pkey PRIMARY KEY (id),
  CONSTRAINT delegations_customer_party_id_fkey FOREIGN KEY (customer_party_id) REFERENCES parties(id),
  CONSTRAINT delegations_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT delegations_check CHECK ((customer_party_id <> party_id)),
  CONSTRAINT delegations_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text, 'REVOKED'::text])))
);

CREATE TABLE event_lines (
  id uuid NOT NULL,
  resource text NOT NULL,
  resource_id uuid NOT NULL,
  from_status text,
  to_status text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  snapshot jsonb,
  number bigint NOT NULL,
  CONSTRAINT event_lines_pkey PRIMARY KEY (id)
);

CREATE TABLE event_parties (
  party_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  resource_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT event_parties_pkey PRIMARY KEY (party_id, id)
);

CREATE TABLE event_watermarks (
  singleton boolean NOT NULL DEFAULT true,
  announced_to uuid NOT NULL,
  complete_to uuid NOT NULL,
  barrier xid8,
  CONSTRAINT event_watermarks_pkey PRIMARY KEY (singleton),
  CONSTRAINT event_watermarks_check CHECK ((announced_to >= complete_to)),
  CONSTRAINT event_watermarks_singleton_check CHECK (singleton)
);

CREATE TABLE external_accounts (
  id uuid NOT NULL,
  party_id uuid NOT NULL,
  bank_name text,
  account_name text,
  account_type text,
  last_four text NOT NULL,
  status text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  tags json,
  secret_id text,
  sealed_number bytea,
  sealed_amounts bytea,
  number_digest bytea,
  wrong_guesses smallint NOT NULL DEFAULT 0,
  CONSTRAINT external_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT external_accounts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT external_accounts_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT external_accounts_account_type_check CHECK ((account_type = ANY (ARRAY['checking'::text, 'savings'::text]))),
  CONSTRAINT external_accounts_number_digest_check CHECK ((length(number_digest) = 32)),
  CONSTRAINT external_accounts_sealed_check CHECK ((((sealed_number IS NULL) = (secret_id IS NULL)) AND ((sealed_amounts IS NULL) OR ((sealed_number IS NOT NULL) AND (status = 'pending'::text))) AND ((sealed_number IS NULL) OR ((number_digest IS NOT NULL) AND (status <> 'disabled'::text))))),
  CONSTRAINT external_accounts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'disabled'::text]))),
  CONSTRAINT external_accounts_wrong_guesses_check CHECK (((wrong_guesses >= 0) AND (wrong_guesses <= 5)))
);

CREATE TABLE fee_payouts (
  id uuid NOT NULL,
  amount amount NOT NULL,
  currency currency NOT NULL,
  reference text NOT NULL,
  operator text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT fee_payouts_reference_key UNIQUE (reference),
  CONSTRAINT fee_payouts_pkey PRIMARY KEY (id),
  CONSTRAINT fee_payouts_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 128)))
);

CREATE TABLE idempotency_keys (
  party_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  status smallint NOT NULL,
  body text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (party_id, key, route),
  CONSTRAINT idempotency_keys_fingerprint_check CHECK ((length(fingerprint) = 32)),
  CONSTRAINT idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);

CREATE TABLE installation (
  singleton boolean NOT NULL DEFAULT true,
  environment text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  clock_offset_ms bigint NOT NULL DEFAULT 0,
  fees json,
  CONSTRAINT installation_pkey PRIMARY KEY (singleton),
  CONSTRAINT installation_check CHECK (((clock_offset_ms >= 0) AND ((environment = 'sandbox'::text) OR (clock_offset_ms = 0)))),
  CONSTRAINT installation_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'prod'::text]))),
  CONSTRAINT installation_singleton_check CHECK (singleton)
);

CREATE TABLE known_payees (
  agent_id uuid NOT NULL,
  owner_party_id uuid NOT NULL,
  payee_party_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  CONSTRAINT known_payees_pkey PRIMARY KEY (agent_id, owner_party_id, payee_party_id)
);

CREATE TABLE limit_counters (
  owner_id uuid NOT NULL,
  day date NOT NULL,
  spent_in_day bigint NOT NULL,
  spent_in_month bigint NOT NULL,
  CONSTRAINT limit_counters_pkey PRIMARY KEY (owner_id),
  CONSTRAINT limit_counters_spent_in_day_check CHECK ((spent_in_day >= 0)),
  CONSTRAINT limit_counters_spent_in_month_check CHECK ((spent_in_month >= 0))
);

CREATE TABLE mails (
  id uuid NOT NULL,
  party_id uuid,
  kind text NOT NULL,
  resource_id uuid NOT NULL,
  recipient text NOT NULL,
  status text NOT NULL,
  subject text,
  body text,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  due_at timestamp with time zone,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  html text,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_check CHECK (((status = 'PENDING'::text) = (due_at IS NOT NULL))),
  CONSTRAINT mails_check1 CHECK (((status = 'SENT'::text) = (sent_at IS NOT NULL))),
  CONSTRAINT mails_kind_check CHECK ((kind = ANY (ARRAY['customerInvitation'::text, 'partyInvitation'::text, 'paymentRequest'::text, 'claim'::text, 'contactVerification'::text, 'signIn'::text, 'webhookDisabled'::text, 'approval'::text]))),
  CONSTRAINT mails_party_check CHECK (((party_id IS NULL) = (kind = 'signIn'::text))),
  CONSTRAINT mails_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'FAILED'::text, 'DROPPED'::text]))),
  CONSTRAINT mails_subject_check CHECK (((status <> 'SENT'::text) OR (subject IS NOT NULL)))
);

CREATE TABLE members (
  party_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT members_id_key UNIQUE (id),
  CONSTRAINT members_pkey PRIMARY KEY (party_id, user_id),
  CONSTRAINT members_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT members_role_check CHECK ((role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'MEMBER'::text])))
);

CREATE TABLE movements (
  transaction_id uuid NOT NULL,
  step smallint NOT NULL,
  kind movement_kind NOT NULL,
  source_wallet_id uuid NOT NULL,
  source_place wallet_place NOT NULL,
  destination_wallet_id uuid NOT NULL,
  destination_place wallet_place NOT NULL,
  amount amount NOT NULL,
  currency currency NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT movements_pkey PRIMARY KEY (transaction_id, step),
  CONSTRAINT movements_check CHECK (((source_wallet_id <> destination_wallet_id) OR ((source_place)::text <> (destination_place)::text))),
  CONSTRAINT movements_step_check CHECK ((step >= 1))
);

CREATE TABLE operator_deposits (
  party_id uuid NOT NULL,
  reference text NOT NULL,
  transfer_id uuid NOT NULL,
  operator text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT operator_deposits_transfer_id_key UNIQUE (transfer_id),
  CONSTRAINT operator_deposits_pkey PRIMARY KEY (party_id, reference),
  CONSTRAINT operator_deposits_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT operator_deposits_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 128)))
);

CREATE TABLE paired_parties (
  party_id uuid NOT NULL,
  paired_to uuid NOT NULL,
  CONSTRAINT paired_parties_pkey PRIMARY KEY (party_id),
  CONSTRAINT paired_parties_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id)
);

CREATE TABLE parties (
  id uuid NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  name text NOT NULL,
  email text,
  default_currency text NOT NULL DEFAULT 'USD'::text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  per_transaction bigint,
  per_day bigint,
  per_month bigint,
  limits_updated_at timestamp with time zone,
  CONSTRAINT parties_pkey PRIMARY KEY (id),
  CONSTRAINT parties_default_currency_check CHECK ((default_currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT parties_per_day_check CHECK (((per_day >= 1) AND (per_day <= '9007199254740991'::bigint))),
  CONSTRAINT parties_per_month_check CHECK (((per_month >= 1) AND (per_month <= '9007199254740991'::bigint))),
  CONSTRAINT parties_per_transaction_check CHECK (((per_transaction >= 1) AND (per_transaction <= '9007199254740991'::bigint))),
  CONSTRAINT parties_status_check CHECK ((status = ANY (ARRAY['PROVISIONAL'::text, 'ACTIVE'::text, 'FROZEN'::text]))),
  CONSTRAINT parties_type_check CHECK ((type = ANY (ARRAY['PERSON'::text, 'ORG'::text])))
);

CREATE TABLE party_invitations (
  id uuid NOT NULL,
  party_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  status text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  tags json,
  answer_token text,
  CONSTRAINT party_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT party_invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT party_invitations_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT party_invitations_check CHECK (((status = 'ACCEPTED'::text) = (accepted_at IS NOT NULL))),
  CONSTRAINT party_invitations_role_check CHECK ((role = ANY (ARRAY['MEMBER'::text, 'ADMIN'::text]))),
  CONSTRAINT party_invitations_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'DECLINED'::text, 'REVOKED'::text, 'EXPIRED'::text])))
);

CREATE TABLE payment_requests (
  id uuid NOT NULL,
  party_id uuid NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  description text,
  payer_name text,
  payer_identifier_type text NOT NULL,
  payer_identifier text NOT NULL,
  payer_party_id uuid,
  payment_id uuid,
  link_token text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  agent_id uuid,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  tags json,
  wallet_id uuid,
  addressee text NOT NULL,
  CONSTRAINT payment_requests_link_token_key UNIQUE (link_token),
  CONSTRAINT payment_requests_payment_id_key UNIQUE (payment_id),
  CONSTRAINT payment_requests_pkey PRIMARY KEY (id),
  CONSTRAINT payment_requests_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id),
  CONSTRAINT payment_requests_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT payment_requests_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT payment_requests_payer_party_id_fkey FOREIGN KEY (payer_party_id) REFERENCES parties(id),
  CONSTRAINT payment_requests_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallets(id),
  CONSTRAINT payment_requests_amount_check CHECK (((amount >= 1) AND (amount <= '9007199254740991'::bigint))),
  CONSTRAINT payment_requests_check CHECK (((status = ANY (ARRAY['PROCESSING'::text, 'COMPLETED'::text])) = (payment_id IS NOT NULL))),
  CONSTRAINT payment_requests_check1 CHECK (((payment_id IS NULL) = (payer_party_id IS NULL))),
  CONSTRAINT payment_requests_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT payment_requests_link_token_check CHECK ((length(link_token) >= 22)),
  CONSTRAINT payment_requests_payer_identifier_type_check CHECK ((payer_identifier_type = ANY (ARRAY['email'::text, 'phone'::text, 'party_id'::text, 'agent_id'::text]))),
  CONSTRAINT payment_requests_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'CANCELED'::text, 'DECLINED'::text, 'EXPIRED'::text])))
);

CREATE TABLE payment_watermarks (
  paired_to uuid NOT NULL,
  complete_to uuid NOT NULL,
  announced_to uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  singleton boolean NOT NULL DEFAULT true,
  lines_announced_to bigint NOT NULL DEFAULT 0,
  lines_complete_to bigint NOT NULL DEFAULT 0,
  announced_xid xid8 NOT NULL DEFAULT '0'::xid8,
  CONSTRAINT payment_watermarks_pkey PRIMARY KEY (singleton),
  CONSTRAINT payment_watermarks_check CHECK ((complete_to >= paired_to)),
  CONSTRAINT payment_watermarks_check1 CHECK ((announced_to >= complete_to)),
  CONSTRAINT payment_watermarks_lines_check CHECK ((lines_announced_to >= lines_complete_to)),
  CONSTRAINT payment_watermarks_singleton_check CHECK (singleton)
);

CREATE TABLE payments (
  id uuid NOT NULL,
  status payment_status NOT NULL,
  amount amount NOT NULL,
  currency currency NOT NULL,
  description text,
  payer_party_id uuid NOT NULL,
  payee_party_id uuid,
  initiator_party_id uuid NOT NULL,
  payer_wallet_id uuid,
  payee_wallet_id uuid,
  agent_id uuid,
  recipient_agent_id uuid,
  payment_request_id uuid,
  credential_id uuid NOT NULL,
  user_id uuid NOT NULL,
  instance_id text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  due_at timestamp with time zone,
  request_id uuid,
  key_digest uuid,
  fingerprint bytea,
  reviewed boolean NOT NULL DEFAULT false,
  recipient_address text,
  tags json,
  refunded_amount bigint,
  fee bigint,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_check CHECK ((payee_party_id <> payer_party_id)),
  CONSTRAINT payments_fee_check CHECK (((fee >= 1) AND (fee <= '9007199254740991'::bigint))),
  CONSTRAINT payments_key_check CHECK (((key_digest IS NULL) = (fingerprint IS NULL))),
  CONSTRAINT payments_payee_check CHECK (((payee_party_id IS NOT NULL) OR ((recipient_address IS NOT NULL) AND reviewed AND (accepted_at IS NULL)))),
  CONSTRAINT payments_refunded_amount_check CHECK (((refunded_amount >= 1) AND (refunded_amount <= (amount)::bigint)))
);

CREATE TABLE rail_orders (
  transfer_id uuid NOT NULL,
  rail text NOT NULL,
  outbound_key text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  cancel_requested_at timestamp with time zone,
  due_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  bank_name text,
  account_name text,
  account_type text,
  secret_id text,
  sealed_number bytea,
  reference text,
  CONSTRAINT rail_orders_outbound_key_key UNIQUE (outbound_key),
  CONSTRAINT rail_orders_pkey PRIMARY KEY (transfer_id),
  CONSTRAINT rail_orders_account_check CHECK ((((sealed_number IS NULL) = (secret_id IS NULL)) AND ((state = ANY (ARRAY['waiting'::text, 'unknown'::text, 'taken'::text])) OR (COALESCE(bank_name, account_name, account_type, secret_id) IS NULL)))),
  CONSTRAINT rail_orders_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 128))),
  CONSTRAINT rail_orders_sent_check CHECK (((rail <> 'manual'::text) OR (state <> 'taken'::text) OR (reference IS NOT NULL))),
  CONSTRAINT rail_orders_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'unknown'::text, 'taken'::text, 'withdrawn'::text, 'ended'::text])))
);

CREATE TABLE recent_purchases (
  content uuid NOT NULL,
  payee uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  payment_id uuid NOT NULL,
  CONSTRAINT recent_purchases_pkey PRIMARY KEY (content, payee, at, payment_id)
);

CREATE TABLE reconciliation_differences (
  number bigint NOT NULL,
  rail text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  arrived boolean NOT NULL,
  ledger_amount bigint,
  rail_amount bigint,
  currency text NOT NULL,
  at timestamp with time zone NOT NULL,
  found_at timestamp with time zone NOT NULL,
  explained_at timestamp with time zone,
  explained_by text,
  explanation text,
  CONSTRAINT reconciliation_differences_known UNIQUE NULLS NOT DISTINCT (rail, key, arrived, kind, ledger_amount, rail_amount, currency),
  CONSTRAINT reconciliation_differences_pkey PRIMARY KEY (number),
  CONSTRAINT reconciliation_differences_check CHECK ((((ledger_amount IS NULL) = (kind = 'unexpected'::text)) AND ((rail_amount IS NULL) = (kind = 'missing'::text)))),
  CONSTRAINT reconciliation_differences_check1 CHECK ((((explained_at IS NULL) = (explained_by IS NULL)) AND ((explained_at IS NULL) = (explanation IS NULL)))),
  CONSTRAINT reconciliation_differences_kind_check CHECK ((kind = ANY (ARRAY['missing'::text, 'unexpected'::text, 'amount'::text, 'twice'::text])))
);

CREATE TABLE reconciliation_lines (
  comparison uuid NOT NULL,
  key text NOT NULL,
  arrived boolean NOT NULL,
  ledger_amount bigint,
  rail_amount bigint,
  currency text NOT NULL,
  at timestamp with time zone NOT NULL,
  is_expected boolean,
  CONSTRAINT reconciliation_lines_check CHECK (((ledger_amount IS NULL) <> (rail_amount IS NULL))),
  CONSTRAINT reconciliation_lines_check1 CHECK (((ledger_amount IS NULL) = (is_expected IS NULL)))
);

CREATE TABLE reconciliations (
  rail text NOT NULL,
  compared_to timestamp with time zone NOT NULL,
  CONSTRAINT reconciliations_pkey PRIMARY KEY (rail)
);

CREATE TABLE refunds (
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount amount NOT NULL,
  currency currency NOT NULL,
  description text,
  party_id uuid NOT NULL,
  receiver_party_id uuid NOT NULL,
  source_wallet_id uuid NOT NULL,
  destination_wallet_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  user_id uuid NOT NULL,
  instance_id text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_check CHECK ((party_id <> receiver_party_id))
);

CREATE TABLE refused_reports (
  rail text NOT NULL,
  report_id text NOT NULL,
  key text NOT NULL,
  kind text NOT NULL,
  code text,
  reason text,
  refusal text NOT NULL,
  refused_at timestamp with time zone NOT NULL,
  tried_at timestamp with time zone NOT NULL,
  stored_at timestamp with time zone,
  CONSTRAINT refused_reports_pkey PRIMARY KEY (rail, report_id),
  CONSTRAINT refused_reports_kind_check CHECK ((kind = ANY (ARRAY['completed'::text, 'canceled'::text, 'failed'::text, 'returned'::text])))
);

CREATE TABLE rule_counters (
  agent_id uuid NOT NULL,
  owner_party_id uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  hour timestamp with time zone NOT NULL,
  payments_in_hour bigint NOT NULL,
  payments_in_day bigint NOT NULL,
  CONSTRAINT rule_counters_pkey PRIMARY KEY (agent_id, owner_party_id),
  CONSTRAINT rule_counters_check CHECK ((payments_in_day >= payments_in_hour)),
  CONSTRAINT rule_counters_payments_in_hour_check CHECK ((payments_in_hour >= 0))
);

CREATE TABLE sandbox_bank_orders (
  outbound_key text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  direction text NOT NULL DEFAULT 'credit'::text,
  CONSTRAINT sandbox_bank_orders_pkey PRIMARY KEY (outbound_key),
  CONSTRAINT sandbox_bank_orders_direction_check CHECK ((direction = ANY (ARRAY['credit'::text, 'debit'::text])))
);

CREATE TABLE sandbox_bank_outcomes (
  id bigint NOT NULL,
  outbound_key text NOT NULL,
  kind text NOT NULL,
  code text,
  reason text,
  due_at timestamp with time zone NOT NULL,
  acknowledged_at timestamp with time zone,
  reported_at timestamp with time zone,
  CONSTRAINT sandbox_bank_outcomes_pkey PRIMARY KEY (id),
  CONSTRAINT sandbox_bank_outcomes_outbound_key_fkey FOREIGN KEY (outbound_key) REFERENCES sandbox_bank_orders(outbound_key),
  CONSTRAINT sandbox_bank_outcomes_kind_check CHECK ((kind = ANY (ARRAY['completed'::text, 'failed'::text, 'returned'::text, 'canceled'::text])))
);

CREATE TABLE schema_migrations (
  version integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (version)
);

CREATE TABLE sign_in_links (
  id uuid NOT NULL,
  email text NOT NULL,
  return_to text NOT NULL,
  token_hash bytea,
  created_at timestamp with time zone NOT NULL,
  minute timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT sign_in_links_email_minute_key UNIQUE (email, minute),
  CONSTRAINT sign_in_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sign_in_links_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_links_check CHECK (((used_at IS NULL) OR (token_hash IS NOT NULL))),
  CONSTRAINT sign_in_links_token_hash_check CHECK ((length(token_hash) = 32))
);

CREATE TABLE tagged_resources (
  party_id uuid NOT NULL,
  resource text NOT NULL,
  name text NOT NULL,
  value text NOT NULL,
  resource_id uuid NOT NULL,
  CONSTRAINT tagged_resources_pkey PRIMARY KEY (party_id, resource, name, value, resource_id),
  CONSTRAINT tagged_resources_resource_check CHECK ((resource = ANY (ARRAY['payment'::text, 'transfer'::text, 'paymentRequest'::text, 'invitation'::text])))
);

CREATE TABLE transfers (
  id uuid NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  description text,
  party_id uuid NOT NULL,
  wallet_id uuid NOT NULL,
  external_account_id uuid,
  expected_available_at timestamp with time zone,
  submitted_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  external_account_mask text NOT NULL DEFAULT ''::text,
  accepted_at timestamp with time zone,
  failure_code text,
  failure_reason text,
  return_code text,
  return_reason text,
  returned_at timestamp with time zone,
  agent_id uuid,
  credential_id uuid,
  user_id uuid,
  instance_id text,
  tags json,
  destination_wallet_id uuid,
  fee bigint,
  payment_id uuid,
  CONSTRAINT transfers_pkey PRIMARY KEY (id),
  CONSTRAINT transfers_amount_check CHECK (((amount >= 1) AND (amount <= '9007199254740991'::bigint))),
  CONSTRAINT transfers_check CHECK ((((failure_code IS NULL) = (failure_reason IS NULL)) AND ((failure_code IS NULL) OR (status = 'FAILED'::text)))),
  CONSTRAINT transfers_check1 CHECK ((((status = 'RETURNED'::text) = (returned_at IS NOT NULL)) AND ((returned_at IS NULL) = (return_code IS NULL)))),
  CONSTRAINT transfers_check2 CHECK (((type = 'deposit'::text) OR (user_id IS NOT NULL))),
  CONSTRAINT transfers_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT transfers_ends_check CHECK ((((type = 'internal'::text) = (destination_wallet_id IS NOT NULL)) AND ((type = 'internal'::text) = (external_account_id IS NULL)) AND (destination_wallet_id <> wallet_id))),
  CONSTRAINT transfers_fee_check CHECK (((fee IS NULL) OR ((type = 'withdrawal'::text) AND ((fee >= 1) AND (fee <= '9007199254740991'::bigint))))),
  CONSTRAINT transfers_payment_id_check CHECK (((payment_id IS NULL) OR (type = 'deposit'::text))),
  CONSTRAINT transfers_status_check CHECK ((status = ANY (ARRAY['PROCESSING'::text, 'IN_REVIEW'::text, 'COMPLETED'::text, 'FAILED'::text, 'RETURNED'::text, 'APPROVAL_DENIED'::text, 'CANCELED'::text]))),
  CONSTRAINT transfers_type_check CHECK ((type = ANY (ARRAY['deposit'::text, 'withdrawal'::text, 'internal'::text])))
);

CREATE TABLE users (
  id uuid NOT NULL,
  name text NOT NULL,
  email text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE TABLE wallets (
  id uuid NOT NULL,
  party_id uuid,
  rail text,
  currency currency NOT NULL,
  status wallet_status NOT NULL DEFAULT 'active'::text,
  is_default boolean NOT NULL DEFAULT false,
  opened_on_demand boolean NOT NULL DEFAULT false,
  posted balance NOT NULL DEFAULT 0,
  held balance NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  display_name text,
  tags json,
  updated_at timestamp with time zone,
  is_receivable boolean NOT NULL DEFAULT false,
  CONSTRAINT wallets_pkey PRIMARY KEY (id),
  CONSTRAINT wallets_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT wallets_available_not_negative CHECK (((party_id IS NULL) OR is_receivable OR (((posted)::bigint - (held)::bigint) >= 0))),
  CONSTRAINT wallets_check CHECK (((party_id IS NULL) <> (rail IS NULL))),
  CONSTRAINT wallets_fees_check CHECK (((rail IS DISTINCT FROM 'fees'::text) OR ((posted)::bigint >= 0))),
  CONSTRAINT wallets_held_check CHECK (((held)::bigint >= 0)),
  CONSTRAINT wallets_receivable_check CHECK (((NOT is_receivable) OR ((party_id IS NOT NULL) AND ((status)::text = 'active'::text) AND (NOT is_default) AND (NOT opened_on_demand) AND ((posted)::bigint <= 0) AND ((held)::bigint = 0))))
);

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  attempt integer NOT NULL,
  status text NOT NULL,
  url text NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  response_status smallint,
  response_body text,
  error text,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (webhook_id, id),
  CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['DELIVERED'::text, 'FAILED'::text])))
);

CREATE TABLE webhook_progress (
  webhook_id uuid NOT NULL,
  sent_to uuid NOT NULL,
  failing_since timestamp with time zone,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  CONSTRAINT webhook_progress_pkey PRIMARY KEY (webhook_id)
);

CREATE TABLE webhook_retries (
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone,
  asked integer NOT NULL DEFAULT 0,
  test_body text,
  CONSTRAINT webhook_retries_pkey PRIMARY KEY (webhook_id, event_id)
);

CREATE TABLE webhook_servers (
  id uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT webhook_servers_pkey PRIMARY KEY (id)
);

CREATE TABLE webhooks (
  id uuid NOT NULL,
  party_id uuid NOT NULL,
  url text NOT NULL,
  enabled_events text[] NOT NULL,
  description text,
  tags json,
  status text NOT NULL,
  disabled_reason text,
  secret_id text NOT NULL,
  sealed_secret bytea NOT NULL,
  previous_secret_id text,
  sealed_previous_secret bytea,
  previous_expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT webhooks_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT webhooks_check CHECK (((previous_secret_id IS NULL) = (sealed_previous_secret IS NULL))),
  CONSTRAINT webhooks_check1 CHECK (((previous_secret_id IS NULL) = (previous_expires_at IS NULL))),
  CONSTRAINT webhooks_check2 CHECK (((disabled_reason IS NULL) OR (status = 'DISABLED'::text))),
  CONSTRAINT webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['FAILING'::text, 'GONE'::text]))),
  CONSTRAINT webhooks_enabled_events_check CHECK ((cardinality(enabled_events) >= 1)),
  CONSTRAINT webhooks_status_check CHECK ((status = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text]))),
  CONSTRAINT webhooks_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048)))
);

CREATE INDEX agent_keys_agent_id ON public.agent_keys USING btree (agent_id, id);

CREATE INDEX agent_keys_party_id ON public.agent_keys USING btree (party_id, id);

CREATE INDEX agents_party_id ON public.agents USING btree (party_id, id);

CREATE INDEX agents_status ON public.agents USING btree (party_id, status, id);

CREATE INDEX api_keys_browser_sessions ON public.api_keys USING btree (created_by, id) WHERE (signed_in_at IS NOT NULL);

CREATE INDEX api_keys_listed ON public.api_keys USING btree (party_id, id) WHERE (signed_in_at IS NULL);

CREATE INDEX api_keys_party_id ON public.api_keys USING btree (party_id, id);

CREATE INDEX approvals_due_at ON public.approvals USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX approvals_initiator ON public.approvals USING btree (initiator_party_id, status, id) WHERE (initiator_party_id <> payer_party_id);

CREATE INDEX approvals_payer ON public.approvals USING btree (payer_party_id, status, id);

CREATE INDEX approvals_to_announce ON public.approvals USING btree (id) WHERE ((announced_at IS NULL) AND (status = 'pending'::text));

CREATE INDEX audit_lines_agent_id ON public.audit_lines USING btree (agent_id, id) WHERE (agent_id IS NOT NULL);

CREATE INDEX audit_lines_instance_id ON public.audit_lines USING btree (party_id, hashtextextended(instance_id, (0)::bigint), id) WHERE (instance_id IS NOT NULL);

CREATE INDEX audit_lines_party_id ON public.audit_lines USING btree (party_id, id) WHERE (party_id IS NOT NULL);

CREATE UNIQUE INDEX audit_lines_position ON public.audit_lines USING btree ("position");

CREATE INDEX audit_lines_target_id ON public.audit_lines USING btree (target_id, id) WHERE (target_id IS NOT NULL);

CREATE INDEX claims_due_at ON public.claims USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX claims_token_hash ON public.claims USING btree (token_hash);

CREATE INDEX contact_verifications_address ON public.contact_verifications USING btree (party_id, kind, value, expires_at);

CREATE INDEX contact_verifications_expires_at ON public.contact_verifications USING btree (expires_at) WHERE (status = 'PENDING'::text);

CREATE UNIQUE INDEX contact_verifications_pending ON public.contact_verifications USING btree (party_id, kind, value) WHERE (status = 'PENDING'::text);

CREATE INDEX contacts_party_id ON public.contacts USING btree (party_id);

CREATE INDEX counterparties_payee ON public.counterparties USING btree (payee_party_id, payer_party_id);

CREATE INDEX customer_invitations_agent_id ON public.customer_invitations USING btree (agent_id, status, id);

CREATE UNIQUE INDEX customer_invitations_answer_token ON public.customer_invitations USING btree (answer_token);

CREATE INDEX customer_invitations_expires_at ON public.customer_invitations USING btree (expires_at) WHERE (status = 'PENDING'::text);

CREATE UNIQUE INDEX customer_invitations_link_token ON public.customer_invitations USING btree (link_token);

CREATE INDEX customer_invitations_party_id ON public.customer_invitations USING btree (party_id, status, id);

CREATE INDEX customer_invitations_party_recipient ON public.customer_invitations USING btree (party_id, recipient_value, status, id);

CREATE UNIQUE INDEX customer_invitations_pending ON public.customer_invitations USING btree (agent_id, recipient_type, recipient_value) WHERE (status = 'PENDING'::text);

CREATE INDEX customer_invitations_recipient ON public.customer_invitations USING btree (recipient_value, status, id);

CREATE INDEX delegation_grants_agent_id ON public.delegation_grants USING btree (agent_id, status, delegation_id);

CREATE INDEX delegation_grants_due_at ON public.delegation_grants USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX delegations_customer_party_id ON public.delegations USING btree (customer_party_id, status, id);

CREATE INDEX delegations_party_id ON public.delegations USING btree (party_id, status, id);

CREATE INDEX external_accounts_guessed ON public.external_accounts USING btree (party_id, number_digest) WHERE ((status = 'disabled'::text) AND (wrong_guesses > 0));

CREATE UNIQUE INDEX external_accounts_linked ON public.external_accounts USING btree (party_id, number_digest) WHERE (status <> 'disabled'::text);

CREATE INDEX external_accounts_party_id ON public.external_accounts USING btree (party_id, id);

CREATE INDEX external_accounts_status ON public.external_accounts USING btree (party_id, status, id);

CREATE INDEX idempotency_keys_created_at ON public.idempotency_keys USING btree (created_at);

CREATE INDEX mails_approval ON public.mails USING btree (party_id, created_at) WHERE (kind = 'approval'::text);

CREATE INDEX mails_created_at ON public.mails USING brin (created_at);

CREATE INDEX mails_due_at ON public.mails USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX mails_party_id ON public.mails USING btree (party_id, id);

CREATE INDEX mails_sign_in ON public.mails USING btree (resource_id) WHERE (kind = 'signIn'::text);

CREATE INDEX members_user_id ON public.members USING btree (user_id);

CREATE INDEX movements_destination ON public.movements USING btree (destination_wallet_id, created_at) WHERE (((kind)::text <> 'payment'::text) AND (source_wallet_id <> destination_wallet_id));

CREATE INDEX movements_source ON public.movements USING btree (source_wallet_id, created_at) WHERE (((kind)::text <> 'payment'::text) AND (source_wallet_id <> destination_wallet_id));

CREATE UNIQUE INDEX party_invitations_answer_token ON public.party_invitations USING btree (answer_token);

CREATE INDEX party_invitations_email ON public.party_invitations USING btree (party_id, email, id);

CREATE INDEX party_invitations_expires_at ON public.party_invitations USING btree (expires_at) WHERE (status = 'PENDING'::text);

CREATE INDEX party_invitations_party_id ON public.party_invitations USING btree (party_id, status, id);

CREATE UNIQUE INDEX party_invitations_pending ON public.party_invitations USING btree (party_id, email) WHERE (status = 'PENDING'::text);

CREATE INDEX payment_requests_addressee ON public.payment_requests USING btree (addressee, status, id);

CREATE INDEX payment_requests_expires_at ON public.payment_requests USING btree (expires_at) WHERE (status = 'OPEN'::text);

CREATE INDEX payment_requests_party_id ON public.payment_requests USING btree (party_id, id);

CREATE INDEX payments_accepted_at ON public.payments USING brin (accepted_at);

CREATE INDEX payments_agent_id ON public.payments USING btree (agent_id, id) WHERE (agent_id IS NOT NULL);

CREATE INDEX payments_claimable ON public.payments USING btree (payee_party_id, id) WHERE ((status)::text = 'PENDING_CLAIM'::text);

CREATE INDEX payments_due_at ON public.payments USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX payments_initiator ON public.payments USING btree (initiator_party_id, id) WHERE (initiator_party_id <> payer_party_id);

CREATE INDEX payments_instance_id ON public.payments USING btree (initiator_party_id, hashtextextended(instance_id, (0)::bigint), id) WHERE (instance_id IS NOT NULL);

CREATE UNIQUE INDEX payments_key ON public.payments USING btree (key_digest) WHERE (key_digest IS NOT NULL);

CREATE INDEX payments_payee ON public.payments USING btree (payee_party_id, id) WHERE (accepted_at IS NOT NULL);

CREATE INDEX payments_payer ON public.payments USING btree (payer_party_id, id);

CREATE INDEX payments_unclaimed ON public.payments USING btree (payer_party_id, id) WHERE ((status)::text = 'PENDING_CLAIM'::text);

CREATE INDEX rail_orders_due_at ON public.rail_orders USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX rail_orders_open ON public.rail_orders USING btree (rail, transfer_id) WHERE (state = ANY (ARRAY['waiting'::text, 'unknown'::text, 'taken'::text]));

CREATE INDEX recent_purchases_at ON public.recent_purchases USING brin (at);

CREATE INDEX reconciliation_differences_open ON public.reconciliation_differences USING btree (number) WHERE (explained_at IS NULL);

CREATE INDEX reconciliation_lines_key ON public.reconciliation_lines USING btree (comparison, key);

CREATE INDEX refunds_party_id ON public.refunds USING btree (party_id, id);

CREATE INDEX refunds_receiver_party_id ON public.refunds USING btree (receiver_party_id, id);

CREATE INDEX refused_reports_open ON public.refused_reports USING btree (tried_at) WHERE (stored_at IS NULL);

CREATE INDEX sandbox_bank_outcomes_book ON public.sandbox_bank_outcomes USING btree (due_at, outbound_key) WHERE (kind = ANY (ARRAY['completed'::text, 'returned'::text]));

CREATE INDEX sandbox_bank_outcomes_due ON public.sandbox_bank_outcomes USING btree (due_at, id) WHERE (acknowledged_at IS NULL);

CREATE INDEX sandbox_bank_outcomes_key ON public.sandbox_bank_outcomes USING btree (outbound_key);

CREATE INDEX sign_in_links_expires_at ON public.sign_in_links USING btree (expires_at);

CREATE INDEX transfers_accepted_at ON public.transfers USING brin (accepted_at);

CREATE INDEX transfers_agent_id ON public.transfers USING btree (agent_id, id) WHERE (agent_id IS NOT NULL);

CREATE INDEX transfers_party ON public.transfers USING btree (party_id, id);

CREATE UNIQUE INDEX transfers_payment_id ON public.transfers USING btree (payment_id) WHERE (payment_id IS NOT NULL);

CREATE INDEX transfers_under_way ON public.transfers USING btree (party_id, id) WHERE (status = 'PROCESSING'::text);

CREATE INDEX users_email ON public.users USING btree (email);

CREATE UNIQUE INDEX wallets_clearing ON public.wallets USING btree (rail, currency) WHERE (party_id IS NULL);

CREATE UNIQUE INDEX wallets_on_demand ON public.wallets USING btree (party_id, currency) WHERE (opened_on_demand AND ((status)::text <> 'closed'::text));

CREATE UNIQUE INDEX wallets_one_default ON public.wallets USING btree (party_id) WHERE is_default;

CREATE INDEX wallets_party ON public.wallets USING btree (party_id, id);

CREATE INDEX wallets_party_currency ON public.wallets USING btree (party_id, currency, id) WHERE ((status)::text <> 'closed'::text);

CREATE UNIQUE INDEX wallets_receivable ON public.wallets USING btree (party_id, currency) WHERE is_receivable;

CREATE INDEX webhook_deliveries_created_at ON public.webhook_deliveries USING brin (created_at);

CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (webhook_id, event_id, id);

CREATE INDEX webhook_retries_due_at ON public.webhook_retries USING btree (webhook_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX webhook_retries_resource ON public.webhook_retries USING btree (webhook_id, resource_id, event_id);

CREATE INDEX webhooks_party_id ON public.webhooks USING btree (party_id, id) WHERE (deleted_at IS NULL);

CREATE VIEW audit_log AS
 SELECT audit_lines.id,
    audit_lines.at,
    audit_lines.request_id,
    audit_lines.party_id,
    audit_lines.user_id,
    audit_lines.key_prefix,
    audit_lines.agent_id,
    audit_lines.instance_id,
    audit_lines.action,
    audit_lines.target_id,
    audit_lines.decision,
    audit_lines.reason,
    audit_lines.count
   FROM audit_lines
UNION ALL
 SELECT p.id,
    p.created_at AS at,
    p.request_id,
    p.initiator_party_id AS party_id,
    p.user_id,
    COALESCE(k.prefix, a.prefix) AS key_prefix,
    p.agent_id,
    p.instance_id,
    'POST /payments'::text AS action,
    p.id AS target_id,
    'accepted'::text AS decision,
    NULL::text AS reason,
    1 AS count
   FROM ((payments p
     LEFT JOIN api_keys k ON ((k.id = p.credential_id)))
     LEFT JOIN agent_keys a ON ((a.id = p.credential_id)))
  WHERE (p.request_id IS NOT NULL);

CREATE VIEW entries AS
 SELECT movements.transaction_id,
    movements.step,
    movements.source_wallet_id AS wallet_id,
    movements.source_place AS place,
    (- (movements.amount)::bigint) AS amount,
    movements.currency,
    movements.created_at
   FROM movements
UNION ALL
 SELECT movements.transaction_id,
    movements.step,
    movements.destination_wallet_id AS wallet_id,
    movements.destination_place AS place,
    movements.amount,
    movements.currency,
    movements.created_at
   FROM movements;

CREATE VIEW events AS
 SELECT event_lines.id,
    event_lines.resource,
    event_lines.resource_id,
    event_lines.from_status,
    event_lines.to_status,
    event_lines.created_at
   FROM event_lines
UNION ALL
 SELECT p.id,
    'payment'::text AS resource,
    p.id AS resource_id,
    NULL::text AS from_status,
    'COMPLETED'::text AS to_status,
    m.created_at
   FROM (payments p
     JOIN movements m ON (((m.transaction_id = p.id) AND (m.step = 1) AND ((m.kind)::text = 'payment'::text))))
  WHERE ((NOT p.reviewed) AND (p.request_id IS NOT NULL) AND ((p.payment_request_id IS NULL) OR (NOT (EXISTS ( SELECT
           FROM transfers t
          WHERE (t.payment_id = p.id))))));

CREATE OR REPLACE FUNCTION public.complete_event_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  at_least uuid;
  micros bigint;
BEGIN
  PERFORM pg_current_xact_id();
  SELECT announced_to INTO at_least FROM event_watermarks;
  IF NEW.resource = 'payment' AND NEW.resource_id > at_least THEN at_least := NEW.resource_id; END IF;
  micros := greatest(extract(epoch FROM clock_timestamp()) * 1000000,
    (('x' || substr(replace(at_least::text, '-', ''), 1, 12))::bit(48)::bigint + 1) * 1000);
  NEW.id := (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4), 3, '0') || '8'
    || lpad(to_hex(NEW.number), 15, '0'))::uuid;
  NEW.snapshot := event_snapshot(NEW.resource, NEW.resource_id, NEW.to_status, NEW.created_at);
  INSERT INTO event_parties (party_id, id, kind, resource_id, created_at)
    SELECT r.party, NEW.id, concat_ws('/', NEW.resource, coalesce(NEW.from_status, ''), NEW.to_status,
      event_variant(NEW.resource, NEW.snapshot, r.party)), NEW.resource_id, NEW.created_at
    FROM unnest(event_readers(NEW.resource, NEW.snapshot)) AS r (party);
  RETURN NEW;
END $function$


CREATE OR REPLACE FUNCTION public.event_readers(resource text, snapshot jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
DECLARE
  found uuid[];
BEGIN
  found := ARRAY[snapshot->>'party_id']::uuid[] || CASE resource
    WHEN 'party' THEN ARRAY[snapshot->>'id']
    WHEN 'payment' THEN ARRAY[snapshot->>'payer_party_id', snapshot->>'initiator_party_id',
      CASE WHEN snapshot->>'accepted_at' IS NOT NULL THEN snapshot->>'payee_party_id' END]
    WHEN 'refund' THEN ARRAY[snapshot->>'receiver_party_id']
    WHEN 'approval' THEN ARRAY[snapshot->>'payer_party_id', snapshot->>'initiator_party_id']
    WHEN 'delegation' THEN ARRAY[snapshot->>'customer_party_id']
    WHEN 'customerInvitation' THEN ARRAY[CASE snapshot->>'recipient_type' WHEN 'party_id'
      THEN snapshot->>'recipient_value'
      ELSE (SELECT k.party_id::text FROM contacts k WHERE k.kind = snapshot->>'recipient_type'
        AND k.value = snapshot->>'recipient_value' AND k.verified_at IS NOT NULL) END]
    WHEN 'paymentRequest' THEN ARRAY[snapshot->>'payer_party_id', CASE WHEN snapshot->>'addressee' ~ '^[0-9a-f]{32}$'
      THEN snapshot->>'addressee'
      ELSE (SELECT k.party_id::text FROM contacts k WHERE k.kind = snapshot->>'payer_identifier_type'
        AND k.value = snapshot->>'addressee' AND k.verified_at IS NOT NULL) END]
    ELSE ARRAY[]::text[]
  END::uuid[];
  RETURN ARRAY(SELECT DISTINCT party FROM unnest(found) party WHERE party IS NOT NULL);
END $function$


CREATE OR REPLACE FUNCTION public.event_snapshot(resource text, resource_id uuid, recorded text, recorded_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
DECLARE
  found jsonb;
BEGIN
  CASE resource
    WHEN 'agent' THEN SELECT to_jsonb(r) INTO found FROM agents r WHERE r.id = resource_id;
    WHEN 'agentKey' THEN SELECT to_jsonb(r) INTO found FROM agent_keys r WHERE r.id = resource_id;
    WHEN 'apiKey' THEN SELECT to_jsonb(r) INTO found FROM api_keys r WHERE r.id = resource_id;
    WHEN 'approval' THEN SELECT to_jsonb(r) INTO found FROM approvals r WHERE r.id = resource_id;
    WHEN 'contact' THEN SELECT to_jsonb(r) INTO found FROM contacts r WHERE r.id = resource_id;
    WHEN 'customerInvitation' THEN SELECT to_jsonb(r) INTO found FROM customer_invitations r WHERE r.id = resource_id;
    WHEN 'delegation' THEN SELECT to_jsonb(r) INTO found FROM delegations r WHERE r.id = resource_id;
    WHEN 'externalAccount' THEN SELECT to_jsonb(r) INTO found FROM external_accounts r WHERE r.id = resource_id;
    WHEN 'invitation' THEN SELECT to_jsonb(r) INTO found FROM party_invitations r WHERE r.id = resource_id;
    WHEN 'member' THEN SELECT to_jsonb(r) INTO found FROM members r WHERE r.id = resource_id;
    WHEN 'party' THEN SELECT to_jsonb(r) INTO found FROM parties r WHERE r.id = resource_id;
    WHEN 'payment' THEN SELECT to_jsonb(r) INTO found FROM payments r WHERE r.id = resource_id;
    WHEN 'paymentRequest' THEN SELECT to_jsonb(r) INTO found FROM payment_requests r WHERE r.id = resource_id;
    WHEN 'refund' THEN SELECT to_jsonb(r) INTO found FROM refunds r WHERE r.id = resource_id;
    WHEN 'transfer' THEN SELECT to_jsonb(r) INTO found FROM transfers r WHERE r.id = resource_id;
    WHEN 'wallet' THEN SELECT to_jsonb(r) INTO found FROM wallets r WHERE r.id = resource_id;
    ELSE found := NULL;
  END CASE;
  IF found->>'status' <> recorded THEN
    found := found || jsonb_build_object('status', recorded, 'updated_at', recorded_at);
  END IF;
  RETURN found - ARRAY['hash', 'link_token', 'answer_token', 'token', 'sealed_number', 'sealed_amounts', 'number_digest',
    'secret_id', 'key_digest', 'fingerprint'];
END $function$


CREATE OR REPLACE FUNCTION public.event_variant(resource text, snapshot jsonb, party uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN resource = 'transfer' THEN snapshot->>'type'
    WHEN resource = 'paymentRequest' AND (snapshot->>'party_id')::uuid <> party THEN 'incoming'
    ELSE '' END
$function$


CREATE OR REPLACE FUNCTION public.invalidate_authority_cache()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  ignored text[] := coalesce(TG_ARGV, '{}'); -- TG_ARGV is null for a trigger without arguments
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - ignored IS NOT DISTINCT FROM to_jsonb(OLD) - ignored THEN
    RETURN NULL;
  END IF;
  -- Once per transaction, and at its last moment: a session that waits for this row holds every other lock already, so no
  -- session that has the row waits for it.
  IF current_setting('purser.authority_cache_invalidated', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
    UPDATE authority_version SET version = version + 1;
    PERFORM set_config('purser.authority_cache_invalidated', pg_current_xact_id()::text, true);
  END IF;
  RETURN NULL;
END $function$


CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$


CREATE OR REPLACE FUNCTION public.refuse_change_of_immutable_columns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  mutable text[] := coalesce(TG_ARGV, '{}'); -- TG_ARGV is null for a trigger without arguments
BEGIN
  IF to_jsonb(NEW) - mutable IS DISTINCT FROM to_jsonb(OLD) - mutable THEN
    RAISE EXCEPTION 'cannot change immutable columns of %: %', TG_TABLE_NAME,
      (SELECT string_agg(key, ', ' ORDER BY key)
       FROM jsonb_each(to_jsonb(NEW) - mutable) n JOIN jsonb_each(to_jsonb(OLD)) o USING (key)
       WHERE n.value <> o.value)
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$


CREATE OR REPLACE FUNCTION public.refuse_rewrite()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% keeps what it was made with', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$


CREATE OR REPLACE FUNCTION public.refuse_truncate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is never truncated', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$


CREATE TRIGGER agent_keys_immutable_columns BEFORE UPDATE ON public.agent_keys FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('last_used_at', 'revoked_at', 'revoked_by', 'expires_at');
ALTER TABLE agent_keys ENABLE ALWAYS TRIGGER agent_keys_immutable_columns;

CREATE CONSTRAINT TRIGGER agent_keys_invalidate_authority_cache AFTER DELETE OR UPDATE ON public.agent_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache('last_used_at');
ALTER TABLE agent_keys ENABLE ALWAYS TRIGGER agent_keys_invalidate_authority_cache;

CREATE TRIGGER agent_keys_never_truncated BEFORE TRUNCATE ON public.agent_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE agent_keys ENABLE ALWAYS TRIGGER agent_keys_never_truncated;

CREATE TRIGGER agents_immutable_columns BEFORE UPDATE ON public.agents FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('name', 'description', 'status', 'per_transaction', 'per_day', 'per_month', 'updated_at', 'updated_by', 'tags', 'rules', 'wallet_ids');
ALTER TABLE agents ENABLE ALWAYS TRIGGER agents_immutable_columns;

CREATE CONSTRAINT TRIGGER agents_invalidate_authority_cache AFTER DELETE OR UPDATE ON public.agents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache('name', 'description', 'updated_at', 'updated_by', 'tags');
ALTER TABLE agents ENABLE ALWAYS TRIGGER agents_invalidate_authority_cache;

CREATE TRIGGER agents_never_truncated BEFORE TRUNCATE ON public.agents FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE agents ENABLE ALWAYS TRIGGER agents_never_truncated;

CREATE TRIGGER api_keys_immutable_columns BEFORE UPDATE ON public.api_keys FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('last_used_at', 'revoked_at', 'revoked_by');
ALTER TABLE api_keys ENABLE ALWAYS TRIGGER api_keys_immutable_columns;

CREATE CONSTRAINT TRIGGER api_keys_invalidate_authority_cache AFTER DELETE OR UPDATE ON public.api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache('last_used_at');
ALTER TABLE api_keys ENABLE ALWAYS TRIGGER api_keys_invalidate_authority_cache;

CREATE TRIGGER api_keys_never_truncated BEFORE TRUNCATE ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE api_keys ENABLE ALWAYS TRIGGER api_keys_never_truncated;

CREATE TRIGGER approvals_immutable_columns BEFORE UPDATE ON public.approvals FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'updated_at', 'resolved_at', 'due_at', 'decided_by', 'decision_reason', 'announced_at');
ALTER TABLE approvals ENABLE ALWAYS TRIGGER approvals_immutable_columns;

CREATE TRIGGER approvals_never_truncated BEFORE TRUNCATE ON public.approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE approvals ENABLE ALWAYS TRIGGER approvals_never_truncated;

CREATE TRIGGER audit_blocks_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_blocks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_blocks ENABLE ALWAYS TRIGGER audit_blocks_append_only;

CREATE TRIGGER audit_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_lines ENABLE ALWAYS TRIGGER audit_lines_append_only;

CREATE TRIGGER authority_version_never_truncated BEFORE TRUNCATE ON public.authority_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE authority_version ENABLE ALWAYS TRIGGER authority_version_never_truncated;

CREATE TRIGGER claims_immutable_columns BEFORE UPDATE ON public.claims FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('token_salt', 'token_hash', 'expires_at', 'due_at', 'horizon');
ALTER TABLE claims ENABLE ALWAYS TRIGGER claims_immutable_columns;

CREATE TRIGGER claims_never_truncated BEFORE TRUNCATE ON public.claims FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE claims ENABLE ALWAYS TRIGGER claims_never_truncated;

CREATE TRIGGER contact_verifications_immutable_columns BEFORE UPDATE ON public.contact_verifications FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'token', 'expires_at');
ALTER TABLE contact_verifications ENABLE ALWAYS TRIGGER contact_verifications_immutable_columns;

CREATE TRIGGER contact_verifications_never_truncated BEFORE TRUNCATE ON public.contact_verifications FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE contact_verifications ENABLE ALWAYS TRIGGER contact_verifications_never_truncated;

CREATE TRIGGER contacts_immutable_columns BEFORE UPDATE ON public.contacts FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('party_id', 'verified_at');
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contacts_immutable_columns;

CREATE CONSTRAINT TRIGGER contacts_invalidate_authority_cache AFTER DELETE OR UPDATE ON public.contacts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contacts_invalidate_authority_cache;

CREATE TRIGGER contacts_never_truncated BEFORE TRUNCATE ON public.contacts FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contacts_never_truncated;

CREATE TRIGGER counterparties_never_truncated BEFORE TRUNCATE ON public.counterparties FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE counterparties ENABLE ALWAYS TRIGGER counterparties_never_truncated;

CREATE TRIGGER customer_invitations_immutable_columns BEFORE UPDATE ON public.customer_invitations FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'updated_at');
ALTER TABLE customer_invitations ENABLE ALWAYS TRIGGER customer_invitations_immutable_columns;

CREATE TRIGGER customer_invitations_never_truncated BEFORE TRUNCATE ON public.customer_invitations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE customer_invitations ENABLE ALWAYS TRIGGER customer_invitations_never_truncated;

CREATE TRIGGER delegation_grants_immutable_columns BEFORE UPDATE ON public.delegation_grants FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'permissions', 'per_transaction', 'updated_at', 'due_at', 'rules');
ALTER TABLE delegation_grants ENABLE ALWAYS TRIGGER delegation_grants_immutable_columns;

CREATE CONSTRAINT TRIGGER delegation_grants_invalidate_authority_cache AFTER INSERT OR DELETE OR UPDATE ON public.delegation_grants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();
ALTER TABLE delegation_grants ENABLE ALWAYS TRIGGER delegation_grants_invalidate_authority_cache;

CREATE TRIGGER delegation_grants_never_truncated BEFORE TRUNCATE ON public.delegation_grants FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE delegation_grants ENABLE ALWAYS TRIGGER delegation_grants_never_truncated;

CREATE TRIGGER delegations_immutable_columns BEFORE UPDATE ON public.delegations FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'permissions', 'updated_at');
ALTER TABLE delegations ENABLE ALWAYS TRIGGER delegations_immutable_columns;

CREATE CONSTRAINT TRIGGER delegations_invalidate_authority_cache AFTER DELETE OR UPDATE ON public.delegations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();
ALTER TABLE delegations ENABLE ALWAYS TRIGGER delegations_invalidate_authority_cache;

CREATE TRIGGER delegations_never_truncated BEFORE TRUNCATE ON public.delegations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE delegations ENABLE ALWAYS TRIGGER delegations_never_truncated;

CREATE TRIGGER event_lines_complete BEFORE INSERT ON public.event_lines FOR EACH ROW EXECUTE FUNCTION complete_event_line();
ALTER TABLE event_lines ENABLE ALWAYS TRIGGER event_lines_complete;

CREATE TRIGGER event_lines_immutable_columns BEFORE UPDATE ON public.event_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns();
ALTER TABLE event_lines ENABLE ALWAYS TRIGGER event_lines_immutable_columns;

CREATE TRIGGER event_lines_never_truncated BEFORE TRUNCATE ON public.event_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE event_lines ENABLE ALWAYS TRIGGER event_lines_never_truncated;

CREATE TRIGGER event_parties_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.event_parties FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE event_parties ENABLE ALWAYS TRIGGER event_parties_append_only;

CREATE TRIGGER event_watermarks_never_truncated BEFORE TRUNCATE ON public.event_watermarks FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE event_watermarks ENABLE ALWAYS TRIGGER event_watermarks_never_truncated;

CREATE TRIGGER external_accounts_immutable_columns BEFORE UPDATE ON public.external_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('bank_name', 'account_name', 'account_type', 'last_four', 'status', 'tags', 'secret_id', 'sealed_number', 'sealed_amounts', 'number_digest', 'wrong_guesses');
ALTER TABLE external_accounts ENABLE ALWAYS TRIGGER external_accounts_immutable_columns;

CREATE TRIGGER external_accounts_never_truncated BEFORE TRUNCATE ON public.external_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE external_accounts ENABLE ALWAYS TRIGGER external_accounts_never_truncated;

CREATE TRIGGER fee_payouts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.fee_payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE fee_payouts ENABLE ALWAYS TRIGGER fee_payouts_append_only;

CREATE TRIGGER idempotency_keys_immutable_columns BEFORE UPDATE ON public.idempotency_keys FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns();
ALTER TABLE idempotency_keys ENABLE ALWAYS TRIGGER idempotency_keys_immutable_columns;

CREATE TRIGGER idempotency_keys_never_truncated BEFORE TRUNCATE ON public.idempotency_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE idempotency_keys ENABLE ALWAYS TRIGGER idempotency_keys_never_truncated;

CREATE TRIGGER installation_immutable_columns BEFORE UPDATE ON public.installation FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('clock_offset_ms', 'fees');
ALTER TABLE installation ENABLE ALWAYS TRIGGER installation_immutable_columns;

CREATE TRIGGER installation_never_truncated BEFORE TRUNCATE ON public.installation FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE installation ENABLE ALWAYS TRIGGER installation_never_truncated;

CREATE TRIGGER known_payees_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.known_payees FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE known_payees ENABLE ALWAYS TRIGGER known_payees_append_only;

CREATE TRIGGER limit_counters_never_truncated BEFORE TRUNCATE ON public.limit_counters FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE limit_counters ENABLE ALWAYS TRIGGER limit_counters_never_truncated;

CREATE TRIGGER mails_immutable_columns BEFORE UPDATE ON public.mails FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'subject', 'body', 'html', 'attempts', 'last_error', 'due_at', 'claimed_until', 'sent_at');
ALTER TABLE mails ENABLE ALWAYS TRIGGER mails_immutable_columns;

CREATE TRIGGER mails_never_truncated BEFORE TRUNCATE ON public.mails FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE mails ENABLE ALWAYS TRIGGER mails_never_truncated;

CREATE TRIGGER members_immutable_columns BEFORE UPDATE ON public.members FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('role');
ALTER TABLE members ENABLE ALWAYS TRIGGER members_immutable_columns;

CREATE CONSTRAINT TRIGGER members_invalidate_authority_cache AFTER DELETE OR UPDATE ON public.members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache();
ALTER TABLE members ENABLE ALWAYS TRIGGER members_invalidate_authority_cache;

CREATE TRIGGER members_never_truncated BEFORE TRUNCATE ON public.members FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE members ENABLE ALWAYS TRIGGER members_never_truncated;

CREATE TRIGGER movements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE movements ENABLE ALWAYS TRIGGER movements_append_only;

CREATE TRIGGER operator_deposits_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_deposits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE operator_deposits ENABLE ALWAYS TRIGGER operator_deposits_append_only;

CREATE TRIGGER paired_parties_never_truncated BEFORE TRUNCATE ON public.paired_parties FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE paired_parties ENABLE ALWAYS TRIGGER paired_parties_never_truncated;

CREATE TRIGGER parties_immutable_columns BEFORE UPDATE ON public.parties FOR EACH ROW WHEN ((old.status <> 'PROVISIONAL'::text)) EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'name', 'email', 'per_transaction', 'per_day', 'per_month', 'limits_updated_at', 'updated_at');
ALTER TABLE parties ENABLE ALWAYS TRIGGER parties_immutable_columns;

CREATE CONSTRAINT TRIGGER parties_invalidate_authority_cache AFTER DELETE OR UPDATE ON public.parties DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION invalidate_authority_cache('name', 'updated_at');
ALTER TABLE parties ENABLE ALWAYS TRIGGER parties_invalidate_authority_cache;

CREATE TRIGGER parties_never_truncated BEFORE TRUNCATE ON public.parties FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE parties ENABLE ALWAYS TRIGGER parties_never_truncated;

CREATE TRIGGER party_invitations_immutable_columns BEFORE UPDATE ON public.party_invitations FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'accepted_at');
ALTER TABLE party_invitations ENABLE ALWAYS TRIGGER party_invitations_immutable_columns;

CREATE TRIGGER party_invitations_never_truncated BEFORE TRUNCATE ON public.party_invitations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE party_invitations ENABLE ALWAYS TRIGGER party_invitations_never_truncated;

CREATE TRIGGER payeeless_payments_immutable_columns BEFORE UPDATE ON public.payments FOR EACH ROW WHEN ((old.payee_party_id IS NULL)) EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'payee_party_id', 'payer_wallet_id', 'payee_wallet_id', 'updated_at', 'accepted_at', 'due_at');
ALTER TABLE payments ENABLE ALWAYS TRIGGER payeeless_payments_immutable_columns;

CREATE TRIGGER payment_requests_immutable_columns BEFORE UPDATE ON public.payment_requests FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'payer_party_id', 'payment_id', 'updated_at');
ALTER TABLE payment_requests ENABLE ALWAYS TRIGGER payment_requests_immutable_columns;

CREATE TRIGGER payment_requests_never_truncated BEFORE TRUNCATE ON public.payment_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE payment_requests ENABLE ALWAYS TRIGGER payment_requests_never_truncated;

CREATE TRIGGER payment_watermarks_never_truncated BEFORE TRUNCATE ON public.payment_watermarks FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE payment_watermarks ENABLE ALWAYS TRIGGER payment_watermarks_never_truncated;

CREATE TRIGGER payments_immutable_columns BEFORE UPDATE ON public.payments FOR EACH ROW WHEN ((old.payee_party_id IS NOT NULL)) EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'payer_wallet_id', 'payee_wallet_id', 'updated_at', 'accepted_at', 'due_at', 'refunded_amount');
ALTER TABLE payments ENABLE ALWAYS TRIGGER payments_immutable_columns;

CREATE TRIGGER payments_stay BEFORE DELETE OR TRUNCATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewrite();
ALTER TABLE payments ENABLE ALWAYS TRIGGER payments_stay;

CREATE TRIGGER provisional_parties_immutable_columns BEFORE UPDATE ON public.parties FOR EACH ROW WHEN ((old.status = 'PROVISIONAL'::text)) EXECUTE FUNCTION refuse_change_of_immutable_columns('type', 'status', 'name', 'email', 'default_currency', 'per_transaction', 'per_day', 'per_month', 'limits_updated_at', 'updated_at');
ALTER TABLE parties ENABLE ALWAYS TRIGGER provisional_parties_immutable_columns;

CREATE TRIGGER rail_orders_immutable_columns BEFORE UPDATE ON public.rail_orders FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('state', 'attempts', 'cancel_requested_at', 'due_at', 'bank_name', 'account_name', 'account_type', 'secret_id', 'sealed_number', 'reference');
ALTER TABLE rail_orders ENABLE ALWAYS TRIGGER rail_orders_immutable_columns;

CREATE TRIGGER rail_orders_never_truncated BEFORE TRUNCATE ON public.rail_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE rail_orders ENABLE ALWAYS TRIGGER rail_orders_never_truncated;

CREATE TRIGGER recent_purchases_immutable_columns BEFORE UPDATE ON public.recent_purchases FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns();
ALTER TABLE recent_purchases ENABLE ALWAYS TRIGGER recent_purchases_immutable_columns;

CREATE TRIGGER recent_purchases_never_truncated BEFORE TRUNCATE ON public.recent_purchases FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE recent_purchases ENABLE ALWAYS TRIGGER recent_purchases_never_truncated;

CREATE TRIGGER reconciliation_differences_immutable_columns BEFORE UPDATE ON public.reconciliation_differences FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('explained_at', 'explained_by', 'explanation');
ALTER TABLE reconciliation_differences ENABLE ALWAYS TRIGGER reconciliation_differences_immutable_columns;

CREATE TRIGGER reconciliation_differences_never_truncated BEFORE TRUNCATE ON public.reconciliation_differences FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE reconciliation_differences ENABLE ALWAYS TRIGGER reconciliation_differences_never_truncated;

CREATE TRIGGER reconciliation_lines_never_truncated BEFORE TRUNCATE ON public.reconciliation_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE reconciliation_lines ENABLE ALWAYS TRIGGER reconciliation_lines_never_truncated;

CREATE TRIGGER reconciliations_immutable_columns BEFORE UPDATE ON public.reconciliations FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('compared_to');
ALTER TABLE reconciliations ENABLE ALWAYS TRIGGER reconciliations_immutable_columns;

CREATE TRIGGER reconciliations_never_truncated BEFORE TRUNCATE ON public.reconciliations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE reconciliations ENABLE ALWAYS TRIGGER reconciliations_never_truncated;

CREATE TRIGGER refunds_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE refunds ENABLE ALWAYS TRIGGER refunds_append_only;

CREATE TRIGGER refused_reports_immutable_columns BEFORE UPDATE ON public.refused_reports FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('tried_at', 'stored_at');
ALTER TABLE refused_reports ENABLE ALWAYS TRIGGER refused_reports_immutable_columns;

CREATE TRIGGER refused_reports_never_truncated BEFORE TRUNCATE ON public.refused_reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE refused_reports ENABLE ALWAYS TRIGGER refused_reports_never_truncated;

CREATE TRIGGER rule_counters_never_truncated BEFORE TRUNCATE ON public.rule_counters FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE rule_counters ENABLE ALWAYS TRIGGER rule_counters_never_truncated;

CREATE TRIGGER sandbox_bank_orders_never_truncated BEFORE TRUNCATE ON public.sandbox_bank_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE sandbox_bank_orders ENABLE ALWAYS TRIGGER sandbox_bank_orders_never_truncated;

CREATE TRIGGER sandbox_bank_outcomes_never_truncated BEFORE TRUNCATE ON public.sandbox_bank_outcomes FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE sandbox_bank_outcomes ENABLE ALWAYS TRIGGER sandbox_bank_outcomes_never_truncated;

CREATE TRIGGER schema_migrations_never_truncated BEFORE TRUNCATE ON public.schema_migrations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE schema_migrations ENABLE ALWAYS TRIGGER schema_migrations_never_truncated;

CREATE TRIGGER sign_in_links_immutable_columns BEFORE UPDATE ON public.sign_in_links FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('token_hash', 'used_at');
ALTER TABLE sign_in_links ENABLE ALWAYS TRIGGER sign_in_links_immutable_columns;

CREATE TRIGGER sign_in_links_never_truncated BEFORE TRUNCATE ON public.sign_in_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE sign_in_links ENABLE ALWAYS TRIGGER sign_in_links_never_truncated;

CREATE TRIGGER tagged_resources_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tagged_resources FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE tagged_resources ENABLE ALWAYS TRIGGER tagged_resources_append_only;

CREATE TRIGGER transfers_immutable_columns BEFORE UPDATE ON public.transfers FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('status', 'wallet_id', 'expected_available_at', 'submitted_at', 'settled_at', 'failure_code', 'failure_reason', 'return_code', 'return_reason', 'returned_at', 'updated_at', 'accepted_at');
ALTER TABLE transfers ENABLE ALWAYS TRIGGER transfers_immutable_columns;

CREATE TRIGGER transfers_never_truncated BEFORE TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE transfers ENABLE ALWAYS TRIGGER transfers_never_truncated;

CREATE TRIGGER users_immutable_columns BEFORE UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('name', 'email');
ALTER TABLE users ENABLE ALWAYS TRIGGER users_immutable_columns;

CREATE TRIGGER users_never_truncated BEFORE TRUNCATE ON public.users FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE users ENABLE ALWAYS TRIGGER users_never_truncated;

CREATE CONSTRAINT TRIGGER verified_contacts_invalidate_authority_cache AFTER INSERT ON public.contacts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.verified_at IS NOT NULL)) EXECUTE FUNCTION invalidate_authority_cache();
ALTER TABLE contacts ENABLE ALWAYS TRIGGER verified_contacts_invalidate_authority_cache;

CREATE TRIGGER wallets_never_truncated BEFORE TRUNCATE ON public.wallets FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE wallets ENABLE ALWAYS TRIGGER wallets_never_truncated;

CREATE TRIGGER webhook_deliveries_immutable_columns BEFORE UPDATE ON public.webhook_deliveries FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns();
ALTER TABLE webhook_deliveries ENABLE ALWAYS TRIGGER webhook_deliveries_immutable_columns;

CREATE TRIGGER webhook_deliveries_never_truncated BEFORE TRUNCATE ON public.webhook_deliveries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE webhook_deliveries ENABLE ALWAYS TRIGGER webhook_deliveries_never_truncated;

CREATE TRIGGER webhook_progress_never_truncated BEFORE TRUNCATE ON public.webhook_progress FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE webhook_progress ENABLE ALWAYS TRIGGER webhook_progress_never_truncated;

CREATE TRIGGER webhook_retries_never_truncated BEFORE TRUNCATE ON public.webhook_retries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE webhook_retries ENABLE ALWAYS TRIGGER webhook_retries_never_truncated;

CREATE TRIGGER webhook_servers_never_truncated BEFORE TRUNCATE ON public.webhook_servers FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE webhook_servers ENABLE ALWAYS TRIGGER webhook_servers_never_truncated;

CREATE TRIGGER webhooks_immutable_columns BEFORE UPDATE ON public.webhooks FOR EACH ROW EXECUTE FUNCTION refuse_change_of_immutable_columns('url', 'enabled_events', 'description', 'tags', 'status', 'disabled_reason', 'secret_id', 'sealed_secret', 'previous_secret_id', 'sealed_previous_secret', 'previous_expires_at', 'updated_at', 'deleted_at');
ALTER TABLE webhooks ENABLE ALWAYS TRIGGER webhooks_immutable_columns;

CREATE TRIGGER webhooks_never_truncated BEFORE TRUNCATE ON public.webhooks FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE webhooks ENABLE ALWAYS TRIGGER webhooks_never_truncated;

