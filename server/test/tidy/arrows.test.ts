import { describe, expect, it } from 'vitest';
import { placeOf, sources } from './files.ts';

// From the ground up; a file may import its own level and those below. What is not named is a room.
const levels = [
  ['lib', 'errors.ts', 'scopes.ts', 'config.ts'],
  ['db'],
  ['engine', 'gateways'],
  ['context.ts'],
  ['http', 'idempotency'],
  ['rooms'],
  ['seed', 'pages', 'jobs'],
  ['simulations'],
  ['app.ts', 'start'],
  ['main.ts', 'commands'],
];
const named = new Set(levels.flat());
const roomFiles = /\/(queries|view|schema|routes)\.ts$/;
const files = sources('server/src/');

describe('imports', () => {
  it('point from rooms to the engine to the database to lib, and never back', () => {
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter((target) => levelOf(target) > levelOf(path))
        .map((target) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('of another room go to its verbs, never to its queries, views, schemas or routes', () => {
    const wrong = files
      .filter(({ path }) => isRoom(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => isRoom(target) && placeOf(target) !== placeOf(path) && roomFiles.test(target))
          .map((target) => `${path} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('between rooms form no circle', () => {
    const graph = new Map<string, Set<string>>();
    for (const { path, imports } of files.filter((file) => isRoom(file.path))) {
      const targets = graph.get(placeOf(path)) ?? new Set<string>();
      for (const target of imports)
        if (isRoom(target) && placeOf(target) !== placeOf(path)) targets.add(placeOf(target));
      graph.set(placeOf(path), targets);
    }
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(graph.get(from) ?? [])].some(
        (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
      );
    expect([...graph.keys()].filter((room) => reaches(room, room))).toEqual([]);
  });

  it('name the web framework in http/ only', () => {
    const wrong = files.filter(
      ({ path, text }) => /from '(fastify|@fastify\/[^']+)'/.test(text) && placeOf(path) !== 'http',
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

function isRoom(path: string): boolean {
  return !named.has(placeOf(path));
}

function levelOf(path: string): number {
  return levels.findIndex((level) => level.includes(isRoom(path) ? 'rooms' : placeOf(path)));
}
