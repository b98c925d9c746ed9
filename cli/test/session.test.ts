import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main, testServer } from '../../server/test/support/server.ts';
import { builtProgram, type Ended } from './program.ts';

const server = testServer();
const program = builtProgram();
const inHome = (name: string): string => join(program().home, '.config/purser', name);
const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

const login = (profile: string, apiKey: string, url = server.baseUrl): Promise<Ended> =>
  program().run(['login', '--api-key-stdin', '--url', url, '--profile', profile], {}, `${apiKey}\n`);

describe('login', () => {
  it('stores a key that the server takes, for this user only, and commands use it', async () => {
    const { code, out } = await login('default', main.apiKey);
    expect(code).toBe(0);
    expect(out).toContain(`environment\tSANDBOX\nurl\t${server.baseUrl}\nprofile\tdefault\n`);
    expect(out).not.toContain(main.apiKey);
    expect(await modeOf(inHome('credentials.json'))).toBe('600');
    expect(await modeOf(inHome('.'))).toBe('700');
    const config = await readFile(inHome('config.json'), 'utf8');
    expect(JSON.parse(config)).toEqual({
      profiles: { default: { url: server.baseUrl, party: main.partyId } },
    });
    expect((await program().run(['whoami'])).out).toContain(`party\t${main.partyId}\n`);
  });

  it('keeps profiles apart, and the environment comes first', async () => {
    await login('default', main.apiKey);
    expect(await login('agent', main.limitedAgentKey)).toMatchObject({ code: 0 });
    expect((await program().run(['whoami', '--profile', 'agent'])).out).toContain('actor\tagent\n');
    expect((await program().run(['whoami'], { PURSER_PROFILE: 'agent' })).out).toContain('actor\tagent\n');
    expect((await program().run(['whoami'], { PURSER_PROFILE: '' })).out).toContain('actor\tperson\n');
    const both = { PURSER_API_KEY: main.agentKey };
    expect((await program().run(['whoami'], both)).out).toContain('actor\tagent\n');
  });

  it('stores no key that is malformed or unknown', async () => {
    for (const apiKey of ['', 'hello', `sk_pur_sandbox_${'b'.repeat(39)}`])
      expect(await login('nobody', apiKey)).toMatchObject({ code: 3, out: '' });
    expect(await program().run(['whoami', '--profile', 'nobody'])).toMatchObject({ code: 3 });
  });

  it('asks nobody without a terminal', async () => {
    const refused = await program().run(['login', '--url', server.baseUrl]);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('next: purser login --api-key-stdin < FILE');
  });

  it('ends with logout', async () => {
    await login('gone', main.apiKey);
    expect(await program().run(['logout', '--profile', 'gone'])).toMatchObject({ code: 0, out: '' });
    expect(await program().run(['payments', '--profile', 'gone'])).toMatchObject({ code: 3 });
  });
});

describe('the file of keys', () => {
  it('is not used while others can read it or its folder', async () => {
    await login('default', main.apiKey);
    for (const [path, open, right] of [
      [inHome('credentials.json'), 0o644, 0o600],
      [inHome('.'), 0o755, 0o700],
    ] as const) {
      await chmod(path, open);
      const refused = await program().run(['payments']);
      expect(refused).toMatchObject({ code: 3, out: '' });
      expect(refused.err).toContain(`next: chmod ${right.toString(8)} `);
      await chmod(path, right);
    }
    expect(await program().run(['payments'])).toMatchObject({ code: 0 });
  });

  it('is for the address that it was stored for', async () => {
    await login('default', main.apiKey);
    const refused = await program().run(['payments'], { PURSER_URL: 'http://127.0.0.1:2' });
    expect(refused).toMatchObject({ code: 3, out: '' });
    expect(refused.err).toContain(
      `is for ${server.baseUrl}, and PURSER_URL says http://127.0.0.1:2. It was not sent.`,
    );
    expect(await program().run(['payments'], { PURSER_URL: `${server.baseUrl}/` })).toMatchObject({
      code: 0,
    });
  });
});

describe('doctor', () => {
  it('says that all is well, or what is wrong and what to type', async () => {
    await login('default', main.apiKey);
    const well = await program().run(['doctor']);
    expect(well).toMatchObject({ code: 0, err: '' });
    expect(well.out).toMatch(/^ok\tserver\t.* is Purser [\d.]+$/m);
    const ill = await program().run(['doctor', '--profile', 'none'], { PURSER_URL: 'http://127.0.0.1:1' });
    expect(ill.code).toBe(1);
    expect(ill.out).toContain(
      'wrong\tserver\tno answer from http://127.0.0.1:1\nwrong\tkey\tnobody is signed in\n',
    );
    expect(ill.err).toContain('next: start it (npm start), or: purser login --url ADDRESS\n');
  });
});

describe('what is mistyped', () => {
  it.each([
    [['paymets'], 'Did you mean payments?', 'purser --help'],
    [['payments', 'gett'], 'Did you mean get?', 'purser payments --help'],
    [['payments', '--foo'], "Unknown option '--foo'.", 'purser payments list --help'],
    [['payments', 'get'], "Missing required argument 'payment'.", 'purser payments get --help'],
    [['payments', '--status', 'DONE'], '--status is one of: PROCESSING,', ''],
    [['payments', '--status', 'completed'], 'Write --status COMPLETED.', ''],
    [['payments', '--created-after', 'yesterday'], '--created-after takes a day', ''],
    [['pay', 'bob', '1.00', 'USD', '--yes'], '`bob` names nobody', 'purser counterparties list'],
    [['keys', 'create', 'x'], '--scopes is missing.', 'purser keys create --help'],
    [['clock', 'advance', 'soon'], 'Say how far: purser clock advance 3d', ''],
  ])('%j is exit 2, in one line', async (args, message, next) => {
    await login('default', main.apiKey);
    const { code, out, err } = await program().run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).toMatch(next === '' ? /^.*\n$/ : new RegExp(`^.*\n {2}next: ${next}\n$`));
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('an address that an old server does not know says so', async () => {
    await login('default', main.apiKey);
    const { code, err } = await program().run(['api', 'GET', '/nothing-here']);
    expect(code).toBe(1);
    expect(err).toContain('next: purser doctor   (the server may be older than this command)');
  });
});
