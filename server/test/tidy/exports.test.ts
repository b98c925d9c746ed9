import { expect, it } from 'vitest';
import { sources } from './files.ts';

const files = ['server/', 'proof/', 'bench/', 'client/', 'cli/'].flatMap(sources);

/** What a file takes from which one, as `path name`. A namespace import, or a whole module at run time, takes everything. */
const taken = new Set<string>();
const whole = new Set(['cli/src/main.ts']); // cli/bin/purser.js loads it, built
for (const { path, text } of files) {
  const resolve = (target: string) => new URL(target, `file:///${path}`).pathname.slice(1);
  for (const [, names = '', target = ''] of text.matchAll(
    /(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']+)'/g,
  )) {
    for (const each of names.split(',')) {
      const name = each
        .replace(/^\s*type\s/, '')
        .trim()
        .split(' as ')[0];
      if (name) taken.add(`${resolve(target)} ${name}`);
    }
  }
  for (const [, target = ''] of text.matchAll(/(?:\* as \w+ from |import\()'(\.[^']+)'/g))
    whole.add(resolve(target));
}

it('exports no value from server/src and cli/src that no other file imports, and no type that nothing uses', () => {
  const unused = [...sources('server/src/'), ...sources('cli/src/')].flatMap(({ path, text }) => {
    if (whole.has(path)) return [];
    const exported = text.matchAll(/^export (?:async )?(const|function\*?|type|class|let) (\w+)/gm);
    return [...exported].flatMap(([, kind, name = '']) => {
      const isNamedHere = kind === 'type' && text.split(new RegExp(`\\b${name}\\b`)).length > 2;
      return isNamedHere || taken.has(`${path} ${name}`) ? [] : [`${path} ${name}`];
    });
  });
  expect(unused).toEqual([]);
});
