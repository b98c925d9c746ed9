import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import type { SandboxFile } from '../start/sandbox-file.ts';

type Probe = { name: string; method: string; path: string; body?: object; expected: number };

/** `npm run smoke [-- sandbox.json]`: one good request to every endpoint of a running sandbox; exits 1 if any fails. */
async function main(): Promise<void> {
  const path = process.argv[2] ?? join(readConfig().dataDir, 'sandbox.json');
  const { baseUrl, parties } = JSON.parse(await readFile(path, 'utf8')) as SandboxFile;
  const payment = {
    name: 'pay',
    method: 'POST',
    path: '/payments',
    body: { amount: 100, counterparty: { type: 'party_id', value: parties.customer.partyId } },
    expected: 201,
  };
  const paid = await probe(baseUrl, parties.main.apiKey, payment);
  const id = /pay_([0-9a-f]{32})/.exec(paid)?.[1] ?? '';
  const reads = [
    `/payments/pay_${id}`,
    '/transactions',
    `/transactions/txn_${id}`,
    '/approvals',
    '/counterparties',
  ];
  for (const each of [...reads, '/healthz', '/readyz', '/errors']) {
    await probe(baseUrl, parties.main.apiKey, { name: 'read', method: 'GET', path: each, expected: 200 });
  }
  const body = { name: 'Smoke', scopes: ['payments.read'] };
  await probe(baseUrl, parties.main.apiKey, {
    name: 'mint',
    method: 'POST',
    path: '/api-keys',
    body,
    expected: 201,
  });
}

async function probe(
  baseUrl: string,
  key: string,
  { name, method, path, body, expected }: Probe,
): Promise<string> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    ...(body ? { body: JSON.stringify({ data: { attributes: body } }) } : {}),
  });
  const text = await response.text();
  const fine = response.status === expected;
  process.stdout.write(
    `${fine ? 'ok   ' : 'WRONG'}  ${response.status}  ${name.padEnd(5)} ${method} ${path}\n`,
  );
  if (!fine) {
    process.stdout.write(`         ${text}\n`);
    process.exitCode = 1;
  }
  return text;
}

await main();
