import { expect, it } from 'vitest';
import { read } from './files.ts';

it('docs/data-model.md names every column where it describes its table', () => {
  const [conventions = '', ...sections] = read('docs/data-model.md').split(
    /^(?=\*\*[a-z_]+(?:\.\*\*|\*\* and))/m,
  );
  const sectionsOf = (table: string): string =>
    sections.filter((section) => new RegExp(`\\*\\*${table}\\.?\\*\\*`).test(section)).join('\n');
  const tables = read('server/db/schema.sql').matchAll(/^CREATE TABLE (\w+) \(\n([^]*?)\n\);/gm);
  const missing = [...tables].flatMap(([, table = '', lines = '']) => {
    const described = conventions + sectionsOf(table);
    return lines
      .split('\n')
      .map((line) => /^\s+(\w+) /.exec(line)?.[1] ?? '')
      .filter((column) => column !== '' && column !== 'CONSTRAINT')
      .filter((column) => !new RegExp(`\\b${column}\\b`).test(described))
      .map((column) => `${table}.${column}`);
  });
  expect(missing).toEqual([]);
});
