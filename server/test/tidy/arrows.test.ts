import { describe, expect, it } from 'vitest';
import { folderOf, sources } from './files.ts';

// The folders and files of server/src, from the bottom up. A file may import its own layer and the layers below.
const layers = [
  ['lib', 'errors.ts', 'scopes.ts', 'config.ts'],
  ['db'],
  ['engine', 'gateways'],
  ['context.ts'],
  ['http', 'idempotency', 'terms'],
  ['mails'],
  ['identity'],
  ['authority'],
  ['money'],
  ['history'],
  ['doors'],
  ['jobs', 'seed'],
  ['start'],
  ['main.ts', 'commands'],
];
const groupsOfModules = new Set(['identity', 'authority', 'money', 'history']);
const privateFiles = /\/(queries|view|schema|routes)\.ts$/;
const files = sources('server/src/');

describe('imports', () => {
  it('follow the layers: money imports authority, authority identity, all of them the engine, never the reverse', () => {
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter((target) => layerOf(target) > layerOf(path))
        .map((target) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('name a layer for every folder of server/src', () => {
    expect(files.filter(({ path }) => layerOf(path) < 0).map(({ path }) => path)).toEqual([]);
  });

  it('of another module exclude its queries, views, schemas and routes', () => {
    const wrong = files
      .filter(({ path }) => isModule(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(
            (target) => isModule(target) && moduleOf(target) !== moduleOf(path) && privateFiles.test(target),
          )
          .map((target) => `${path} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('between modules form no cycle', () => {
    const graph = new Map<string, Set<string>>();
    for (const { path, imports } of files.filter((file) => isModule(file.path))) {
      const targets = graph.get(moduleOf(path)) ?? new Set<string>();
      for (const target of imports)
        if (isModule(target) && moduleOf(target) !== moduleOf(path)) targets.add(moduleOf(target));
      graph.set(moduleOf(path), targets);
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

const isModule = (path: string): boolean => groupsOfModules.has(folderOf(path));

/** Returns the folder of a module with its group: `money/payments`. */
const moduleOf = (path: string): string => path.replace('server/src/', '').split('/').slice(0, 2).join('/');

const layerOf = (path: string): number => layers.findIndex((layer) => layer.includes(folderOf(path)));
