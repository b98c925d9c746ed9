import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { banner, isLocal } from '../../src/start/banner.ts';
import { call } from '../support/http.ts';
import { hasProgram } from '../support/programs.ts';
import { scratchFolder, untilDeserted } from './folder.ts';
import { type Program, readSandbox, runProgram, startProgram, stopProgram } from './program.ts';

const run = promisify(execFile);

let folder: string;
let program: Program;
beforeAll(async () => {
  folder = await scratchFolder();
  program = await startProgram(folder);
});
afterAll(() => stopProgram(program));

const statusOf = async (key: string): Promise<number> =>
  (await call(program.baseUrl, 'GET', '/transactions', { key })).status;

describe('the program on a new folder', () => {
  it('prints its address', () => {
    const [first] = program.banner.trim().split('\n');
    expect(first).toBe(`Purser is listening on ${program.baseUrl} (sandbox)`);
  });

  it.skipIf(!hasProgram('curl'))('prints three curl commands on a terminal that work unchanged', async () => {
    const output = { isTerminal: true, file: '', isLocal: true };
    const text = banner(program.baseUrl, 'sandbox', await readSandbox(folder), output);
    const lines = text.split('\n').filter((line) => line.startsWith('curl'));
    const responses: string[] = [];
    for (const line of lines) responses.push((await run('sh', ['-c', line])).stdout);
    const [paid, read, listed] = responses.map((response) => JSON.parse(response));
    expect(responses).toHaveLength(3);
    expect(paid.data).toMatchObject({ type: 'payment', attributes: { amount: 1250, status: 'PROCESSING' } });
    expect(read.data).toMatchObject({ id: paid.data.id, attributes: { status: 'COMPLETED' } });
    expect(listed.data[0]).toMatchObject({ type: 'transaction', attributes: { status: 'COMPLETED' } });
  });

  it('makes keys and secrets readable for its own user only', async () => {
    for (const name of ['sandbox.json', 'secret', 'database.json'])
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
    expect(await readFile(join(folder, 'secret'), 'utf8')).toMatch(/^k1:[\w-]{43}\n$/);
  });

  it('leaves no temporary file', async () => {
    expect((await readdir(folder)).filter((name) => name.includes('.new'))).toEqual([]);
  });

  it('writes no key to PostgreSQL’s log and to output that is no terminal, but where they are', async () => {
    const { parties } = await readSandbox(folder);
    const log = await readFile(join(folder, 'postgres.log'), 'utf8');
    expect(log).not.toContain(parties.main.apiKey);
    expect(program.banner).not.toMatch(/[sa]k_pur_/);
    expect(program.banner).toContain(join(folder, 'sandbox.json'));
  });

  it('prints the link to sign in, except to a log of a server that others reach', async () => {
    const sandbox = await readSandbox(folder);
    const shown = (isTerminal: boolean, isLocal: boolean): boolean =>
      banner('', 'sandbox', sandbox, { isTerminal, file: '', isLocal }).includes(sandbox.mailboxUrl);
    expect(program.banner).toContain(sandbox.mailboxUrl);
    expect([shown(true, false), shown(false, true), shown(false, false)]).toEqual([true, true, false]);
    expect([isLocal('0.0.0.0', 'http://127.0.0.1:1'), isLocal('127.0.0.1', 'https://pay.example')]).toEqual([
      false,
      false,
    ]);
  });
});

