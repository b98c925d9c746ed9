import type { ListPage } from './filters.ts';

/** A page of a list that reads a bounded number of rows, with ids from `lowest` on. */
export type BoundedPage = ListPage & { lowest: string };

/**
 * Returns one index range in list order: rows of `from` whose columns have these values, with ids from $lowest on and
 * below $before, at most `scan` of them. As rows are compared, no other index has this order, so the plan cannot use one.
 */
export function searchRange(
  from: string,
  keys: Readonly<Record<string, string>>,
  scan: string,
  condition = '',
): string {
  const [names, values] = [Object.keys(keys), Object.values(keys)];
  const row = [...names, 'id'];
  return `SELECT ${from} WHERE (${row.join(', ')}) < (${values.join(', ')}, $before::uuid)
    AND (${row.join(', ')}) >= (${values.join(', ')}, $lowest::uuid) ${condition}
    ORDER BY ${row.map((name) => `${name} DESC`).join(', ')} LIMIT ${scan}`;
}

/**
 * Returns the SQL of a list that finds up to $count wanted rows in several ranges: newest first, or oldest first if `order` is
 * `ASC`. Each is read in list order and no further than `scan` rows. If one of them ends there, the page ends at its last
 * row, which is `scannedTo`: beyond it, rows of that range may be missing. `wanted` is a condition on `x`; `columns` and
 * `join` are about a found row, `m`. `each` makes several rows of one of `x`: a join, what `m` has then, and their order. A
 * search that finds nothing returns one row without an id.
 */
export function boundedSearch(
  ranges: readonly string[],
  scan: string,
  {
    wanted,
    columns,
    join = '',
    each,
    order = 'DESC',
  }: { wanted: string; columns: string; join?: string; each?: Each; order?: 'ASC' | 'DESC' },
): string {
  const [nearest, within] = order === 'DESC' ? ['greatest', '>='] : ['least', '<='];
  const rank = each ? `, ${each.rank} ${order}` : '';
  const rankFound = each ? `, m.${each.rank} ${order}` : '';
  const names = ranges.map((_text, index) => `range_${index}`);
  const parts = ranges.map(
    (text, index) => `range_${index} AS MATERIALIZED (
      ${text})`,
  );
  const ends = names.map(
    (each) => `(SELECT id FROM ${each} ORDER BY id ${order} OFFSET ${scan} - 1 LIMIT 1)`,
  );
  return `WITH ${parts.join(', ')}, bound AS MATERIALIZED (SELECT ${nearest}(${ends.join(', ')}) AS scanned_to)
     SELECT b.scanned_to, ${columns}
     FROM bound b LEFT JOIN LATERAL (
       SELECT ${each?.columns ?? '*'} FROM (${names.map((name) => `SELECT * FROM ${name}`).join(' UNION ALL ')}) x
       ${each?.join ?? ''}
       WHERE (b.scanned_to IS NULL OR x.id ${within} b.scanned_to) AND ${wanted} ORDER BY x.id ${order}${rank} LIMIT $count) m
       ON true
     ${join} ORDER BY m.id ${order}${rankFound}`;
}

/** How one row becomes several; `rank` is a column by which they are in order. */
export type Each = { join: string; columns: string; rank: string };

/** Rows in list order, and the id at which the search stopped; null if it came to the end. */
export type Found<Row> = { rows: Row[]; scannedTo: string | null };

export function foundIn<Row extends { id: string }>(
  rows: ReadonlyArray<Row & { scannedTo: string | null }>,
): Found<Row> {
  // A search without a result still says how far it came, in a row without an id.
  return {
    rows: rows.filter(({ id }: { id: string | null }) => id !== null),
    scannedTo: rows[0]?.scannedTo ?? null,
  };
}
