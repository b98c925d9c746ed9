import { describe, expect, it } from 'vitest';
import { folderOf, sources } from './files.ts';

// The layers, from the bottom up. A file may import its own layer and the layers below. All other folders are
// modules.
const layers = [
  ['lib', 'errors.ts', 'scopes.ts', 'config.ts'],
  ['db'],
  ['engine', 'gateways'],
  ['context.ts'],
  ['http', 'idempotency', 'bounds'],
  ['modules'],
  ['seed', 'pages', 'jobs'],
  ['simulations'],
  ['app.ts', 'start'],
  ['main.ts', 'commands'],
];
const named = new Set(layers.flat());
const privateFiles = /\/(queries|view|schema|routes)\.ts$/;
const files = sources('server/src/');

describe('imports', () => {
  it('follow the layers: modules import the engine, the engine imports db, db imports lib, never the reverse', () => {
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter((target) => layerOf(target) > layerOf(path))
        .map((target) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('of another module exclude its queries, views, schemas and routes', () => {
    const wrong = files
      .filter(({ path }) => isModule(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(
            (target) => isModule(target) && folderOf(target) !== folderOf(path) && privateFiles.test(target),
          )
          .map((target) => `${path} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('between modules form no cycle', () => {
    const graph = new Map<string, Set<string>>();
    for (const { path, imports } of files.filter((file) => isModule(file.path))) {
      const targets = graph.get(folderOf(path)) ?? new Set<string>();
      for (const target of imports)
        if (isModule(target) && folderOf(target) !== folderOf(path)) targets.add(folderOf(target));
      graph.set(folderOf(path), targets);
    }
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(graph.get(from) ?? [])].some(
        (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
      );
    expect([...graph.keys()].filter((module) => reaches(module, module))).toEqual([]);
  });

  it('name the web framework in http/ only', () => {
    const wrong = files.filter(
      ({ path, text }) => /from '(fastify|@fastify\/[^']+)'/.test(text) && folderOf(path) !== 'http',
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

function isModule(path: string): boolean {
  return !named.has(folderOf(path));
}

function layerOf(path: string): number {
  return layers.findIndex((layer) => layer.includes(isModule(path) ? 'modules' : folderOf(path)));
}
