import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { resources } from '../support/http.ts';
import { customer, main, testServer } from '../support/server.ts';

const server = testServer();
const examples = new URL('../../../examples/', import.meta.url);
const library = new URL('../../../client/src/index.ts', import.meta.url).href;

/** Runs a program as an agent that may pay 20.00, and approves what it says that a person decides. Returns what it printed. */
async function run(program: string): Promise<{ lines: string[]; payments: number }> {
  const agent = await newAgent(server, { limits: { perTransaction: 2_000 } });
  const child = spawn(process.execPath, [program, customer.partyId], {
    env: { PATH: process.env['PATH'], PURSER_URL: server.baseUrl, PURSER_API_KEY: agent.key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    const [id] = /\bapr_[0-9a-f]{32}\b/.exec(line) ?? [];
    if (id !== undefined) await server.as(main.approverApiKey).post(`/approvals/${id}/approve`);
  }
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  return { lines, payments: resources(await server.get(`/payments?agentId=${agent.id}`)).length };
}

describe('the model of an example loses an answer and pays once, and waits for its person', () => {
  it('by the connector', async () => {
    const { lines, payments } = await run(fileURLToPath(new URL('model-that-buys.js', examples)));
    expect(lines.slice(0, 3)).toEqual([
      'create_payment: no answer',
      'create_payment: already_paid',
      'create_payment: needs_approval',
    ]);
    expect(lines.at(-1)).toBe('The paper: already_paid. The printer: paid.');
    expect(payments).toBe(2);
  });

  it('by the library in TypeScript', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'purser-example-'));
    const program = join(folder, 'agent-that-buys.ts');
    const text = await readFile(new URL('agent-that-buys.ts', examples), 'utf8');
    await writeFile(program, text.replace("'@purser/client'", `'${library}'`));
    const { lines, payments } = await run(program);
    await rm(folder, { recursive: true });
    expect(lines).toEqual([
      'invoice 7: NOBODY_KNOWS',
      'invoice 7: COMPLETED',
      'invoice 7: COMPLETED',
      'the printer: IN_REVIEW',
      expect.stringMatching(/^A person decides about apr_\w+: limitExceeded$/),
      'The paper: COMPLETED, once. The printer: COMPLETED.',
    ]);
    expect(payments).toBe(2);
  });
});
