import type { Tampering } from './tampered-money.ts';

const chain = 'each change of a limit in the audit log begins where the one before ended';
const last = 'every limit is what its last change in the audit log made it';
const ofLimits = 'jsonb_path_exists(changes, \'$[*] ? (@.path starts with "limits.")\')';

/** Tampering with limits around the audit log, and with what the log says of them. */
export const tamperedLimits: readonly Tampering[] = [
  ["an agent's limit that was raised around the log", 'UPDATE agents SET per_day = per_day + 1', last],
  ["a party's limit that was removed around the log", 'UPDATE parties SET per_month = NULL', last],
  ["a party's limit that the log does not know", 'UPDATE parties SET per_transaction = 1', last],
  [
    'a limit in another currency that the log does not know',
    `UPDATE agents SET currency_limits = '{"CHF": {"perDay": 5}}' WHERE id IN
       (SELECT target_id FROM audit_lines WHERE action = 'POST /agents')`,
    last,
  ],
  ['a change of a limit that left the log', `DELETE FROM audit_lines WHERE position = (${lastOf()})`, last],
  [
    'a change of a limit that begins elsewhere',
    `UPDATE audit_lines SET changes = jsonb_set(changes, '{0,from}', '7') WHERE position = (${lastOf()})`,
    chain,
  ],
  [
    'the first limits of a new agent that begin elsewhere',
    `UPDATE audit_lines SET changes = '[{"path": "limits.perDay", "from": 7, "to": 8}]' WHERE action = 'POST /agents'`,
    chain,
  ],
];

/** Returns the SQL of the position of the last line that changed limits. */
function lastOf(): string {
  return `SELECT max(position) FROM audit_lines WHERE ${ofLimits} AND action NOT LIKE 'POST%'`;
}
