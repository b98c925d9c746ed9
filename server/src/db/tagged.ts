export type Tag = { name: string; value: string };

/**
 * Returns the SQL of a table's rows that carry a tag, newest first, to be used like the table itself: those below the id
 * $2, at most $3, whose tag named $`name` has the value $`name + 1` for the party $1. It reads a range of the primary
 * key of tagged_resources, which is in list order, and one row of the table for each. `wanted` is a condition on a row.
 */
export function taggedRows(table: string, resource: string, name: number, wanted = 'true'): string {
  return `(SELECT ${table}.* FROM (SELECT resource_id FROM tagged_resources
     WHERE party_id = $1 AND resource = '${resource}' AND name = $${name} AND value = $${name + 1} AND resource_id < $2) t
   CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE id = t.resource_id LIMIT 1) ${table}
   WHERE ${wanted} ORDER BY t.resource_id DESC LIMIT $3)`;
}
