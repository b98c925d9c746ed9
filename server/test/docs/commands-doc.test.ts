import { expect, it } from 'vitest';
import { adminCommandNames } from '../../src/commands/admin-commands.ts';
import { handlers } from '../../src/engine/decide/commands.ts';
import { read } from '../tidy/files.ts';

const kinds = Object.keys(handlers);
// The table of locks calls it by its two verdicts.
const verdicts = 'approve, deny';

it("the engine's README names every command, and no other", () => {
  const [, table = ''] = read('server/src/engine/README.md').split(/^\| Command \|.*$/m);
  const told = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind);
  expect(new Set(told)).toEqual(new Set(kinds));
});

it('docs/data-model.md says what every command locks', () => {
  const [, table = ''] = read('docs/data-model.md').split(/^\| Command \| Locks \|$/m);
  const told = [...table.matchAll(/^\| ([\w, ]+) \|/gm)].map(([, names]) => names).join(', ');
  const shown = told.replace(verdicts, 'decideApproval').split(', ');
  expect(kinds.filter((kind) => !shown.includes(kind))).toEqual([]);
});

it('CONTRIBUTING.md names every command of the operator', () => {
  expect(adminCommandNames.length).toBeGreaterThan(5);
  const text = read('CONTRIBUTING.md');
  expect(adminCommandNames.filter((name) => !text.includes(`\`npm run admin -- ${name}`))).toEqual([]);
});
