import { once } from 'node:events';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { asNewAgent, type Choice, exchange } from '../../server/test/support/oauth.ts';
import { main, testServer } from '../../server/test/support/server.ts';
import { signIn } from '../../server/test/support/sign-in.ts';
import { builtProgram, type Ended } from './program.ts';
import { type Answer, runInTerminal, type Shown } from './terminal.ts';

const server = testServer();
const program = builtProgram();
const owner = 'main@sandbox.purser.test';
const folder = (): string => join(program().home, '.config/purser');
const credentials = (): string => join(folder(), 'credentials.json');

beforeEach(() => rm(folder(), { recursive: true, force: true }));

/** Types a code on the page, and decides. */
async function decide(
  code: string,
  decision: 'allow' | 'deny',
  choice: Choice = { as: 'user' },
): Promise<void> {
  const browser = await signIn(server, owner);
  expect((await browser.post('/oauth/device', { code })).text).toContain('The command line of Purser');
  const answered = await browser.post('/oauth/device', { code, decision, ...choice });
  expect(answered.text).toContain('Done');
}

const codeOn = (screen: string): string => /code +([A-Z]{4}-[A-Z]{4})/.exec(screen)?.[1] ?? 'no code';

const loginInTerminal = (answers: Answer[]): Promise<Shown> => {
  const { bin, home } = program();
  return runInTerminal([bin, 'login', '--url', server.baseUrl], { HOME: home }, { answers });
};

type Stored = { accessToken: string; refreshToken: string; expiresAt: string; endsAt: string; actor: string };

const stored = async (): Promise<Stored> =>
  (JSON.parse(await readFile(credentials(), 'utf8')) as { default: { login: Stored } }).default.login;

/** Stores a login, as the command does once the person has decided; its access token is taken to have ended. */
async function signedIn(change: Partial<Stored> = {}, url = server.baseUrl): Promise<Stored> {
  const asked = await fetch(`${server.baseUrl}/oauth/device/authorize`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'purser-cli' }),
  });
  const { user_code, device_code } = (await asked.json()) as Record<string, string>;
  await decide(user_code ?? '', 'allow');
  const { body } = await exchange(server, {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: 'purser-cli',
    device_code: device_code ?? '',
  });
  const login: Stored = {
    accessToken: String(body['access_token']),
    refreshToken: String(body['refresh_token']),
    expiresAt: '2020-01-01T00:00:00.000Z',
    endsAt: '2099-01-01T00:00:00.000Z',
    actor: 'person',
    ...change,
  };
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  await writeFile(credentials(), JSON.stringify({ default: { login } }), { mode: 0o600 });
  await writeFile(join(folder(), 'config.json'), JSON.stringify({ profiles: { default: { url } } }));
  return login;
}

const run = (...args: string[]): Promise<Ended> => program().run(args);
const refreshTokens = async (): Promise<number> =>
  (await server.sql`SELECT FROM oauth_artifacts WHERE kind = 'RefreshToken'`).length;

describe('login in the browser', () => {
  it('shows address and code, waits for the person, and lets commands act as them until logout', async () => {
    const shown = await loginInTerminal([
      ['Ctrl-C ends the wait.', (screen) => void decide(codeOn(screen), 'allow')],
    ]);
    expect([shown.code, shown.screen]).toEqual([0, expect.stringContaining('Signed in as profile default.')]);
    expect(shown.screen).toContain(`address  ${server.baseUrl}/oauth/device\n`);
    expect(shown.screen).toMatch(/signedInBy +login\nuntil +20\d\d-/);
    const { accessToken, refreshToken } = await stored();
    expect(shown.raw).not.toContain(accessToken);
    expect(((await stat(credentials())).mode & 0o777).toString(8)).toBe('600');
    expect((await run('whoami')).out).toMatch(/^environment\tSANDBOX\n[^]*\nsignedInBy\tlogin\nuntil\t20/);
    const paid = await run('pay', 'customer@sandbox.purser.test', '1.00', 'USD', '--yes');
    expect(paid).toMatchObject({ code: 0 });
    expect((await run('api', 'GET', '/payments?limit=1')).code).toBe(0);
    expect((await run('grants', '--limit', '1')).out).toContain('\tACTIVE\tThe command line of Purser\t');
    expect(await run('mcp')).toMatchObject({ code: 3, out: '' });
    expect(await run('logout')).toMatchObject({ code: 0, err: 'The login of profile default has ended.\n' });
    expect(await run('whoami')).toMatchObject({ code: 3 });
    const headers = { Authorization: `Bearer ${accessToken}` };
    expect((await fetch(`${server.baseUrl}/payments`, { headers })).status).toBe(401);
    const grant = { grant_type: 'refresh_token', client_id: 'purser-cli', refresh_token: refreshToken };
    expect((await exchange(server, grant)).status).toBe(400);
  });

  it('ends with the answer of the person, with the code, and by Ctrl-C', async () => {
    const denied = await loginInTerminal([
      ['Ctrl-C ends the wait.', (screen) => void decide(codeOn(screen), 'deny')],
    ]);
    expect([denied.code, denied.screen]).toEqual([3, expect.stringContaining('You did not allow it')]);
    const late = await loginInTerminal([
      [
        'Ctrl-C ends the wait.',
        () => void server.sql`UPDATE oauth_artifacts SET expires_at = created_at WHERE kind = 'DeviceCode'`,
      ],
    ]);
    expect([late.code, late.screen]).toEqual([3, expect.stringContaining('The code was not typed in time')]);
    const left = await loginInTerminal([['Ctrl-C ends the wait.', '\u0003']]);
    expect([left.code, left.screen]).toEqual([130, expect.stringMatching(/Nobody was signed in\.\n$/)]);
    expect(await run('whoami')).toMatchObject({ code: 3 });
  });
});

