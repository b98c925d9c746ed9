import { describe, expect, it } from 'vitest';
import { folderOf, projectFiles, read, sources } from './files.ts';

const files = sources('server/src/');
const all = [
  ...files,
  ...sources('server/test/'),
  ...sources('bench/'),
  ...sources('proof/'),
  ...sources('server/scripts/'),
  ...sources('cli/').filter(({ path }) => !path.includes('/generated/')),
];

describe('a file', () => {
  it('has at most 400 lines', () => {
    expect(
      all.filter(({ lines }) => lines.length > 401).map(({ path, lines }) => `${path}: ${lines.length}`),
    ).toEqual([]);
  });

  it('is at most three folders deep below src', () => {
    expect(files.filter(({ path }) => path.split('/').length > 6).map(({ path }) => path)).toEqual([]);
  });

  it('is not a barrel file and has no vague name', () => {
    const vague = /(manager|helper|util|service|common|misc)s?\.ts$|\/index\.ts$/i;
    expect(all.filter(({ path }) => vague.test(path)).map(({ path }) => path)).toEqual([]);
  });

  it('declares nothing with a vague name', () => {
    const vague = /\b(?:function|const|class|type) \w*(?:Manager|Helper|Utils?|Service)\b/;
    expect(all.filter(({ text }) => vague.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('an error handler of the web server', () => {
  it('refuses through refuse.ts, which knows when to wait', () => {
    const handlers = files.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:errorHandler: |setErrorHandler\()[^]*?(?=sendError|sendPage|failure)/g)].map(
        ([upTo]) => ({ path, upTo }),
      ),
    );
    expect(handlers.length).toBeGreaterThan(3);
    expect(handlers.filter(({ upTo }) => !upTo.includes('refuse(')).map(({ path }) => path)).toEqual([]);
  });
});

describe('SQL', () => {
  it('appears in queries.ts, db/ and engine/ only', () => {
    const sql =
      /['"`]\s*\(?(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|BEGIN|COMMIT|ROLLBACK|CREATE|ALTER|DROP|TRUNCATE)\b/;
    const wrong = files.filter(
      ({ path, text }) =>
        sql.test(withoutComments(text)) &&
        !path.endsWith('/queries.ts') &&
        !['db', 'engine'].includes(folderOf(path)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('is prepared under a unique statement name', () => {
    const names = files.flatMap(({ text }) =>
      [
        ...text.matchAll(
          /\b(?:statement|many|one|value|column|count|run|hits|asRecorded)(?:<[^(]*>)?\(\s*'([a-z_]+)'/g,
        ),
      ].map(([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('is given its party after all that is spread, which might name another', () => {
    const given = /\((?:ctx\.)?(?:db|tx|session), \{([^{}]*)\}/g;
    const wrong = files.flatMap(({ path, text }) =>
      [...text.matchAll(given)].flatMap(([, values = '']) =>
        /\bpartyId\b[^]*\.\.\./.test(values) ? [`${path}: ${values.trim()}`] : [],
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the environment', () => {
  it('is read in config.ts only', () => {
    const wrong = files.filter(
      ({ path, text }) => text.includes('process.env') && path !== 'server/src/config.ts',
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('a comment', () => {
  it('has at most three lines in a row inside code', () => {
    const wrong = all.flatMap(({ path, lines }) =>
      lines.flatMap((_line, index) =>
        lines.slice(index, index + 4).length === 4 &&
        lines.slice(index, index + 4).every((line) => /^\s*\/\/ /.test(line))
          ? [`${path}:${index + 1}`]
          : [],
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('precedes every exported function that throws: its type does not say so', () => {
    const wrong = files.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => {
        if (!/^export (async )?function /.test(line)) return [];
        const body = lines.slice(index, lines.indexOf('}', index));
        const throws = body.some((each) => /\bthrow\b/.test(each));
        return throws && !/(\*\/|\/\/ .*)$/.test(lines[index - 1] ?? '') ? [`${path}:${index + 1}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the project', () => {
  it('contains no postponed work and no disabled check', () => {
    // Split into halves, so that this file does not match itself.
    const halves = [
      ['TO', 'DO'],
      ['FIX', 'ME'],
      ['@ts-', '(ignore|expect-error)'],
      ['lint-', 'disable'],
      ['\\b(it|describe|test)\\.', '(skip|only|todo)\\('],
    ];
    const forbidden = new RegExp(halves.map((pair) => pair.join('')).join('|'));
    expect(all.filter(({ text }) => forbidden.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('names no private path and no registry host', () => {
    const wrong = projectFiles().filter((path) =>
      /\/work\/(main|shared)|\/home\/[a-z]+\/|registry\.npmjs|\.library\//.test(
        path.startsWith('server/test/tidy') ? '' : read(path),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|\/\/ .*/g, '');
