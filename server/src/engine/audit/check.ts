/** A promise, and a query that finds the rows that violate it. */
export type AuditCheck = { check: string; sql: string };

/** Returns a check that every id in a column exists in the target table, for columns without a foreign key. */
export function exists(table: string, column: string, target: string): AuditCheck {
  return {
    check: `every ${column} of ${table} is in ${target}`,
    sql: `SELECT x.${column} FROM ${table} x LEFT JOIN ${target} t ON t.id = x.${column}
          WHERE x.${column} IS NOT NULL AND t.id IS NULL`,
  };
}
