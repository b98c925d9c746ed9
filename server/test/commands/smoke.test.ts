import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/start/app.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-smoke-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function smoke(baseUrl: string): Promise<{ code: unknown; out: string }> {
  const file = join(folder, 'sandbox.json');
  await writeFile(file, JSON.stringify({ baseUrl, environment: 'sandbox', parties: server.parties }));
  const script = new URL('../../src/commands/smoke.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code, out };
}

describe('npm run smoke', () => {
  it('sends every endpoint a valid request, and can be repeated', async () => {
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
