import { composeNewKeyMail } from '../../src/identity/api-keys/operator/compose-mail.ts';
import { describe, expect, it } from 'vitest';
import { newAgent, newApiKey } from '../support/agents.ts';
import { refusal, resource, resources } from '../support/http.ts';
import { approvalsOf, waitingPayment } from '../support/moves.ts';
import { customer, main, secondServer, stranger, testServer, to } from '../support/server.ts';
import { clientAt } from '../support/client.ts';
import { until, uuidOf, withSession } from '../flows/support.ts';
import { newMember } from '../support/members.ts';
import { scopes } from '../../src/scopes.ts';
import { adminCommandNames, adminCommands } from '../../src/commands/admin-commands.ts';
import { HelpAsked, UsageError } from '../../src/commands/run.ts';
import { operate, runOn } from './command.ts';

const server = testServer();
const second = secondServer(server);
const admin = (...args: string[]) => operate(server, args);
const olive = ['--operator', 'Olive'];
const done = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await admin(...args);
  expect([code, err]).toEqual([0, '']);
  return out;
};
const pays = (baseUrl: string, key: string) => clientAt(baseUrl, key).pay({ amount: 1, ...to(customer) });
const outcomes = async (key: string): Promise<unknown[]> =>
  Promise.all([server, second].map(async ({ baseUrl }) => (await pays(baseUrl, key)).status));
const lastLine = async (targetId: string, key?: string): Promise<unknown> =>
  resources(await server.as(key).get(`/audit-log?targetId=${targetId}&limit=1`))[0]?.attributes;
const linesOf = (text: string): string[] => text.trimEnd().split('\n');

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('npm run admin', () => {
  it.each(adminCommandNames)('%s --help is its usage, wherever it stands', (name) => {
    for (const args of [['--help'], ['x', '--help'], ['--operator', 'Olive', '--help']]) {
      const thrown = thrownBy(() => adminCommands[name].prepare(args));
      expect(thrown).toBeInstanceOf(HelpAsked);
      expect(String(thrown)).toMatch(new RegExp(`^Error: Usage: npm run admin -- ${name}(?: |\\n)`));
    }
  });

  it('prints help to standard output, and nothing is wrong with that', async () => {
    const { code, out, err } = await runOn(server, 'admin', ['deposit', '--help']);
    expect([code, err]).toEqual([0, '']);
    expect(linesOf(out)[0]).toMatch(/^Usage: npm run admin -- deposit PARTY /);
  });

  it('--help names every command; without one, that is an error', async () => {
    const [help, nothing] = [await runOn(server, 'admin', ['--help']), await runOn(server, 'admin')];
    expect([help.code, help.err, nothing.code, nothing.out]).toEqual([0, '', 2, '']);
    for (const name of adminCommandNames) expect(help.out).toContain(`\n\n${name}\n    `);
    expect(nothing.err).toBe(help.out);
  });

  it('a mistyped command prints the usage of the nearest one only', async () => {
    for (const [typed, meant] of [
      ['freez', 'freeze'],
      ['revokekey', 'revoke-key'],
      ['dposit', 'deposit'],
    ] as const) {
      const { code, out, err } = await admin(typed, main.partyId);
      expect([code, out]).toEqual([2, '']);
      expect(err.match(/Usage:/g)).toHaveLength(1);
      expect(err).toContain(`Did you mean ${meant}?\n\nUsage: npm run admin -- ${meant}`);
    }
  });

  it.each([
    ['freeze', [main.partyId], '--reason must'],
    ['freeze', ['pty_1', '--reason', 'x'], 'PARTY must'],
    ['freeze', ['--reason', 'x'], 'PARTY must'],
    ['unfreeze', [main.partyId, 'now'], 'Unexpected argument'],
    ['unfreeze', [main.partyId, '--reason', 'a\nb'], '--reason must'],
    ['suspend-agent', [main.partyId], 'AGENT must'],
    ['revoke-key', [main.agentId], 'KEY must'],
    ['new-key', [main.partyId, main.agentId], 'OWNER must'],
    ['parties', [main.partyId, '--find', 'x'], '--find and --after are of the list'],
    ['parties', ['--limit', '0'], '--limit must'],
    ['revoke-key', [`apy_${'0'.repeat(32)}`, '--operator', ''], '--operator must'],
  ] as const)('%s %j is refused with its own usage only', (name, args, message) => {
    const thrown = thrownBy(() => adminCommands[name].prepare(args));
    expect(thrown).toBeInstanceOf(UsageError);
    expect(String(thrown)).toContain(message);
    expect(String(thrown).match(/Usage: npm run admin -- [\w-]+/g)).toEqual([
      `Usage: npm run admin -- ${name}`,
    ]);
  });

  const none = '0'.repeat(32);
  it.each([
    ['freeze', `pty_${none}`, '--reason', 'x'],
    ['unfreeze', `pty_${none}`],
    ['suspend-agent', `agt_${none}`],
    ['revoke-key', `apy_${none}`],
    ['revoke-key', `agk_${none}`],
    ['new-key', `pty_${none}`],
    ['parties', `pty_${none}`],
  ])('%s of what does not exist does nothing, and says so in a sentence', async (...args) => {
    const { code, out, err } = await admin(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^[^\n]+\.\n$/);
  });
});

