import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/start/app.ts';
import type { Draft } from './draft.ts';
import { exampleDraft, fullDrafts } from './good.ts';
import { judgeAll, tryAll } from './trial.ts';
import { misfit } from './validator.ts';
import { findOperation } from './document.ts';
import { makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const names = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);

describe.each(names)('%s', (name) => {
  it('accepts the documented example with existing ids, and responds as documented', async () => {
    const operation = findOperation(world.document, name);
    expect(await statusesOf([await exampleDraft(world, operation)])).toEqual([operation.status]);
  });

  it('documents a response example that fits its own schema', () => {
    const { response } = findOperation(world.document, name);
    expect(misfit(response.schema, response.example)).toBe('');
  });

  it('accepts every documented attribute, in each of its alternatives', async () => {
    const operation = findOperation(world.document, name);
    for (const draft of fullDrafts(world, operation)) {
      const { path } = await exampleDraft(world, operation); // a new path for each request
      expect(await statusesOf([{ ...draft, path }])).toEqual([operation.status]);
    }
  });
});

/** Returns the statuses of valid requests. Fails if one breaks a promise. */
async function statusesOf(drafts: readonly Draft[]): Promise<Array<number | string>> {
  const { outcomes, broken } = await judgeAll(
    world,
    drafts.map((draft) => ({ draft })),
  );
  expect(broken).toEqual([]);
  return outcomes.map(({ outcome }) => (typeof outcome === 'string' ? outcome : outcome.status));
}

describe('an address with an id', () => {
  it.each(names.filter((name) => /\{\w+Id\}/.test(name)))(
    'reveals nothing about a resource of another party: %s',
    async (name) => {
      const operation = findOperation(world.document, name);
      const good = await exampleDraft(world, operation);
      const [parameter, id] = Object.entries(good.path)[0] ?? ['', ''];
      const prefix = id.slice(0, 3);
      const absent = `${prefix}_${'0'.repeat(32)}`;
      const trials = [absent, world.foreign[prefix] ?? ''].map((other) => ({
        draft: { ...good, path: { ...good.path, [parameter]: other } },
      }));
      const { outcomes, broken, changed } = await tryAll(world, trials);
      expect({ broken, changed }).toEqual({ broken: [], changed: [] });
      const texts = outcomes.map(({ outcome }) =>
        typeof outcome === 'string' ? outcome : `${outcome.status} ${withoutIds(outcome.text)}`,
      );
      expect(texts).toEqual([expect.stringMatching(/^404 /), texts[0]]);
    },
  );
});

const withoutIds = (text: string): string => text.replaceAll(/req_[0-9a-f]{32}/g, 'req_');