describe('a login', () => {
  it('may be as a new agent, under its limits', async () => {
    const shown = await loginInTerminal([
      ['Ctrl-C ends the wait.', (screen) => void decide(codeOn(screen), 'allow', asNewAgent)],
    ]);
    expect([shown.code, shown.screen]).toEqual([0, expect.stringMatching(/actor +agent\nagent +agt_/)]);
    expect((await stored()).actor).toBe('agent');
    const pay = ['pay', 'customer@sandbox.purser.test', '25.00', 'USD', '--yes'];
    const waits = await run(...pay);
    expect([waits.code, waits.out]).toEqual([4, expect.stringContaining('IN_REVIEW')]);
    expect((await run('grants')).code).toBe(3);
  });

  it('is renewed once by commands that find it ended at the same time', async () => {
    const before = await signedIn();
    const tokens = await refreshTokens();
    const all = await Promise.all([run('whoami'), run('balance'), run('wallets'), run('payments')]);
    expect(all.map(({ code, err }) => [code, err])).toEqual(all.map(() => [0, '']));
    expect(await refreshTokens()).toBe(tokens + 1);
    expect((await stored()).refreshToken).not.toBe(before.refreshToken);
    expect(((await stat(credentials())).mode & 0o777).toString(8)).toBe('600');
  });

  it('is renewed when the server takes its token no more, whatever the clock here says', async () => {
    await signedIn({
      accessToken: `at_pur_sandbox_${'a'.repeat(39)}`,
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    expect(await run('whoami')).toMatchObject({ code: 0, err: '' });
    expect((await stored()).accessToken).not.toContain('aaaa');
  });

  it('is renewed over the lock of a command that is gone', async () => {
    await signedIn();
    const gone = { pid: 2 ** 22 + 1, host: hostname(), id: 'gone' };
    await writeFile(`${credentials()}.lock`, JSON.stringify(gone));
    const all = await Promise.all([run('whoami'), run('balance')]);
    expect(all.map(({ code, err }) => [code, err])).toEqual(all.map(() => [0, '']));
  });

  it('that has ended says so, and what to type', async () => {
    await signedIn({ refreshToken: 'not one of this server' });
    const refused = await run('whoami');
    expect(refused).toMatchObject({ code: 3, out: '' });
    expect(refused.err).toMatch(/Log in again\.\n {2}next: purser login\n$/);
  });

  it('is deleted here also while the server is away, which is said', async () => {
    await signedIn({}, 'http://127.0.0.1:1');
    const ended = await run('logout');
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('The server could not be told.')]);
    expect(await readFile(credentials(), 'utf8')).toBe('{}\n');
  });

  it('is replaced by a key, and ends at the server', async () => {
    const { refreshToken } = await signedIn();
    const args = ['login', '--api-key-stdin', '--url', server.baseUrl];
    expect(await program().run(args, {}, main.apiKey)).toMatchObject({ code: 0 });
    const grant = { grant_type: 'refresh_token', client_id: 'purser-cli', refresh_token: refreshToken };
    expect((await exchange(server, grant)).status).toBe(400);
    expect((await run('whoami')).out).toContain('signedInBy\tkey\nkey\tsk_pur_sandbox_');
  });
});

describe('doctor', () => {
  it('checks a login, and the documents by which programs connect', async () => {
    await signedIn();
    const { code, out } = await run('doctor');
    expect(code).toBe(0);
    expect(out).toContain(`ok\toauth\tprograms can connect by ${server.baseUrl}/mcp alone\n`);
    expect(out).toMatch(/\nok\tlogin\tprofile default: Main Street Books, SANDBOX, until 20.*\n$/);
  });

  it('says what a proxy that adds a path has to lead to the server', async () => {
    const led = new Map([['/purser/openapi.json', '/openapi.json']]);
    const url = await proxied(led);
    const absent = await program().run(['doctor'], { PURSER_URL: url });
    const at = '/.well-known/oauth-authorization-server';
    expect(absent.err).toContain(
      `next: let the proxy lead ${new URL(url).origin}${at}/purser to ${at} of Purser\n`,
    );
    led.set(`${at}/purser`, at);
    const other = await program().run(['doctor'], { PURSER_URL: url });
    expect(other.out).toContain(
      `/purser names ${server.baseUrl} in place of ${url}, so programs cannot connect`,
    );
    expect(other.err).toContain(`next: start the server with PURSER_BASE_URL=${url}, or use`);
  });
});

/** Returns an address below /purser, from which a proxy leads these paths to the server. */
async function proxied(led: ReadonlyMap<string, string>): Promise<string> {
  const proxy = createServer((request, response) => {
    const path = led.get(request.url ?? '') ?? '/no-such-page';
    void fetch(`${server.baseUrl}${path}`).then(async (answer) =>
      response.writeHead(answer.status).end(await answer.text()),
    );
  });
  onTestFinished(() => void proxy.close());
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  return `http://127.0.0.1:${port}/purser`;
}
