import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { errorsDoc, errorsPage } from '../../scripts/write-errors-doc.ts';

it('docs/errors.md lists the error codes of the program', async () => {
  const page = await readFile(errorsDoc, 'utf8');
  expect(page, 'Run `npm run docs:errors` and review the diff.').toBe(errorsPage());
});
