/** A query that finds what must not be, and the promise that it keeps. */
export type AuditCheck = { check: string; sql: string };

/** Finds what a column names that is not in its table, where no foreign key sees to it. */
export function exists(table: string, column: string, target: string): AuditCheck {
  return {
    check: `every ${column} of ${table} is in ${target}`,
    sql: `SELECT x.${column} FROM ${table} x LEFT JOIN ${target} t ON t.id = x.${column}
          WHERE x.${column} IS NOT NULL AND t.id IS NULL`,
  };
}
