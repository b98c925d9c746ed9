import type { Id } from '../lib/id.ts';

/** A page of a list of a party: up to `count` rows, below an id. */
export type ListPage = { partyId: Id<'pty'>; before: string; count: number };

/** Such a page for an agent that reads its own only: `own`. Null for everybody else. */
export type OwnPage = ListPage & { own: Id<'agt'> | null };

/** Returns the end of the query of what the agent `$own` made, newest first; the column names the agent. */
export function madeByOwn(
  column: string,
  condition: string,
  equal: Readonly<Record<string, string>> = {},
): string {
  return newestOf({ [column]: '$own::uuid', ...equal }, `${column} IS NOT NULL AND ${condition}`);
}

/**
 * Returns the end of the query of the rows of a page that have these values, by column, newest first. As whole rows are
 * compared, only an index of these columns and the id has this order, so the plan reads no other row.
 */
export function newestOf(equal: Readonly<Record<string, string>>, condition: string): string {
  const names = Object.keys(equal);
  const [columns, values] = [names.join(', '), Object.values(equal).join(', ')];
  return `WHERE (${columns}, id) < (${values}, $before::uuid)
    AND (${columns}, id) >= (${values}, '00000000-0000-0000-0000-000000000000'::uuid) AND ${condition}
    ORDER BY ${names.map((name) => `${name} DESC`).join(', ')}, id DESC LIMIT $count`;
}

/** A filter of a list: the type of its value in SQL, and the condition on a row, given the value's parameter. */
export type Filter = readonly [type: string, condition: (value: string) => string];

/** The query parameters by which a list filters, of a query that also says whose rows it shows, and which page. */
export type FilterOf<Query> = Exclude<
  keyof Query & string,
  'partyId' | 'customerPartyId' | 'limit' | 'cursor'
>;

/**
 * Returns the condition under which a row passes the filters of a list, each the parameter of its name. A filter without a
 * value lets every row pass.
 */
export function rowFilters<Name extends string>(filters: Readonly<Record<Name, Filter>>): string {
  const all: Array<[string, Filter]> = Object.entries(filters);
  const conditions = all.map(
    ([name, [type, condition]]) => `($${name}?::${type} IS NULL OR ${condition(`$${name}`)})`,
  );
  return conditions.join(' AND ') || 'true';
}

/** Returns filters that let a row pass whose column has the value. `columnOf` returns the column's type and its SQL. */
export function equalTo<Name extends string>(
  names: readonly Name[],
  columnOf: (name: Name) => readonly [type: string, column: string],
): Record<Name, Filter> {
  const filters = names.map((name): [Name, Filter] => {
    const [type, column] = columnOf(name);
    return [name, [type, (value) => `${column} = ${value}`]];
  });
  return Object.fromEntries(filters) as Record<Name, Filter>;
}
