import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Guarantee } from '../hammer/violation.ts';
import { here } from '../support/program.ts';
import { scratchFolder } from '../support/scratch.ts';
import type { Findings } from './hammer.ts';

// What the tests need beside the server.
const parts = ['vitest.config.ts', 'server/test', 'proof/chaos/ports.ts'];

/** The part of vitest's report in JSON that matters here. */
type Report = {
  numTotalTests: number;
  testResults: ReadonlyArray<{
    message: string;
    assertionResults: ReadonlyArray<{ status: string; fullName: string }>;
  }>;
};

/**
 * Runs these test files on the build whose root is `code`. A test that fails has found its fault, which breaks `promise`.
 * Throws if a file fails without one: then nothing was tried.
 */
export async function runTests(
  code: string,
  files: readonly string[],
  promise: Guarantee,
): Promise<Findings> {
  for (const part of parts) await cp(join(here, part), join(code, part), { recursive: true });
  const file = join(await scratchFolder(), 'tests.json');
  const vitest = join(code, 'node_modules/vitest/vitest.mjs');
  const options = ['--project', 'server', '--reporter', 'json', '--outputFile', file];
  const child = spawn(process.execPath, [vitest, 'run', ...options, ...files], {
    cwd: code,
    stdio: 'ignore',
  });
  await once(child, 'close');
  const { testResults, numTotalTests } = JSON.parse(await readFile(file, 'utf8')) as Report;
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  const isWhole = testResults.length === files.length && numTotalTests > 0;
  if (!failed && (child.exitCode !== 0 || !isWhole)) {
    const said = testResults.map(({ message }) => message).join('\n');
    throw new Error(`the tests failed without a finding (exit ${child.exitCode ?? 'by a signal'}):\n${said}`);
  }
  const text = failed && `a test fails: ${failed.fullName}`;
  return { operations: 1, violation: text === undefined ? null : { promise, text, afterOperations: 1 } };
}
