-- What counts against limits per day and month, in one row per owner: an agent's payment locks and writes one where it
-- had two, and the table no longer grows with the days (docs/performance.md).

CREATE TEMPORARY TABLE counted ON COMMIT DROP AS
  SELECT d.owner_id, d.starts_on AS day, d.spent AS spent_in_day, coalesce(m.spent, d.spent) AS spent_in_month
  FROM (SELECT DISTINCT ON (owner_id) * FROM limit_counters WHERE period = 'day' ORDER BY owner_id, starts_on DESC) d
  LEFT JOIN limit_counters m
    ON m.owner_id = d.owner_id AND m.period = 'month' AND m.starts_on = date_trunc('month', d.starts_on)::date;
DROP TABLE limit_counters;

-- The last UTC day in which its owner spent, and the month of that day. Kept only for agents and parties that have a limit
-- per day or month, from the moment it is set. No row means that nothing was spent yet.
CREATE TABLE limit_counters (
  owner_id uuid PRIMARY KEY,
  day date NOT NULL,
  spent_in_day bigint NOT NULL CHECK (spent_in_day >= 0),
  spent_in_month bigint NOT NULL CHECK (spent_in_month >= 0)
) WITH (fillfactor = 30);
INSERT INTO limit_counters SELECT owner_id, day, spent_in_day, spent_in_month FROM counted;
