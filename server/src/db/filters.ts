/** A filter of a list: the type of its value in SQL, and the condition on a row, given the value's parameter. */
export type Filter = readonly [type: string, condition: (value: string) => string];

/** The query parameters by which a list filters, of a query that also says whose rows it shows, and which page. */
export type FilterOf<Query> = Exclude<
  keyof Query & string,
  'partyId' | 'customerPartyId' | 'limit' | 'cursor'
>;

/** The filters of a list, in the order in which they are given. */
export type RowFilters<Name extends string> = {
  /** The condition under which a row passes; a filter whose value is null lets every row pass. */
  wanted: string;
  /** Returns the parameter of a filter's value, such as `$5`. */
  parameter: (name: Name) => string;
  /** Returns the values that a query has for the filters. */
  values: (query: Readonly<Partial<Record<Name, unknown>>>) => unknown[];
  names: readonly Name[];
};

/** Returns the filters of a list. Their values are the parameters of the statement from $`first` on. */
export function rowFilters<Name extends string>(
  first: number,
  filters: Readonly<Record<Name, Filter>>,
): RowFilters<Name> {
  const names = Object.keys(filters) as Name[];
  const parameter = (name: Name): string => `$${first + names.indexOf(name)}`;
  const conditions = names.map((name) => {
    const [type, condition] = filters[name];
    return `(${parameter(name)}::${type} IS NULL OR ${condition(parameter(name))})`;
  });
  return {
    wanted: conditions.join(' AND ') || 'true',
    parameter,
    values: (query) => names.map((name) => valueOf(query[name])),
    names,
  };
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

function valueOf(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
