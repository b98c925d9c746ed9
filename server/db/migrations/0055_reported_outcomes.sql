-- When the sandbox bank first reported an outcome. What it has reported, it can no longer cancel.
ALTER TABLE sandbox_bank_outcomes ADD COLUMN reported_at timestamptz;
