-- Written by `npm run db:dump`: the result of all migrations.

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
  CONSTRAINT agents_pkey PRIMARY KEY (id),
  CONSTRAINT agents_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT agents_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT agents_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT agents_per_transaction_check CHECK (((per_transaction >= 1) AND (per_transaction <= '9007199254740991'::bigint))),
  CONSTRAINT agents_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'REVOKED'::text])))
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
  CONSTRAINT api_keys_hash_key UNIQUE (hash),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT api_keys_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT api_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id),
  CONSTRAINT api_keys_check CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
  CONSTRAINT api_keys_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'prod'::text]))),
  CONSTRAINT api_keys_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT api_keys_scopes_check CHECK ((cardinality(scopes) >= 1))
);

CREATE TABLE approvals (
  id uuid NOT NULL,
  status text NOT NULL,
  target_type text NOT NULL,
  target_id uuid NOT NULL,
  decider_party_id uuid NOT NULL,
  payer_party_id uuid NOT NULL,
  payee_party_id uuid NOT NULL,
  initiator_party_id uuid NOT NULL,
  reasons json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  CONSTRAINT approvals_target_id_decider_party_id_key UNIQUE (target_id, decider_party_id),
  CONSTRAINT approvals_pkey PRIMARY KEY (id),
  CONSTRAINT approvals_check CHECK (((status = 'pending'::text) = (resolved_at IS NULL))),
  CONSTRAINT approvals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'canceled'::text]))),
  CONSTRAINT approvals_target_type_check CHECK ((target_type = 'payment'::text))
);

CREATE TABLE contacts (
  kind text NOT NULL,
  value text NOT NULL,
  party_id uuid NOT NULL,
  verified_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT contacts_pkey PRIMARY KEY (kind, value),
  CONSTRAINT contacts_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT contacts_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text])))
);

CREATE TABLE counterparties (
  payer_party_id uuid NOT NULL,
  payee_party_id uuid NOT NULL,
  CONSTRAINT counterparties_pkey PRIMARY KEY (payer_party_id, payee_party_id)
);

CREATE TABLE delegation_grants (
  delegation_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  status text NOT NULL,
  permissions text[] NOT NULL,
  per_transaction bigint,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
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

CREATE TABLE events (
  id uuid NOT NULL,
  resource text NOT NULL,
  resource_id uuid NOT NULL,
  from_status text,
  to_status text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (id)
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
  CONSTRAINT external_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT external_accounts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT external_accounts_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT external_accounts_account_type_check CHECK ((account_type = ANY (ARRAY['checking'::text, 'savings'::text]))),
  CONSTRAINT external_accounts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'disabled'::text])))
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
  CONSTRAINT installation_pkey PRIMARY KEY (singleton),
  CONSTRAINT installation_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'prod'::text]))),
  CONSTRAINT installation_singleton_check CHECK (singleton)
);

CREATE TABLE members (
  party_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT members_pkey PRIMARY KEY (party_id, user_id),
  CONSTRAINT members_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT members_role_check CHECK ((role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'MEMBER'::text])))
);

CREATE TABLE movements (
  transaction_id uuid NOT NULL,
  step smallint NOT NULL,
  kind text NOT NULL,
  source_wallet_id uuid NOT NULL,
  source_place text NOT NULL,
  destination_wallet_id uuid NOT NULL,
  destination_place text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT movements_pkey PRIMARY KEY (transaction_id, step),
  CONSTRAINT movements_amount_check CHECK (((amount >= 1) AND (amount <= '9007199254740991'::bigint))),
  CONSTRAINT movements_check CHECK (((source_wallet_id <> destination_wallet_id) OR (source_place <> destination_place))),
  CONSTRAINT movements_destination_place_check CHECK ((destination_place = ANY (ARRAY['available'::text, 'held'::text]))),
  CONSTRAINT movements_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'hold'::text, 'deposit'::text]))),
  CONSTRAINT movements_source_place_check CHECK ((source_place = ANY (ARRAY['available'::text, 'held'::text]))),
  CONSTRAINT movements_step_check CHECK ((step >= 1))
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
  CONSTRAINT parties_pkey PRIMARY KEY (id),
  CONSTRAINT parties_default_currency_check CHECK ((default_currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT parties_status_check CHECK ((status = ANY (ARRAY['PROVISIONAL'::text, 'ACTIVE'::text]))),
  CONSTRAINT parties_type_check CHECK ((type = ANY (ARRAY['PERSON'::text, 'ORG'::text])))
);

CREATE TABLE payments (
  id uuid NOT NULL,
  status text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  description text,
  payer_party_id uuid NOT NULL,
  payee_party_id uuid NOT NULL,
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
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_amount_check CHECK (((amount >= 1) AND (amount <= '9007199254740991'::bigint))),
  CONSTRAINT payments_check CHECK ((payee_party_id <> payer_party_id)),
  CONSTRAINT payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['PROCESSING'::text, 'PENDING_CLAIM'::text, 'IN_REVIEW'::text, 'COMPLETED'::text, 'FAILED'::text, 'RETURNED'::text, 'APPROVAL_DENIED'::text, 'CANCELED'::text])))
);

