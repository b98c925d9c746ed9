import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScript } from '../support/programs.ts';
import { resources } from '../support/http.ts';
import { main, testServer } from '../support/server.ts';
import { readDocument } from './shell-session.ts';

const server = testServer();
const library = new URL('../../../client/src/index.ts', import.meta.url).href;

/** Returns the programs of a document: its blocks of JavaScript that import the client library. */
const programsIn = (document: string): string[] =>
  [...document.matchAll(/^```js\n(.*?)^```$/gms)]
    .map(([, code = '']) => code)
    .filter((code) => code.includes("from '@purser/client'"));

/** Runs a program with the main party's key. Returns its exit code and what it printed. */
async function run(program: string): Promise<{ code: number; printed: string }> {
  const file = join(tmpdir(), `purser-program-${process.pid}.mjs`);
  await writeFile(file, program.replace("'@purser/client'", `'${library}'`));
  const { code, out, err } = await runScript(file, [], {
    PURSER_API_KEY: main.apiKey,
    PURSER_URL: server.baseUrl,
  });
  await rm(file);
  return { code, printed: out + err };
}

describe('a program', () => {
  it('of the README pays once, though it runs twice', async () => {
    const [program = '', ...others] = programsIn(await readDocument('README.md'));
    expect(others).toEqual([]);
    for (const _ of [1, 2]) {
      const { code, printed } = await run(program);
      expect([code, printed]).toEqual([0, expect.stringMatching(/^COMPLETED Invoice 114$/m)]);
    }
    const paid = resources(await server.get('/payments?direction=OUTBOUND&limit=100'));
    expect(paid.filter(({ attributes }) => attributes['description'] === 'Invoice 114')).toHaveLength(1);
  });

  it("of the library's README runs", async () => {
    const programs = programsIn(await readDocument('client/README.md'));
    expect(programs).toHaveLength(1);
    for (const program of programs) expect(await run(program)).toEqual({ code: 0, printed: '' });
  });
});
