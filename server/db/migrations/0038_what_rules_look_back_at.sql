-- What the rules of agents look back at. Each table is written only for agents with such a rule, by the engine, which holds
-- the lock of the agent: so nobody counts, pays or repeats at the same time.

-- How many payments an agent has made in the last hour and day of UTC in which it made any, for the party whose rules count
-- them: its own, or a customer. Counting begins with the first payment under such a rule.
CREATE TABLE rule_counters (
  agent_id uuid NOT NULL,
  owner_party_id uuid NOT NULL,
  since timestamptz NOT NULL,
  hour timestamptz NOT NULL,
  payments_in_hour bigint NOT NULL CHECK (payments_in_hour > 0),
  payments_in_day bigint NOT NULL CHECK (payments_in_day >= payments_in_hour),
  PRIMARY KEY (agent_id, owner_party_id)
) WITH (fillfactor = 30);
CREATE TRIGGER rule_counters_never_truncated BEFORE TRUNCATE ON rule_counters
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE rule_counters ENABLE ALWAYS TRIGGER rule_counters_never_truncated;

-- Whom an agent has paid while a rule reviews payments to new payees, with the first such payment.
CREATE TABLE known_payees (
  agent_id uuid NOT NULL,
  owner_party_id uuid NOT NULL,
  payee_party_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  PRIMARY KEY (agent_id, owner_party_id, payee_party_id)
);
CREATE TRIGGER known_payees_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON known_payees
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE known_payees ENABLE ALWAYS TRIGGER known_payees_append_only;

-- Payments that a rule compares later ones with: `content` is a digest of agent, payer, amount, currency and description;
-- `payee` is a party or, while an address leads to none, a digest of it. Deleted when no rule can look back so far.
CREATE TABLE recent_purchases (
  content uuid NOT NULL,
  payee uuid NOT NULL,
  at timestamptz NOT NULL,
  payment_id uuid NOT NULL,
  PRIMARY KEY (content, payee, at, payment_id)
);
CREATE INDEX recent_purchases_at ON recent_purchases USING brin (at);
CREATE TRIGGER recent_purchases_immutable_columns BEFORE UPDATE ON recent_purchases FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_immutable_columns();
CREATE TRIGGER recent_purchases_never_truncated BEFORE TRUNCATE ON recent_purchases
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
ALTER TABLE recent_purchases ENABLE ALWAYS TRIGGER recent_purchases_immutable_columns;
ALTER TABLE recent_purchases ENABLE ALWAYS TRIGGER recent_purchases_never_truncated;
