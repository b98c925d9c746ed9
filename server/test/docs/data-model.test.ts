import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';

it('docs/data-model.md names every column where it describes its table', async () => {
  const text = await readFile(new URL('../../../docs/data-model.md', import.meta.url), 'utf8');
  const [conventions = '', ...sections] = text.split(/^(?=\*\*[a-z_]+(?:\.\*\*|\*\* and))/m);
  const sectionsOf = (table: string): string =>
    sections.filter((section) => new RegExp(`\\*\\*${table}\\.?\\*\\*`).test(section)).join('\n');
  const missing = (await columns()).filter(
    ({ table, column }) => !new RegExp(`\\b${column}\\b`).test(conventions + sectionsOf(table)),
  );
  expect(missing).toEqual([]);
});

it.each([
  ['docs/data-model.md', 'Who writes what'],
  ['docs/operations.md', 'What grows'],
])('%s names every table under "%s"', async (path, title) => {
  const text = await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const section = text.split(/^##+ /m).find((each) => each.startsWith(title)) ?? '';
  const tables = new Set((await columns()).map(({ table }) => table));
  expect([...tables].filter((table) => !section.includes(`\`${table}\``))).toEqual([]);
});

it('docs/data-model.md names every index that no key has', async () => {
  const text = await readFile(new URL('../../../docs/data-model.md', import.meta.url), 'utf8');
  const indexes = await rowsOf<{ name: string }>(
    `SELECT relname AS name FROM pg_index JOIN pg_class c ON c.oid = indexrelid
     WHERE relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)`,
  );
  expect(indexes.filter(({ name }) => !text.includes(`\`${name}`))).toEqual([]);
});

const columns = () =>
  rowsOf<{ table: string; column: string }>(
    `SELECT relname AS table, attname AS column FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped`,
  );

async function rowsOf<Row extends object>(query: string): Promise<Row[]> {
  const client = new Client({ ...inject('connection'), database: 'purser_template' });
  await client.connect();
  const { rows } = await client.query<Row>(query);
  await client.end();
  return rows;
}
