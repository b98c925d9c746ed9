import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/start/app.ts';
import { newestEvent } from '../support/events.ts';
import { type Ended, runScript } from '../support/programs.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-smoke-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function smoke(baseUrl: string): Promise<Ended> {
  const file = join(folder, 'sandbox.json');
  await writeFile(file, JSON.stringify({ baseUrl, environment: 'sandbox', parties: server.parties }));
  const script = new URL('../../src/commands/smoke.ts', import.meta.url).pathname;
  return runScript(script, [file], {});
}

describe('npm run smoke', () => {
  it('sends every endpoint a valid request, and can be repeated', async () => {
    await newestEvent(server);
    for (let round = 0; round < 2; round += 1) {
      const { code, out } = await smoke(server.baseUrl);
      expect([code, out]).toEqual([0, expect.not.stringContaining('WRONG')]);
      const wanted = endpoints.map(({ method, path }) => `${method} ${path}`);
      expect(wanted.filter((route) => !out.includes(`  ${route}\n`))).toEqual([]);
    }
  });

  it('reports the failed request, and exits 1', async () => {
    const { code, out } = await smoke(`${server.baseUrl}/api/v9`);
    expect([code, out]).toEqual([1, expect.stringContaining('WRONG  404  POST /payments')]);
  });
});
