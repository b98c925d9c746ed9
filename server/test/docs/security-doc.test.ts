import { expect, it } from 'vitest';
import { columnName } from '../../src/engine/model/tables.ts';
import { viewers } from '../../src/engine/model/viewers.ts';
import { read } from '../tidy/files.ts';

it('docs/security.md says who sees each column of a payment', () => {
  const [, after = ''] = read('docs/security.md').split('| Who sees it | Columns of a payment |');
  const [table = ''] = after.split('\n\n');
  const told = [...table.matchAll(/^\| ([a-z, ]+) \| (.*) \|$/gm)].flatMap(([, who, columns = '']) =>
    [...columns.matchAll(/`(\w+)`/g)].map(([, column]) => `${column}: ${who}`),
  );
  const seen = Object.entries(viewers).map(([column, who]) => `${columnName(column)}: ${who}`);
  expect(told.toSorted()).toEqual(seen.toSorted());
});
