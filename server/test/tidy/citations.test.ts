import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../spec/endpoints.ts';
import { citationsIn, definitions, entries, guarantees, specification } from './citations.ts';
import { fromRoot, projectFiles, read } from './files.ts';

// Generated, or with citations that are wrong on purpose.
const notRead = /^bench\/results\.md$|^server\/test\/tidy\/citations/;
const files = projectFiles().filter((path) => /\.(ts|js|sql|md)$/.test(path) && !notRead.test(path));
const found = files.map((path) => citationsIn(path, read(path)));
const known = definitions();

describe('a citation', () => {
  it('names an existing promise, rule or row', () => {
    const all = found.flatMap(({ citations }) => citations);
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter(({ id }) => !known.includes(id))).toEqual([]);
  });

  it('of a rule or row names the document: “guarantees, rule 4”, “specification, row E7”', () => {
    const wrong = found.flatMap(({ strays }) => strays);
    expect(wrong).toEqual([]);
  });

  it.each<[string, string[]]>([
    ['(G7)', ['G7']],
    ['`G1` to G13.', ['G1', 'G13']],
    ['G1–G3, G5', ['G1', 'G3', 'G5']],
    ['(guarantees, rule 4)', ['rule 4']],
    ['guarantees, rules 4, 7 and 9–11', ['rule 4', 'rule 7', 'rule 9', 'rule 10', 'rule 11']],
    [' * as required (guarantees,\n * rule 18).', ['rule 18']],
    ['// specification, rows E1\n// and E12', ['row E1', 'row E12']],
    ['specification, row S3: a request', ['row S3']],
  ])('is found: %s', (text, ids) => {
    expect(citationsIn('server/src/a.ts', text)).toMatchObject({
      citations: ids.map((id) => ({ id })),
      strays: [],
    });
  });

  it.each([
    'aG1',
    'G1a',
    'k4/G1+x',
    'tG1=',
    'HG1',
    '#G1',
    '&G1;',
    'MiG-21',
    'deadbeef01G12cafe',
    'a row of E',
    'one rule, 4 times',
    'rule A4',
  ])('is not found: %s', (text) => {
    expect(citationsIn('server/src/a.ts', text)).toEqual({ citations: [], strays: [] });
  });

  it.each(['as rule 15 says', 'rules 1 and 2', 'see row E7', 'guarantees rule 4', 'spec, rows E1–E3'])(
    'is a stray: %s',
    (text) => {
      const { citations, strays } = citationsIn('server/src/a.ts', text);
      expect([citations.length, strays.length > 0]).toEqual([0, true]);
    },
  );
});

describe('the specification', () => {
  it('defines each id once, and so do the guarantees', () => {
    expect(known.filter((id, index) => known.indexOf(id) !== index)).toEqual([]);
  });

  it('lists the same endpoints as the tests', () => {
    const rows = read(specification).matchAll(/^\| (E\d+) \| (\w+) \| `(\S+)` \| (\w+) \|/gm);
    const documented = [...rows].map(([, id, method, path, key]) => ({
      id,
      method,
      path,
      isRequired: key === 'required',
    }));
    const tested = endpoints.map(({ number, method, path, key }) => ({
      id: `E${number}`,
      method,
      path,
      isRequired: key === 'required',
    }));
    expect(documented).toEqual(tested);
  });

  it('has a test for each row of the table of states', () => {
    const rows = [...read(specification).matchAll(/^\| (S\d+) \|/gm)].map(([, id]) => id);
    const titles = read('server/test/spec/states.test.ts').matchAll(/^ {2}it\('specification, row (S\d+):/gm);
    expect([...titles].map(([, id]) => id)).toEqual(rows);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('the guarantees', () => {
  it('give the figure of each promise', () => {
    const promises = entries().filter(({ id }) => id.startsWith('G'));
    expect(promises.length).toBeGreaterThan(0);
    expect(promises.filter(({ figure }) => figure === '').map(({ id }) => id)).toEqual([]);
  });

  it('name the file that keeps each promise and rule, or say that nothing keeps it yet', () => {
    const wrong = entries().filter(({ keptIn }) => !keptIn.startsWith('nothing') && !namesFile(keptIn));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('name the command that shows each promise and rule, or say that none does yet', () => {
    const wrong = entries().filter(
      ({ shownBy }) => !/\*\*no program yet\*\*/i.test(shownBy) && !/`npm (run|test)\b/.test(shownBy),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('name only tests that exist', () => {
    const named = [...read(guarantees).matchAll(/`npm (?:test|run test:thorough) -- ([^\s`]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(fromRoot(path)))).toEqual([]);
  });

  it('name a test for each fault of others, or say that it does not apply yet', () => {
    const [, faults = ''] = read(guarantees).split('## Faults of others');
    const rows = [...faults.matchAll(/^\| .* \| .* \| (.*) \|$/gm)].map(([, test = '']) => test).slice(1);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((test) => !namesFile(test) && !test.startsWith('not applicable yet'))).toEqual([]);
  });
});

const namesFile = (text: string): boolean =>
  [...text.matchAll(/`([^`\s]+)`/g)].some(([, path = '']) => existsSync(fromRoot(path)));