describe('sandbox.json', () => {
  const common = ['partyId', 'userId', 'name', 'email', 'walletId', 'apiKey'];
  const fields = {
    main: [
      ...common,
      'readOnlyApiKey',
      'createOnlyApiKey',
      'revokedApiKey',
      'approverApiKey',
      'agentId',
      'agentKey',
      'limitedAgentId',
      'limitedAgentKey',
      'ruledAgentId',
      'ruledAgentKey',
      'travelAgentId',
      'travelAgentKey',
      'revokedAgentId',
      'externalAccountId',
      'externalAccountIdToRemove',
      'reserveWalletId',
    ],
    customer: common,
    stranger: [...common, 'agentId', 'externalAccountId'],
    delegate: [...common, 'agentId'],
    restrictedDelegate: [...common, 'agentId'],
  };
  const forms: Array<[RegExp, RegExp]> = [
    [/^partyId$/, /^pty_[0-9a-f]{32}$/],
    [/^userId$/, /^usr_[0-9a-f]{32}$/],
    [/walletId$/i, /^wal_[0-9a-f]{32}$/],
    [/agentId$/i, /^agt_[0-9a-f]{32}$/],
    [/^externalAccountId/, /^eac_[0-9a-f]{32}$/],
    [/agentKey$/i, /^ak_pur_sandbox_[0-9A-Za-z]{39}$/],
    [/apiKey$/i, /^sk_pur_sandbox_[0-9A-Za-z]{39}$/],
    [/^email$/, /^\S+@\S+$/],
    [/^name$/, /\S/],
  ];

  it('holds the address, the environment, the link of the mailbox and the parties, and nothing else', async () => {
    const file = await readSandbox(folder);
    expect(Object.keys(file).toSorted()).toEqual(['baseUrl', 'environment', 'mailboxUrl', 'parties']);
    expect([file.baseUrl, file.environment]).toEqual([program.baseUrl, 'sandbox']);
    expect((await call('', 'GET', file.mailboxUrl)).text).toContain(`Sign in as ${file.parties.main.email}`);
    expect((await call(file.baseUrl, 'GET', '/readyz')).status).toBe(200);
  });

  it('has every party with every documented field in its documented format', async () => {
    const parties = Object.entries((await readSandbox(folder)).parties);
    const found = parties.map(([name, party]) => [name, Object.keys(party).toSorted()]);
    const wanted = Object.entries(fields).map(([name, keys]) => [name, keys.toSorted()]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
    for (const [field, value] of parties.flatMap(([, party]) => Object.entries(party)))
      expect([field, value]).toEqual([field, expect.stringMatching(formOf(field))]);
  });

  it('has keys that can do what their names say', async () => {
    const { main } = (await readSandbox(folder)).parties;
    expect(await statusOf(main.apiKey)).toBe(200);
    expect(await statusOf(main.readOnlyApiKey)).toBe(200);
    expect(await statusOf(main.approverApiKey)).toBe(200);
    expect(await statusOf(main.agentKey)).toBe(200);
    expect(await statusOf(main.limitedAgentKey)).toBe(200);
    expect(await statusOf(main.ruledAgentKey)).toBe(200);
    expect(await statusOf(main.createOnlyApiKey)).toBe(403);
    expect(await statusOf(main.revokedApiKey)).toBe(401);
  });

  const formOf = (field: string): RegExp => forms.find(([name]) => name.test(field))?.[1] ?? /^never$/;
});

describe('a start is refused', () => {
  it('on a folder in use, in one line with exit code 1, and the running program is unaffected', async () => {
    const before = await readFile(join(folder, 'sandbox.json'), 'utf8');
    const second = await runProgram({ PORT: '0', PURSER_DATA_DIR: folder });
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toMatch(/^Another Purser is already running on .*\n$/);
    expect(await readFile(join(folder, 'sandbox.json'), 'utf8')).toBe(before);
    expect((await call(program.baseUrl, 'GET', '/readyz')).status).toBe(200);
  });

  it('with invalid settings, in one message that names all of them and shows no value', async () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://geheim',
      PURSER_ENVIRONMENT: 'staging',
      PURSER_BASE_URL: 'https://user:geheim@example.com',
      PURSER_LOG_LEVEL: 'loud',
      PURSER_BATCH_SIZE: '0',
    };
    const { code, stdout, stderr } = await runProgram(wrong);
    expect([code, stdout]).toEqual([1, '']);
    const [head, ...faults] = stderr.trimEnd().split('\n');
    expect(head).toBe('Purser cannot start with these settings:');
    const named = faults.map((fault) => fault.trim().split(' ')[0]);
    expect(new Set(named)).toEqual(new Set(Object.keys(wrong)));
    expect(named).toHaveLength(Object.keys(wrong).length);
    expect(stderr).not.toMatch(/70000|geheim|staging|loud/);
  });

  it.each([
    'http://u:p@a.example',
    'https://a.example/?q=1',
    'https://a.example/#f',
    'ftp://a.example',
    'a.example',
  ])('with the base URL %s', async (baseUrl) => {
    const { code, stderr } = await runProgram({ PURSER_BASE_URL: baseUrl });
    expect([code, stderr.split('\n')[1]?.trim()]).toEqual([
      1,
      'PURSER_BASE_URL must be http:// or https:// with host, port and path, if any, and nothing else',
    ]);
  });

  it('in prod without a secret', async () => {
    const { code, stderr } = await runProgram({ PURSER_ENVIRONMENT: 'prod' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/PURSER_SECRET is required/);
  });

  it('with a malformed secret, in one line that does not show it, leaving no process', async () => {
    const other = await scratchFolder();
    const settings = { PORT: '0', PURSER_DATA_DIR: other, PURSER_SECRET: 'geheim' };
    const { code, stderr } = await runProgram(settings);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^PURSER_SECRET must be/);
    expect(stderr).not.toContain('geheim');
    await untilDeserted(other);
  });

  it('on a port in use, in one line, leaving no process', async () => {
    const other = await scratchFolder();
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const { port } = occupant.address() as AddressInfo;
    const settings = { PORT: String(port), PURSER_DATA_DIR: other, PURSER_LOG_LEVEL: 'warn' };
    const ended = await runProgram(settings);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^The port is in use: .*\n$/);
    await untilDeserted(other);
    occupant.close();
  });
});
