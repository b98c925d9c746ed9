import { blockChecks } from './blocks.ts';
import { changedLimitChecks } from './changed-limits.ts';
import type { AuditCheck } from './check.ts';
import { decisionChecks } from './decisions.ts';
import { ledgerChecks } from './ledger.ts';
import { limitChecks } from './limits.ts';
import { paymentRequestChecks } from './payment-requests.ts';
import { recordChecks } from './records.ts';
import { referenceChecks } from './references.ts';
import { ruleChecks } from './rules.ts';
import { transactionChecks } from './transactions.ts';

/** The protection of the tables, which their owner can switch off and a restore of data alone resets. */
const triggerChecks: readonly AuditCheck[] = [
  {
    check: 'every trigger is enabled always',
    sql: `SELECT c.relname AS table, t.tgname AS trigger FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
          WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace AND t.tgenabled <> 'A'`,
  },
];

/**
 * The checks of `npm run audit`: first the money, then the records about it, the sealed audit log, the references, and
 * the triggers.
 */
export const auditChecks: readonly AuditCheck[] = [
  ...ledgerChecks,
  ...transactionChecks,
  ...decisionChecks,
  ...paymentRequestChecks,
  ...limitChecks,
  ...changedLimitChecks,
  ...ruleChecks,
  ...recordChecks,
  ...blockChecks,
  ...referenceChecks,
  ...triggerChecks,
];