CREATE TABLE schema_migrations (
  version integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (version)
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
  external_account_id uuid NOT NULL,
  expected_available_at timestamp with time zone,
  submitted_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT transfers_pkey PRIMARY KEY (id),
  CONSTRAINT transfers_amount_check CHECK (((amount >= 1) AND (amount <= '9007199254740991'::bigint))),
  CONSTRAINT transfers_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT transfers_status_check CHECK ((status = ANY (ARRAY['PROCESSING'::text, 'IN_REVIEW'::text, 'COMPLETED'::text, 'FAILED'::text, 'RETURNED'::text, 'APPROVAL_DENIED'::text, 'CANCELED'::text]))),
  CONSTRAINT transfers_type_check CHECK ((type = ANY (ARRAY['deposit'::text, 'withdrawal'::text])))
);

CREATE TABLE users (
  id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE TABLE wallets (
  id uuid NOT NULL,
  party_id uuid,
  rail text,
  currency text NOT NULL,
  status text NOT NULL DEFAULT 'active'::text,
  is_default boolean NOT NULL DEFAULT false,
  opened_on_demand boolean NOT NULL DEFAULT false,
  posted bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT wallets_pkey PRIMARY KEY (id),
  CONSTRAINT wallets_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  CONSTRAINT wallets_available_not_negative CHECK (((party_id IS NULL) OR ((posted - held) >= 0))),
  CONSTRAINT wallets_check CHECK (((party_id IS NULL) <> (rail IS NULL))),
  CONSTRAINT wallets_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT wallets_held_check CHECK ((held >= 0)),
  CONSTRAINT wallets_posted_check CHECK (((posted >= '-9007199254740991'::bigint) AND (posted <= '9007199254740991'::bigint))),
  CONSTRAINT wallets_status_check CHECK ((status = ANY (ARRAY['active'::text, 'frozen'::text, 'closed'::text])))
);

CREATE INDEX agent_keys_agent_id ON public.agent_keys USING btree (agent_id, id);

CREATE INDEX agent_keys_party_id ON public.agent_keys USING btree (party_id, id);

CREATE INDEX agents_party_id ON public.agents USING btree (party_id, id);

CREATE INDEX api_keys_party_id ON public.api_keys USING btree (party_id, id);

CREATE INDEX approvals_initiator ON public.approvals USING btree (initiator_party_id, status, id) WHERE (initiator_party_id <> payer_party_id);

CREATE INDEX approvals_payee ON public.approvals USING btree (payee_party_id) WHERE (status = 'pending'::text);

CREATE INDEX approvals_payer ON public.approvals USING btree (payer_party_id, status, id);

CREATE INDEX contacts_party_id ON public.contacts USING btree (party_id);

CREATE INDEX counterparties_payee ON public.counterparties USING btree (payee_party_id, payer_party_id);

CREATE INDEX delegation_grants_agent_id ON public.delegation_grants USING btree (agent_id);

CREATE INDEX delegations_party_id ON public.delegations USING btree (party_id, customer_party_id);

CREATE INDEX external_accounts_party_id ON public.external_accounts USING btree (party_id, id);

CREATE INDEX members_user_id ON public.members USING btree (user_id);

CREATE INDEX payments_initiator ON public.payments USING btree (initiator_party_id, id) WHERE (initiator_party_id <> payer_party_id);

CREATE INDEX payments_payee ON public.payments USING btree (payee_party_id, id);

CREATE INDEX payments_payer ON public.payments USING btree (payer_party_id, id);

CREATE INDEX transfers_party ON public.transfers USING btree (party_id, id);

CREATE UNIQUE INDEX wallets_clearing ON public.wallets USING btree (rail, currency) WHERE (party_id IS NULL);

CREATE UNIQUE INDEX wallets_on_demand ON public.wallets USING btree (party_id, currency) WHERE (opened_on_demand AND (status <> 'closed'::text));

CREATE UNIQUE INDEX wallets_one_default ON public.wallets USING btree (party_id) WHERE is_default;

CREATE INDEX wallets_party_currency ON public.wallets USING btree (party_id, currency);

CREATE VIEW entries AS
 SELECT movements.transaction_id,
    movements.step,
    movements.source_wallet_id AS wallet_id,
    movements.source_place AS place,
    (- movements.amount) AS amount,
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

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$


CREATE TRIGGER movements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

