import { expect, it } from 'vitest';
import { read } from './files.ts';

it('docs/data-model.md names every column', () => {
  const text = read('docs/data-model.md');
  const tables = read('server/db/schema.sql').matchAll(/^CREATE TABLE (\w+) \(\n([^]*?)\n\);/gm);
  const missing = [...tables].flatMap(([, table = '', lines = '']) =>
    lines
      .split('\n')
      .map((line) => /^\s+(\w+) /.exec(line)?.[1] ?? '')
      .filter(
        (column) => column !== '' && column !== 'CONSTRAINT' && !new RegExp(`\\b${column}\\b`).test(text),
      )
      .map((column) => `${table}.${column}`),
  );
  expect(missing).toEqual([]);
});
