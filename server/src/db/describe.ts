import type { ClientBase } from 'pg';

/**
 * Returns the schema that results from the baseline and the migrations as SQL, read from PostgreSQL's catalog. The
 * embedded PostgreSQL has no pg_dump, and a distribution's pg_dump is often older than the server and then refuses to
 * dump it.
 */
export async function describeSchema(client: ClientBase): Promise<string> {
  const parts: string[] = [];
  for (const query of [domainsQuery, tablesQuery, indexesQuery, viewsQuery, functionsQuery, triggersQuery]) {
    parts.push(...(await lines(client, query)));
  }
  return [...parts, ''].join('\n\n');
}

async function lines(client: ClientBase, query: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(query);
  return rows.map((row) => row.line);
}

const domainsQuery = `
  SELECT format('CREATE DOMAIN %I AS %s %s;', t.typname, format_type(t.typbasetype, t.typtypmod),
    string_agg(pg_get_constraintdef(k.oid), ' ' ORDER BY k.conname)) AS line
  FROM pg_type t JOIN pg_constraint k ON k.contypid = t.oid AND k.contype = 'c'
  WHERE t.typtype = 'd' AND t.typnamespace = 'public'::regnamespace
  GROUP BY t.oid ORDER BY t.typname`;

const tablesQuery = `
  SELECT format(E'CREATE TABLE %I (\\n%s\\n);', c.relname, string_agg(part.line, E',\\n' ORDER BY part.rank, part.line_no)) AS line
  FROM pg_class c
  CROSS JOIN LATERAL (
    SELECT 1 AS rank, a.attnum AS line_no, format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END, coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')) AS line
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT 2, row_number() OVER (ORDER BY k.contype DESC, k.conname), format('  CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid))
    FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'c', 'f')
  ) part
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  GROUP BY c.relname ORDER BY c.relname`;

const indexesQuery = `
  SELECT pg_get_indexdef(i.indexrelid) || ';' AS line FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))
  ORDER BY c.relname`;

const viewsQuery = `
  SELECT format(E'CREATE VIEW %I AS\\n%s', viewname, definition) AS line FROM pg_views WHERE schemaname = 'public' ORDER BY viewname`;

const functionsQuery = `
  SELECT pg_get_functiondef(p.oid) AS line FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace ORDER BY p.proname`;

const triggersQuery = `
  SELECT pg_get_triggerdef(t.oid) || ';' ||
    CASE t.tgenabled WHEN 'A' THEN format(E'\\nALTER TABLE %I ENABLE ALWAYS TRIGGER %I;', c.relname, t.tgname) ELSE '' END AS line
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace ORDER BY t.tgname`;
