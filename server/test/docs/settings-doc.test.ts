import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { settings } from '../../src/config.ts';

const page = new URL('../../../docs/operations.md', import.meta.url);

/** Returns the name and default of each row in the table of settings. */
function settingsIn(markdown: string): Record<string, string> {
  const rows = markdown.matchAll(/^\| `([A-Z][A-Z_]+)` \| (?:`([^`]*)`|–) \|/gm);
  return Object.fromEntries([...rows].map(([, name = '', value = '']) => [name, value]));
}

it('docs/operations.md lists every setting with its default, in the order of config.ts', async () => {
  const defaults: Record<string, string | number | boolean | undefined> = settings.parse({});
  const known = Object.keys(settings.shape).map((name): [string, string] => [
    name,
    String(defaults[name] ?? ''),
  ]);
  const listed = settingsIn(await readFile(page, 'utf8'));
  expect(listed, 'Change the table under "Settings".').toEqual(Object.fromEntries(known));
  expect(Object.keys(listed)).toEqual(known.map(([name]) => name));
});
