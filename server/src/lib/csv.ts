import { stringify } from 'csv-stringify/sync';
import type { Input } from 'csv-stringify/sync';

/**
 * Returns records as CSV (RFC 4180), each in a line of its own. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front; numbers stay as they are.
 */
export function csvLines(records: Input): string {
  return stringify(records, { escape_formulas: true, record_delimiter: 'windows' });
}
