import type { Client } from 'pg';

/** The values that differ between payments: the template's value, and the SQL expression of a copy's value. */
export type Substitutions = ReadonlyMap<string, string>;

type Column = { name: string; type: string };

/** Returns the number of rows of each table. */
async function rowCounts(client: Client): Promise<Map<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')",
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
    counts.set(name, rows[0]?.count ?? 0);
  }
  return counts;
}

/**
 * Runs `act` once and returns statements that copy every row it inserted, once for each row of the table `fill`, with
 * the substitutions applied. It thus copies all rows that the engine writes, in any table.
 */
export async function copyStatements(client: Client, act: () => Promise<Substitutions>): Promise<string[]> {
  const before = await rowCounts(client);
  const { rows } = await client.query<{ xact: string }>('SELECT pg_current_xact_id()::text AS xact');
  const substitutions = await act();
  const after = await rowCounts(client);
  const statements: string[] = [];
  for (const [table, count] of after) {
    if (count === before.get(table)) continue;
    const columns = await columnsOf(client, table);
    // By their place, as the session gives columns the names that they have in the code.
    const texts = columns.map(({ name }, place) => `${name}::text AS c${place}`);
    const found = await client.query<Record<string, string | null>>(
      `SELECT ${texts.join(', ')} FROM ${table} WHERE xmin::text::bigint > $1`,
      [rows[0]?.xact],
    );
    for (const row of found.rows) statements.push(copyOf(table, columns, row, substitutions));
  }
  return statements;
}

async function columnsOf(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = '' ORDER BY attnum`,
    [table],
  );
  return rows;
}

function copyOf(
  table: string,
  columns: readonly Column[],
  row: Record<string, string | null>,
  substitutions: Substitutions,
): string {
  const values = columns.map(({ type }, place) => valueOf(row[`c${place}`] ?? null, type, substitutions));
  const names = columns.map(({ name }) => name).join(', ');
  // A row without a payment's id or key exists once per pair of parties, and may exist already.
  const isOfOnePayment = values.some((value) => /f\.(id|key)\b|uuidv7/.test(value));
  const conflict = isOfOnePayment ? '' : ' ON CONFLICT DO NOTHING';
  return `INSERT INTO ${table} (${names}) SELECT ${values.join(', ')} FROM fill f${conflict}`;
}

function valueOf(value: string | null, type: string, substitutions: Substitutions): string {
  if (value === null) return 'NULL';
  if (type === 'timestamp with time zone') return 'f.at';
  if (type === 'bytea') return `substr(sha256(uuid_send(f.id)), 1, ${value.length / 2 - 1})`; // any other hash will do
  if (type === 'uuid') return substitutions.get(value) ?? 'uuidv7()';
  return `(${substituted(value, substitutions)})::${type}`;
}

/** Returns an SQL expression for a text, with the substitutions applied. */
function substituted(text: string, substitutions: Substitutions): string {
  const known = new RegExp(`(${[...substitutions.keys()].join('|')})`);
  const parts = text.split(known).filter((part) => part !== '');
  return parts.map((part) => substitutions.get(part) ?? literal(part)).join(' || ') || "''";
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
