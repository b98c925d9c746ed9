import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/start/app.ts';
import { exampleDraft } from '../fuzz/good.ts';
import { sendDraft } from '../fuzz/runs.ts';
import { findOperation } from '../fuzz/document.ts';
import { makeWorld, type World } from '../fuzz/world.ts';
import { type CallerName, callerNames, makeCallers } from './callers.ts';
import { cellFor, readMatrix } from './table.ts';

const matrix = await readMatrix();

let world: World;
let callers: Awaited<ReturnType<typeof makeCallers>>;
beforeAll(async () => {
  world = await makeWorld();
  callers = await makeCallers(world);
});
afterAll(() => world.close());

it('the matrix of docs/authority.md has a row for each endpoint that takes a credential', () => {
  const withCredential = endpoints.filter(({ scope }) => scope !== null);
  const names = withCredential.map(({ method, path }) => `${method} ${path}`);
  expect(matrix.map(({ endpoint }) => endpoint).toSorted()).toEqual(names.toSorted());
});

describe.each(matrix)('$endpoint', ({ endpoint, cells }) => {
  it('lets each kind of caller do what the matrix says', async () => {
    const name = endpoint.replaceAll(/:(\w+)/g, '{$1}');
    const found: Array<readonly [CallerName, string]> = [];
    for (const caller of callerNames) found.push([caller, await cellOf(name, caller)]);
    expect(Object.fromEntries(found)).toEqual(cells);
  });
});

async function cellOf(name: string, caller: CallerName): Promise<string> {
  const draft = await exampleDraft(world, findOperation(world.document, name)); // a new target for each caller
  const outcome = await sendDraft(world.baseUrl, await callers[caller](draft));
  if (typeof outcome === 'string') return outcome;
  const { errors = [] } = JSON.parse(outcome.text) as { errors?: Array<{ code: string }> };
  return cellFor(outcome.status, errors[0]?.code ?? '');
}
