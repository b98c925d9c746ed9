import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { errorsDoc, errorsPage } from '../../scripts/write-errors-doc.ts';

it('docs/errors.md is the table of codes as the program has it', async () => {
  const page = await readFile(errorsDoc, 'utf8');
  expect(page, 'Run `npm run docs:errors` and look at what changed.').toBe(errorsPage());
});
