import { describe, expect, it } from 'vitest';
import { sources } from './files.ts';

const all = ['server/src/', 'server/test/', 'server/scripts/', 'bench/', 'proof/'].flatMap(sources);

/** Returns the nodes that lie on a circle, in the order of the graph. */
function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reached = new Map([...graph.keys()].map((from) => [from, reachableFrom(graph, from)]));
  return [...graph.keys()].filter((each) => reached.get(each)?.has(each));
}

function reachableFrom(graph: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const found = new Set<string>();
  const open = [...(graph.get(from) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return found;
}

describe('imports form no circle', () => {
  it('between files of server, proof and bench, type imports included', () => {
    const graph = new Map(all.map(({ path, imports }) => [path, new Set(imports)]));
    expect(graph.size).toBeGreaterThan(500);
    expect(circles(graph)).toEqual([]);
  });

  it('between the folders of the engine', () => {
    const engine = 'server/src/engine/';
    const folderOf = (path: string): string => path.slice(engine.length).split('/')[0] ?? '';
    const graph = new Map<string, Set<string>>();
    for (const { path, imports } of all.filter((file) => file.path.startsWith(engine))) {
      const targets = graph.get(folderOf(path)) ?? new Set<string>();
      for (const target of imports) {
        if (target.startsWith(engine) && folderOf(target) !== folderOf(path)) targets.add(folderOf(target));
      }
      graph.set(folderOf(path), targets);
    }
    expect(graph.size).toBeGreaterThan(5);
    expect(circles(graph)).toEqual([]);
  });

  it('and a circle would be found', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ]);
    expect(circles(graph)).toEqual(['b', 'c']);
  });
});
