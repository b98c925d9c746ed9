/**
 * A promise, and a query that finds the rows that violate it. With `isWrong`, which recomputes what SQL cannot, the query
 * finds all rows, and those that it names violate the promise.
 */
export type AuditCheck = { check: string; sql: string; isWrong?: (row: object) => boolean };

/** Returns those of the rows that violate the promise. */
export function wrongRows<R extends object>({ isWrong }: AuditCheck, rows: readonly R[]): R[] {
  return rows.filter((row) => isWrong?.(row) ?? true);
}

/** Returns a check that every id in a column exists in the target table, for columns without a foreign key. */
export function exists(table: string, column: string, target: string): AuditCheck {
  return {
    check: `every ${column} of ${table} is in ${target}`,
    sql: `SELECT x.${column} FROM ${table} x LEFT JOIN ${target} t ON t.id = x.${column}
          WHERE x.${column} IS NOT NULL AND t.id IS NULL`,
  };
}
