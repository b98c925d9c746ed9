import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documents, fromRoot, projectFiles, read } from './files.ts';

// A path in backquotes that begins like this names a file of the project.
const folders = /^(server|docs|bench|proof|client|cli|web|\.ci)\//;

type Named = { document: string; name: string; target: URL; anchor: string };

/** Returns the links of a document, relative to it, and its paths in backquotes, relative to the project. */
function namesIn(document: string): Named[] {
  const text = read(document);
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const relative = links.filter((link) => !/^[a-z]+:/.test(link));
  const paths = [...text.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);
  return [
    ...relative.map((name) => {
      const target = new URL(name, fromRoot(document));
      const anchor = target.hash.slice(1);
      target.hash = '';
      return { document, name, target, anchor };
    }),
    ...paths
      .filter((path) => folders.test(path) && !path.includes('NNNN'))
      .map((name) => ({ document, name, target: fromRoot(name), anchor: '' })),
  ];
}

/** Returns the anchors that GitHub generates for a document's headings. */
function anchorsOf(document: URL): string[] {
  const headings = readFileSync(document, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const found = documents().flatMap(namesIn);
const isThere = ({ target }: Named): boolean => existsSync(target);

it('every relative link and every file named in a document exists', () => {
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter((each) => !isThere(each)).map(shown)).toEqual([]);
});

it('every source file that a document names without its folder exists', () => {
  const files = projectFiles();
  const isKnown = (name: string): boolean => files.some((path) => `/${path}`.endsWith(`/${name}`));
  const wrong = documents().flatMap((document) =>
    [...read(document).matchAll(/`([\w./-]+\.(?:ts|sql))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !isKnown(name) && !name.includes('NNNN'))
      .map((name) => `${document}: ${name}`),
  );
  expect(wrong).toEqual([]);
});

it('every npm script that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = documents().flatMap((document) =>
    [...read(document).matchAll(/\bnpm (?:run ([a-z][a-z:-]*)|(start|test)\b)/g)].map(
      ([, run, short = '']) => ({ document, name: run ?? short }),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  const wrong = named.filter(({ name }) => !Object.hasOwn(scripts, name));
  expect(wrong.map(({ document, name }) => `${document}: npm run ${name}`)).toEqual([]);
});

it('every link to a heading finds it', () => {
  const wrong = found
    .filter((each) => each.anchor !== '' && isThere(each))
    .filter(({ anchor, target }) => !anchorsOf(target).includes(anchor));
  expect(wrong.map(shown)).toEqual([]);
});

const shown = ({ document, name }: Named): string => `${document}: ${name}`;

it('every name that a document says is in a file is there', () => {
  const files = projectFiles();
  const wrong = documents().flatMap((document) =>
    [...read(document).matchAll(/`(\w+)`\s+(?:in|of)\s+`([\w./-]+\.ts)`/g)].flatMap(
      ([, name = '', path = '']) => {
        const meant = files.filter((each) => `/${each}`.endsWith(`/${path}`));
        const isSaid = meant.some((each) => new RegExp(`\\b${name}\\b`).test(read(each)));
        return isSaid ? [] : [`${document}: ${name} is not in ${path}`];
      },
    ),
  );
  expect(wrong).toEqual([]);
});
