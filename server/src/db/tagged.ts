export type Tag = { name: string; value: string };

/**
 * Returns the SQL of the rows of a table on a `ListPage` that carry a `Tag` for the party, newest first, to be used like
 * the table itself. It reads a range of the primary key of tagged_resources, which is in list order, and one row of the
 * table for each. `wanted` is the list's other filters, a condition on a row; `true` without any.
 */
export function taggedRows(table: string, resource: string, wanted: string): string {
  return `(SELECT ${table}.* FROM (SELECT resource_id FROM tagged_resources
     WHERE party_id = $partyId AND resource = '${resource}' AND name = $name AND value = $value AND resource_id < $before) t
   CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE id = t.resource_id LIMIT 1) ${table}
   WHERE ${wanted} ORDER BY t.resource_id DESC LIMIT $count)`;
}
