import type { AuditCheck } from './check.ts';

/** The protection of the tables, which their owner can switch off and a restore of data alone resets. */
export const triggerChecks: readonly AuditCheck[] = [
  {
    check: 'every trigger is enabled always',
    sql: `SELECT c.relname AS table, t.tgname AS trigger FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
          WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace AND t.tgenabled <> 'A'`,
  },
];
