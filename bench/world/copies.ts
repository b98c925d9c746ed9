import type { Client } from 'pg';

/** What differs from payment to payment: the value that the model has, and the SQL that makes another's. */
export type Places = ReadonlyMap<string, string>;

type Column = { name: string; type: string };

/** The tables that may get rows from a payment, each with how many it has. */
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
 * Does something once, and answers statements that copy every row it inserted, once for each row of the table `fill`,
 * with what `places` says in place of the model's values. So whatever the engine writes is copied, in any table.
 */
export async function copiesOf(client: Client, act: () => Promise<Places>): Promise<string[]> {
  const before = await rowCounts(client);
  const { rows } = await client.query<{ xact: string }>('SELECT pg_current_xact_id()::text AS xact');
  const places = await act();
  const after = await rowCounts(client);
  const statements: string[] = [];
  for (const [table, count] of after) {
    if (count === before.get(table)) continue;
    const columns = await columnsOf(client, table);
    const texts = columns.map(({ name }) => `${name}::text`);
    const found = await client.query<Record<string, string | null>>(
      `SELECT ${texts.join(', ')} FROM ${table} WHERE xmin::text::bigint > $1`,
      [rows[0]?.xact],
    );
    for (const row of found.rows) statements.push(copyOf(table, columns, row, places));
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
  places: Places,
): string {
  const values = columns.map(({ name, type }) => valueOf(row[name] ?? null, type, places));
  const names = columns.map(({ name }) => name).join(', ');
  // A row that names no payment is one per pair of parties, who may have met already.
  const isOfOnePayment = values.some((value) => /f\.(id|key)\b|uuidv7/.test(value));
  const conflict = isOfOnePayment ? '' : ' ON CONFLICT DO NOTHING';
  return `INSERT INTO ${table} (${names}) SELECT ${values.join(', ')} FROM fill f${conflict}`;
}

function valueOf(value: string | null, type: string, places: Places): string {
  if (value === null) return 'NULL';
  if (type === 'timestamp with time zone') return 'f.at';
  if (type === 'bytea') return `substr(sha256(uuid_send(f.id)), 1, ${value.length / 2 - 1})`; // any other hash will do
  if (type === 'uuid') return places.get(value) ?? 'uuidv7()';
  return `(${spliced(value, places)})::${type}`;
}

/** A text in which every place is taken by its expression. */
function spliced(text: string, places: Places): string {
  const known = new RegExp(`(${[...places.keys()].join('|')})`);
  const parts = text.split(known).filter((part) => part !== '');
  return parts.map((part) => places.get(part) ?? literal(part)).join(' || ') || "''";
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
