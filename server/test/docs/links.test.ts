import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

// Below this, paths in backquotes are taken for files of the project.
const folders = /^(server|docs|bench|client|cli|web|\.ci)\//;

/** The project's Markdown files, relative to its root. */
function documents(): string[] {
  const places = ['*.md', '{server,docs,bench,client,cli,web}/**/*.md'];
  return globSync(places, { cwd: root, exclude: ['**/node_modules/**', 'bench/results*'] });
}

type Named = { document: string; name: string; target: URL; anchor: string };

/** What a document names, relative to the document (links) or to the project (paths in backquotes). */
function namesIn(document: string): Named[] {
  const text = readFileSync(new URL(document, root), 'utf8');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const relative = links.filter((link) => !/^[a-z]+:/.test(link));
  const paths = [...text.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);
  return [
    ...relative.map((name) => {
      const target = new URL(name, new URL(document, root));
      const anchor = target.hash.slice(1);
      target.hash = '';
      return { document, name, target, anchor };
    }),
    ...paths
      .filter((path) => folders.test(path) && !path.includes('NNNN'))
      .map((name) => ({ document, name, target: new URL(name, root), anchor: '' })),
  ];
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: URL): string[] {
  const headings = readFileSync(document, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it('every relative link and every file named in a document exists', () => {
  const found = documents().flatMap(namesIn);
  expect(found.length).toBeGreaterThan(50);
  const missing = found.filter(({ target }) => !existsSync(target));
  expect(missing.map(({ document, name }) => `${document}: ${name}`)).toEqual([]);
});

it('every link to a heading finds it', () => {
  const wrong = documents().flatMap((document) =>
    namesIn(document)
      .filter(({ anchor, target }) => anchor !== '' && !anchorsOf(target).includes(anchor))
      .map(({ name }) => `${document}: ${name}`),
  );
  expect(wrong).toEqual([]);
});
