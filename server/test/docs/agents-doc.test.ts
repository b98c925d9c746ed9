import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { agentsDoc, agentsPage } from '../../scripts/write-agents-doc.ts';

it('docs/agents.md shows each tool as a model sees it, word for word', async () => {
  const page = await readFile(agentsDoc, 'utf8');
  expect(page, 'Run `npm run docs:agents` and review the diff.').toBe(agentsPage(page));
});
