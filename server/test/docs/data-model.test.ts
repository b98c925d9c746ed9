import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { longestLookBacks } from '../../src/engine/model/rule-history.ts';

it('docs/data-model.md names every column where it describes its table', async () => {
  const text = await documentText();
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
  const text = await documentText();
  const indexes = await rowsOf<{ name: string }>(
    `SELECT relname AS name FROM pg_index JOIN pg_class c ON c.oid = indexrelid
     WHERE relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)`,
  );
  expect(indexes.filter(({ name }) => !text.includes(`\`${name}`))).toEqual([]);
});

it('docs/data-model.md names no index that does not exist, and the columns of those that it names', async () => {
  const named = codeIn(await documentText());
  const shown = await columns();
  const tables = [...new Set(shown.map(({ table }) => table))];
  const triggers = await rowsOf<{ name: string }>('SELECT tgname AS name FROM pg_trigger');
  const others = new Set([
    ...tables,
    ...shown.map(({ column }) => column),
    ...triggers.map(({ name }) => name),
  ]);
  const indexes = new Map((await allIndexes()).map((index) => [index.name, index]));
  const wrong = named.filter((code) => {
    const [, name = '', of] = /^([a-z_]+)(?: \(((?:[a-z_]+(?:, )?)+)\))?/.exec(code) ?? [];
    const isIndex = !others.has(name) && tables.some((table) => name.startsWith(`${table}_`));
    if (!isIndex) return false;
    const index = indexes.get(name);
    return !index || !name.startsWith(`${index.table}_`) || (of && of !== index.columns);
  });
  expect(wrong).toEqual([]);
});

it('docs/data-model.md says which rows that rules look back at are deleted, and when', async () => {
  const parts = (await sectionOf('What the rules of agents look back at')).split(/^(?=\*\*)/m);
  const told = parts.flatMap((part) => {
    const [, table = ''] = /^\*\*([a-z_]+)\.\*\*/.exec(part) ?? [];
    const [, days] = /\bRows\s+older\s+than\s+(\d+)\s+days\s+are\s+deleted\b/.exec(part) ?? [];
    return days === undefined ? [] : [[table, Number(days)] as const];
  });
  const deleted = Object.values(longestLookBacks).flatMap(
    (of) => (of === null ? [] : [[of.table, of.longest_ms / 86_400_000 + 1] as const]), // a day more, for clocks that differ
  );
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(deleted));
});

it('docs/data-model.md names exactly the tables without a foreign key where it says why they have none', async () => {
  const tables = new Set((await columns()).map(({ table }) => table));
  const declared = await rowsOf<{ table: string }>(
    `SELECT conrelid::regclass::text AS table FROM pg_constraint WHERE contype = 'f'`,
  );
  const without = tables.difference(new Set(declared.map(({ table }) => table)));
  const named = new Set(codeIn(await sectionOf('Why the busy tables have no foreign keys'))).intersection(
    tables,
  );
  for (const referenced of ['wallets', 'webhooks']) named.delete(referenced);
  expect([...named].toSorted()).toEqual([...without].toSorted());
});

const documentText = () => readFile(new URL('../../../docs/data-model.md', import.meta.url), 'utf8');
const sectionOf = async (title: string): Promise<string> =>
  (await documentText()).split(/^##+ /m).find((each) => each.startsWith(title)) ?? '';

/** Returns what stands in backticks, on one line each. */
function codeIn(text: string): string[] {
  const parts = text.split('`');
  return parts.filter((_, index) => index % 2 === 1).map((code) => code.replaceAll(/\s+/g, ' '));
}

const columns = () =>
  rowsOf<{ table: string; column: string }>(
    `SELECT relname AS table, attname AS column FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped`,
  );

const allIndexes = () =>
  rowsOf<{ name: string; table: string; columns: string }>(
    `SELECT c.relname AS name, t.relname AS table, (SELECT string_agg(pg_get_indexdef(indexrelid, n, true), ', ' ORDER BY n)
       FROM generate_series(1, indnkeyatts) n) AS columns
     FROM pg_index JOIN pg_class c ON c.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
     WHERE t.relnamespace = 'public'::regnamespace`,
  );

async function rowsOf<Row extends object>(query: string): Promise<Row[]> {
  const client = new Client({ ...inject('connection'), database: 'purser_template' });
  await client.connect();
  const { rows } = await client.query<Row>(query);
  await client.end();
  return rows;
}
