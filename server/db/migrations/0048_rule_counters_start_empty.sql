-- A rule that counts payments starts its counter when it is set, after every payment that was accepted before. The counter
-- that a new agent's first payment starts needs no such care.

ALTER TABLE rule_counters DROP CONSTRAINT rule_counters_payments_in_hour_check;
ALTER TABLE rule_counters ADD CONSTRAINT rule_counters_payments_in_hour_check CHECK (payments_in_hour >= 0);
