import { expect, it } from 'vitest';
import { endpoints } from '../../src/start/app.ts';
import { sources } from '../tidy/files.ts';

const runCommand = 'server/src/idempotency/run-command.ts';
const verbs = sources('server/src/').filter(({ path }) =>
  /\/(identity|authority|money|history)\//.test(path),
);

/** The verbs that send a command to the engine, themselves or by another one. */
function sending(): Set<string> {
  const names = new Set(['runCommand']);
  const files = new Set([runCommand]);
  for (let size = 0; size < files.size;) {
    size = files.size;
    for (const { path, text, imports } of verbs) {
      const calls = [...names].some((name) => new RegExp(`\\b${name}\\(`).test(text));
      if (path.endsWith('/routes.ts') || !calls || !imports.some((each) => files.has(each))) continue;
      files.add(path);
      for (const [, name] of text.matchAll(/^export (?:async )?function (\w+)/gm)) if (name) names.add(name);
    }
  }
  return names;
}

// A denial holds and moves nothing, so that a second one does nothing. A preview is rolled back.
const excepted = ['POST /approvals/:approvalId/deny'];
const isPreview = (path: string): boolean => path.endsWith('/preview');

it('asks, or lets the operator ask, for an idempotency key wherever a command moves money', () => {
  const names = [...sending()];
  const found = endpoints.filter(({ method, path, run }) => {
    const text = run.toString();
    return (
      method !== 'GET' && !isPreview(path) && names.some((name) => new RegExp(`\\b${name}\\b`).test(text))
    );
  });
  const all = found.map(({ method, path }) => `${method} ${path}`);
  expect(all).toEqual(expect.arrayContaining(['POST /payments', 'POST /transfers/withdraw', ...excepted]));
  const open = found.filter(({ idempotency }) => idempotency === 'accepted' || idempotency === 'none');
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual(excepted);
});
