import { describe, expect, it } from 'vitest';
import { type CsvColumns, csvRows } from '../../src/lib/csv.ts';

const columns: CsvColumns<readonly [string | null, number]> = {
  text: ([text]) => text,
  number: ([, n]) => n,
};

describe('a value in CSV', () => {
  it.each([
    ['\u202e=1+1', "'=1+1"],
    ['a\u2028b', 'a b'],
    ['a\u2066b\u202ac', 'abc'],
    ['=1+1', "'=1+1"],
    ['a,"b"', '"a,""b"""'],
    [null, ''],
  ])('of %j reads %j: in one line, in one direction and no formula', (text, read) => {
    expect(csvRows(columns, [[text, -5]])).toBe(`${read},-5\r\n`);
  });
});
