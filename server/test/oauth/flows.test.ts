import { describe, expect, it } from 'vitest';
import { locationOf, openBrowser } from '../support/browser.ts';
import { resource, resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import {
  asNewAgent,
  begin,
  codeGrant,
  connect,
  consent,
  exchange,
  refreshGrant,
  register,
  revoke,
  shownTo,
} from '../support/oauth.ts';
import { customer, main, startServer, testServer, to } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';

const server = testServer();
const owner = 'main@sandbox.purser.test';
const api = () => ({ resource: `${server.baseUrl}/api` });
const newestGrant = async () => resources(await server.get('/oauth-grants?limit=1'))[0];

describe('an access token', () => {
  it('of the API counts there, and at no other part of the server; one for models counts at /mcp only', async () => {
    const ofApi = await connect(server, owner, asNewAgent, api());
    const ofModels = await connect(server, owner, asNewAgent);
    const statusOf = async (token: string) => {
      const atMcp = await fetch(`${server.baseUrl}/mcp`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'MCP-Protocol-Version': '2025-11-25',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      return [(await server.as({ key: token }).get('/payments')).status, atMcp.status];
    };
    expect(await statusOf(ofApi.access_token)).toEqual([200, 401]);
    expect(await statusOf(ofModels.access_token)).toEqual([401, 200]);
  });

  it('of a user does what its scopes say, within what the role may do', async () => {
    const member = await newMember(server, 'MEMBER');
    const asUser = { as: 'user' };
    const made = await connect(server, member.email, asUser, api());
    const program = server.as({ key: made.access_token });
    expect((await program.pay({ amount: 100, ...to(customer) })).status).toBe(201);
    expect((await program.get('/wallets')).status).toBe(200);
    expect((await program.get('/webhooks')).status).toBe(403);
    const { status } = await program.post('/transfers/deposit', {
      amount: 100,
      externalAccountId: main.externalAccountId,
    });
    expect(status).toBe(403); // the scope says so, the role does not
    const named = { 'X-Agent-ID': main.agentId, 'X-Instance-ID': 'chat' };
    expect((await program.pay({ amount: 100, ...to(customer) }, named)).status).toBe(403);
    const reads = await connect(server, member.email, asUser, { ...api(), scope: 'payments:read' });
    expect((await server.as({ key: reads.access_token }).pay({ amount: 100, ...to(customer) })).status).toBe(
      403,
    );
  });

  it('ends with its hour, and a payment whose body comes after that is refused', async () => {
    const {
      access_token: key,
      refresh_token: refreshToken,
      program,
    } = await connect(server, owner, asNewAgent, api());
    await server.post('/simulations/clock/advance', { seconds: 3_601 });
    expect((await server.as({ key }).get('/payments')).status).toBe(401);
    const { status, body } = await exchange(server, refreshGrant(program, refreshToken));
    expect(status).toBe(200);
    const renewed = String(body['access_token']);
    expect((await server.as({ key: renewed }).get('/payments')).status).toBe(200);
  });
});

describe('a code', () => {
  it('is exchanged once; a second use is refused and ends what the first one gave', async () => {
    const made = await connect(server, owner, asNewAgent, api());
    const again = await exchange(server, codeGrant(made.program, made.code, made.verifier));
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);
    expect((await server.as({ key: made.access_token }).get('/payments')).status).toBe(401);
    expect((await newestGrant())?.attributes['status']).toBe('REVOKED');
  });

  it('is exchanged by one of many at once', async () => {
    const program = await register(server);
    const browser = await signIn(server, owner);
    const { verifier, path } = begin(server, program, api());
    const code = (await consent(browser, path, asNewAgent)).searchParams.get('code') ?? '';
    const grant = codeGrant(program, code, verifier);
    const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(server, grant)));
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('needs its verifier, its program and its redirect, and ends after a minute', async () => {
    const [program, other] = [await register(server), await register(server)];
    const browser = await signIn(server, owner);
    const { verifier, path } = begin(server, program);
    const code = (await consent(browser, path, asNewAgent)).searchParams.get('code') ?? '';
    const right = codeGrant(program, code, verifier);
    const wrong = [
      { code_verifier: 'A'.repeat(43) },
      { client_id: other.clientId },
      { redirect_uri: 'http://127.0.0.1:1/callback' },
    ];
    for (const each of wrong) expect((await exchange(server, { ...right, ...each })).status).toBe(400);
    await server.post('/simulations/clock/advance', { seconds: 61 });
    expect((await exchange(server, right)).status).toBe(400);
  });
});

describe('a refresh token', () => {
  it('works once more within a minute, as an answer may be lost; later its use ends the grant', async () => {
    const made = await connect(server, owner, asNewAgent, api());
    const refresh = refreshGrant(made.program, made.refresh_token);
    const first = await exchange(server, refresh);
    expect(first.status).toBe(200);
    expect((await exchange(server, refresh)).status).toBe(200);
    await server.post('/simulations/clock/advance', { seconds: 61 });
    const late = await exchange(server, refresh);
    expect([late.status, late.body['error']]).toEqual([400, 'invalid_grant']);
    expect((await server.as({ key: String(first.body['access_token']) }).get('/payments')).status).toBe(401);
    expect((await newestGrant())?.attributes).toMatchObject({ status: 'REVOKED', revokedBy: null });
  });

  it('is not used up by a request for another part of the server', async () => {
    const made = await connect(server, owner, asNewAgent);
    const refresh = refreshGrant(made.program, made.refresh_token);
    const foreign = await exchange(server, { ...refresh, ...api() });
    expect([foreign.status, foreign.body['error']]).toEqual([400, 'invalid_target']);
    for (const spelling of ['', '/', '/mcp', '/mcp/']) {
      const { status, body } = await exchange(server, {
        ...refresh,
        resource: server.baseUrl + spelling,
      });
      expect([spelling, status]).toEqual([spelling, 200]);
      refresh['refresh_token'] = String(body['refresh_token']);
    }
  });

  it('ends its grant when its program revokes it, or the access token', async () => {
    for (const name of ['access_token', 'refresh_token'] as const) {
      const made = await connect(server, owner, asNewAgent, api());
      expect(await revoke(server, made.program, made[name])).toBe(200);
      expect((await server.as({ key: made.access_token }).get('/payments')).status).toBe(401);
      expect((await exchange(server, refreshGrant(made.program, made.refresh_token))).status).toBe(400);
    }
  });
});

describe('the page of consent', () => {
  it('opens only in the browser that asked, and asks who is signed in nowhere', async () => {
    const program = await register(server);
    const [mine, theirs] = [await signIn(server, owner), await signIn(server, owner)];
    const page = locationOf(await mine.get(begin(server, program).path));
    expect((await theirs.get(page)).status).toBe(404);
    expect((await theirs.post(page, { decision: 'allow', ...asNewAgent })).status).toBe(404);
    const nobody = openBrowser(server.baseUrl);
    const asked = locationOf(await nobody.get(begin(server, program).path));
    expect(locationOf(await nobody.get(asked))).toBe(`/sign-in?to=${encodeURIComponent(asked)}`);
  });

  it('tells the program that the person did not allow it', async () => {
    const program = await register(server);
    const answer = await consent(await signIn(server, owner), begin(server, program).path, {
      decision: 'deny',
    });
    expect([answer.searchParams.get('error'), answer.searchParams.get('code')]).toEqual([
      'access_denied',
      null,
    ]);
    expect(answer.searchParams.get('iss')).toBe(server.baseUrl);
  });

  it('asks for a sign-in of just now where money may move', async () => {
    const program = await register(server);
    const browser = await signIn(server, owner);
    const page = locationOf(await browser.get(begin(server, program).path));
    const form = { decision: 'allow', ...shownTo(await browser.get(page)), ...asNewAgent };
    await server.post('/simulations/clock/advance', { seconds: 601 });
    const refused = await browser.post(page, form);
    expect([refused.status, refused.text.includes('Send me a fresh link')]).toEqual([403, true]);
  });

  it('gives a member no agent, and no more than its role', async () => {
    const { email } = await newMember(server, 'MEMBER');
    await expect(connect(server, email, asNewAgent)).rejects.toThrow('refused');
    await expect(connect(server, email, { as: main.agentId })).rejects.toThrow('refused');
  });
});

describe('a grant', () => {
  it('ends with the role that gave it, with its user, and with its agent', async () => {
    const ends: Array<(userId: string, agentId: string) => Promise<unknown>> = [
      (userId) => server.patch(`/parties/me/members/${userId}`, { role: 'APPROVER' }),
      (userId) => server.delete(`/parties/me/members/${userId}`),
      (_userId, agentId) => server.delete(`/agents/${agentId}`),
    ];
    for (const end of ends) {
      const admin = await newMember(server, 'ADMIN');
      const { access_token: key } = await connect(server, admin.email, asNewAgent, api());
      const grant = await newestGrant();
      expect((await server.as({ key }).get('/payments')).status).toBe(200);
      await end(String(grant?.attributes['userId']), String(grant?.attributes['agentId']));
      expect((await server.as({ key }).get('/payments')).status).toBe(401);
    }
  });

  it('makes who gave it a maker: the user does not approve what its agent asks over the limits of the party', async () => {
    const admin = await newMember(server, 'ADMIN');
    await server.put('/parties/me/limits', { limits: { perTransaction: 1_000 } });
    const choice = { as: 'new', name: 'Unbounded', perTransaction: '', perDay: '', perMonth: '' };
    const { access_token: key } = await connect(server, admin.email, choice, api());
    const waiting = resource(await server.as({ key }).pay({ amount: 2_000, ...to(customer) }));
    await server.delete('/parties/me/limits');
    const [approval] = resources(await server.get(`/approvals?targetId=${waiting.id}`));
    const decided = await server.as({ key: admin.key }).post(`/approvals/${approval?.id}/approve`);
    expect(decided.status).toBe(403);
  });
});

describe('a registration', () => {
  it('takes https and loopback redirects only', async () => {
    const wrong = [
      'http://evil.example/cb',
      'purser://cb',
      'https://a.example/cb#x',
      'javascript:alert(1)',
      'https://localhost/cb',
    ];
    for (const redirect of wrong) {
      const { clientId } = await register(server, { redirect_uris: [redirect] });
      expect([redirect, clientId]).toEqual([redirect, undefined]);
    }
    for (const redirect of ['https://a.example/cb', 'http://localhost:1/cb', 'http://[::1]/cb'])
      expect((await register(server, { redirect_uris: [redirect] })).clientId).toBeTypeOf('string');
  });

  it('ends after a day, unless somebody has let the program act', async () => {
    const [kept, lost] = [await connect(server, owner), await register(server)];
    await server.post('/simulations/clock/advance', { seconds: 86_401 });
    const browser = openBrowser(server.baseUrl);
    expect((await browser.get(begin(server, kept.program).path)).status).toBe(303);
    const over = await browser.get(begin(server, lost).path);
    expect([over.status, over.text.includes('connect again')]).toEqual([400, true]);
  });

  it('is refused with Retry-After when one address registers many', async () => {
    const flooded = await startServer();
    const send = () =>
      fetch(`${flooded.baseUrl}/oauth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ redirect_uris: ['https://a.example/cb'] }),
      });
    const replies = await Promise.all(Array.from({ length: 25 }, send));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
    await flooded.close();
  });
});
