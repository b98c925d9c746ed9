import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { resources } from '../support/http.ts';
import { customer, main, testServer } from '../support/server.ts';

const server = testServer();
const example = fileURLToPath(new URL('../../../examples/model-that-buys.js', import.meta.url));

it('the model of the example loses an answer and pays once, and waits for its person', async () => {
  const agent = await newAgent(server, { limits: { perTransaction: 2_000 } });
  const child = spawn(process.execPath, [example, customer.partyId], {
    env: { PATH: process.env['PATH'], PURSER_URL: server.baseUrl, PURSER_API_KEY: agent.key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    const [, id] = /\/review\/(apr_[0-9a-f]{32})$/.exec(line) ?? [];
    if (id !== undefined) await server.as(main.approverApiKey).post(`/approvals/${id}/approve`);
  }
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  expect(lines.slice(0, 3)).toEqual([
    'create_payment: no answer',
    'create_payment: already_paid',
    'create_payment: needs_approval',
  ]);
  expect(lines.at(-1)).toBe('The paper: already_paid. The printer: paid.');
  expect(resources(await server.get(`/payments?agentId=${agent.id}`))).toHaveLength(2);
});