describe('the operator', () => {
  it('finds a party by name, address and key, and what can act for it', async () => {
    const { id: agentId, key } = await newAgent(server);
    for (const find of ['Main Street', main.email, main.email.toUpperCase(), main.apiKey, key]) {
      const lines = linesOf(await done('parties', '--find', find));
      expect(lines.filter((line) => line.startsWith(main.partyId))).toHaveLength(1);
    }
    expect(await done('parties', '--find', 'nobody has this')).toBe('no parties\n');
    const shown = await done('parties', main.partyId);
    for (const id of [main.partyId, agentId]) expect(shown).toContain(id);
    for (const secret of [main.apiKey, key]) expect(shown).not.toContain(secret);
    const json = linesOf(await done('parties', main.partyId, '--json')).map(
      (line) => JSON.parse(line) as object,
    );
    expect(json[0]).toMatchObject({ party: main.partyId, status: 'ACTIVE', frozenBy: [] });
    expect(json).toContainEqual(expect.objectContaining({ kind: 'agent', id: agentId, state: 'ACTIVE' }));
  });

  it('lists parties in pages', async () => {
    const all = linesOf(await done('parties', '--json')).length;
    const [, first = '', more = ''] = linesOf(await done('parties', '--limit', '1'));
    expect(more).toBe(`more: --after ${first.split(' ')[0]}`);
    const rest = await done('parties', '--json', '--after', first.split(' ')[0] ?? '');
    expect(linesOf(rest)).toHaveLength(all - 1);
  });

  it('freezes a party while servers run, and alone lifts that freeze', async () => {
    const waiting = await waitingPayment(server);
    expect(await outcomes(main.apiKey)).toEqual([201, 201]);
    const out = await done('freeze', main.partyId, '--reason', 'Stolen key', ...olive);
    expect(out).toMatch(
      /^party pty_\w+ {2}.+ {2}frozen by operator\nunder way: \d+ withdrawals .*, 1 in review/,
    );
    for (const { baseUrl } of [server, second])
      expect(refusal(await pays(baseUrl, main.apiKey))).toEqual([409, ['party_frozen'], [undefined]]);
    expect(resource(await server.post('/parties/me/unfreeze')).attributes).toEqual({
      status: 'FROZEN',
      frozenBy: ['operator'],
    });
    expect(await outcomes(main.apiKey)).toEqual([409, 409]);
    expect(await approvalsOf(server, waiting.payment)).toHaveLength(1);
    expect(await done('parties', '--find', main.email)).toContain('FROZEN by operator');
    expect(await done('freeze', main.partyId, '--reason', 'Again', ...olive)).toContain('it was so before');
    await server.post('/parties/me/freeze');
    expect(await done('unfreeze', main.partyId, ...olive)).toContain('frozen by party\n');
    expect(await outcomes(main.apiKey)).toEqual([409, 409]);
    await server.post('/parties/me/unfreeze');
    expect(await outcomes(main.apiKey)).toEqual([201, 201]);
    const lines = resources(await server.get(`/audit-log?action=freeze&targetId=${main.partyId}`));
    expect(
      lines.map(({ attributes: { reason, keyPrefix, changes } }) => [reason, keyPrefix, changes]),
    ).toEqual([
      ['operator Olive, Again', 'operator', []],
      ['operator Olive, Stolen key', 'operator', [{ path: 'frozenBy', from: [], to: ['operator'] }]],
    ]);
  });

  it('suspends an agent on all servers, and the party can resume it', async () => {
    const { id, key } = await newAgent(server);
    expect(await outcomes(key)).toEqual([201, 201]);
    const out = await done('suspend-agent', id, '--reason', 'Pays strangers', ...olive);
    expect(out).toMatch(/^agent agt_\w+ {2}.* {2}suspended {2}of party pty_/);
    expect(await outcomes(key)).toEqual([403, 403]);
    expect(await lastLine(id)).toMatchObject({
      action: 'suspend agent',
      reason: 'operator Olive, Pays strangers',
      targetId: id,
      changes: [{ path: 'status', from: 'ACTIVE', to: 'SUSPENDED' }],
    });
    expect(await done('suspend-agent', id)).toContain('it was so before');
    expect((await server.post(`/agents/${id}/resume`)).status).toBe(200);
    expect(await outcomes(key)).toEqual([201, 201]);
    await server.delete(`/agents/${id}`);
    expect(await admin('suspend-agent', id)).toMatchObject({
      code: 2,
      err: expect.stringContaining('revoked'),
    });
  });

  it('revokes an API key and an agent key on all servers, for good', async () => {
    const { id: apiKeyId, secret: apiKey } = await newApiKey(server, { scopes: ['payments.create'] });
    const agent = await newAgent(server);
    for (const [id, key] of [
      [apiKeyId, apiKey],
      [agent.keyId, agent.key],
    ] as const) {
      expect(await outcomes(key)).toEqual([201, 201]);
      expect(await done('revoke-key', id, '--reason', 'Leaked', ...olive)).toContain(
        'revoked  of party pty_',
      );
      expect(await outcomes(key)).toEqual([401, 401]);
      expect(await lastLine(id)).toMatchObject({
        action: 'revoke key',
        reason: 'operator Olive, Leaked',
        changes: [{ path: 'status', from: 'ACTIVE', to: 'REVOKED' }],
      });
      expect(await done('revoke-key', id)).toContain('it was so before');
    }
    const shown = resource(await server.get(`/api-keys/${apiKeyId}`)).attributes;
    expect(shown).toMatchObject({ status: 'REVOKED', revokedAt: expect.any(String), revokedBy: null });
  });

  it('gives an owner a new key, which is printed once, and tells every owner', async () => {
    const out = await done('new-key', stranger.partyId, '--reason', 'Called back', ...olive);
    const [key = ''] = /sk_pur_sandbox_\w+/.exec(out) ?? [];
    const [id = ''] = /apy_\w+/.exec(out) ?? [];
    expect(await outcomes(key)).toEqual([201, 201]);
    expect(await lastLine(id, key)).toMatchObject({
      action: 'new key',
      reason: 'operator Olive, Called back',
      keyPrefix: 'operator',
      changes: expect.arrayContaining([expect.objectContaining({ path: 'scopes', from: null })]),
    });
    const mailsOf = async () =>
      resources(await server.as(key).get('/simulations/mailbox?limit=10')).filter(
        ({ attributes }) => attributes['kind'] === 'apiKey',
      );
    await until('the mail was sent', async () => (await mailsOf())[0]?.attributes['status'] === 'SENT');
    const [mail, ...others] = await mailsOf();
    expect([mail?.attributes['to'], others]).toEqual([stranger.email, []]);
    expect(mail?.attributes['subject']).toMatch(/^The operator has made a new API key for /);
    expect(JSON.stringify(mail)).not.toContain(key);
  });

  it('tells the owners of a key that whoever has it ends at once', async () => {
    const out = await done('new-key', stranger.partyId, ...olive);
    const [key = ''] = /sk_pur_sandbox_\w+/.exec(out) ?? [];
    const [id = ''] = /apy_\w+/.exec(out) ?? [];
    const rotated = await server.as(key).post(`/api-keys/${id}/rotate`, { expiresInSeconds: 0 });
    expect(rotated.status).toBe(200);
    const compose = () =>
      withSession(server.connection, (db) =>
        composeNewKeyMail(db, uuidOf(id), { baseUrl: 'https://pay.example' }),
      );
    expect((await compose())?.subject).toMatch(/^The operator has made a new API key for /);
  });

  it('has to name one of several owners, and everybody of them gets the mail', async () => {
    const owner = await newMember(server, 'OWNER', customer);
    await newMember(server, 'ADMIN', customer);
    const { code, err } = await admin('new-key', customer.partyId);
    expect([code, err]).toEqual([2, expect.stringMatching(/^Name one of its owners: usr_\w+, usr_\w+\.\n$/)]);
    const out = await done('new-key', customer.partyId, owner.id, ...olive);
    expect(out).toContain('mails    2 to the owners of the party');
    const [key = ''] = /sk_pur_sandbox_\w+/.exec(out) ?? [];
    const [made] = resources(await server.as(key).get('/api-keys?limit=1'));
    expect(made?.attributes).toMatchObject({ createdBy: owner.id, name: 'Key from the operator' });
    expect(made?.attributes['scopes']).toEqual(scopes);
    const stranger = await admin('new-key', main.partyId, owner.id);
    expect([stranger.code, stranger.err]).toEqual([2, 'The party has no owner of this id.\n']);
  });

  it('leaves books in which every sum is right', async () => {
    expect((await runOn(server, 'audit')).code).toBe(0);
  });
});
