import { describe, expect, it } from 'vitest';
import { isAdmitted, shownClient } from '../../src/doors/oauth/clients.ts';
import { newAgent } from '../support/agents.ts';
import { locationOf } from '../support/browser.ts';
import { codes, resource, resources } from '../support/http.ts';
import { advance } from '../support/moves.ts';
import {
  begin,
  codeGrant,
  consent,
  exchange,
  refreshGrant,
  register,
  revoke,
  type Tokens,
} from '../support/oauth.ts';
import { customer, testServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';
import { asMyself, fieldOn, form, owner } from './field.ts';

const server = testServer();
const field = fieldOn(server);
const { asks, codeFor, forApi, statusWith, tokensFor } = field;

describe('the redirect of a program', () => {
  it('is an address that everybody reads alike, over TLS or on the computer of its user', async () => {
    const refused = [
      'javascript:alert(1)',
      'http://evil.example/',
      'https://a.example/#',
      'https://u:p@a.example/',
      'http://127.0.0.1.evil.example/',
      'https://localhost/',
      ' https://a.example/',
      'https://a.ex\tample/',
      'https://a.example/\r\nSet-Cookie: a=b',
      'https://a.example\\@b.example/',
      'https://\u0430pple.example/',
      'https://a.example/\u202ecb',
      'https://a.example/\u0000',
    ];
    for (const redirect of refused) {
      const admitted = isAdmitted({ redirectUris: [redirect], grantTypes: ['authorization_code'] });
      expect([redirect, admitted]).toEqual([redirect, false]);
    }
    const tried = await asks('/oauth/register', {
      method: 'POST',
      body: JSON.stringify({ redirect_uris: ['https://a.example\\@b.example/'] }),
    });
    expect(tried.status).toBe(400);
  });

  it('is the registered one to the letter, except for the port of a computer', async () => {
    const uris = ['https://a.example/cb', 'http://127.0.0.1:7777/cb'];
    const { clientId } = await register(server, { redirect_uris: uris });
    const open = async (redirect: string) => {
      const response = await asks(begin(server, { clientId, redirect }).path);
      return [response.status, response.headers.get('Location')?.startsWith('/oauth/consent/') ?? false];
    };
    for (const redirect of [...uris, 'http://127.0.0.1:9/cb'])
      expect(await open(redirect)).toEqual([303, true]);
    const others = [
      'https://a.example/CB',
      'https://a.example:443/cb',
      'https://u@a.example/cb',
      'https://A.example/cb',
    ];
    const local = [
      'http://127.0.0.1:9/cb/',
      'http://127.0.0.1:9/cb?x',
      'http://[::1]:9/cb',
      'http://localhost:9/cb',
    ];
    for (const redirect of [...others, ...local, '//a.example/cb', 'https://a.example/cb#x'])
      expect([redirect, ...(await open(redirect))]).toEqual([redirect, 400, false]);
  });
});

describe('a field.program that describes itself', () => {
  const id = 'https://good.example/program.json';
  it('is shown with where its answers go, which is not its own host', () => {
    const described = { clientId: id };
    expect(shownClient(described, 'https://evil.example/cb').answersTo).toBe('evil.example');
    expect(shownClient(described, 'http://127.0.0.1:9/cb').answersTo).toBeNull();
  });

  it('gets no way that registered programs do not get', () => {
    const redirectUris = ['https://a.example/'];
    expect(isAdmitted({ redirectUris, grantTypes: ['authorization_code', 'refresh_token'] })).toBe(true);
    const device = 'urn:ietf:params:oauth:grant-type:device_code';
    expect(isAdmitted({ redirectUris, grantTypes: [device] })).toBe(false);
    expect(isAdmitted({ redirectUris: [], grantTypes: ['authorization_code'] })).toBe(false);
  });
});

describe('a request that makes no sense', () => {
  it('is refused, never with a 5xx', async () => {
    const strange = ['\u0000', '\u202e', '__proto__', 'x'.repeat(3000), '{', '\ud800', '-1', 'a b', ''];
    const names = [
      'client_id',
      'redirect_uri',
      'scope',
      'resource',
      'state',
      'code_challenge',
      'response_type',
    ];
    const more = [
      'response_mode',
      'prompt',
      'claims',
      'max_age',
      'nonce',
      'request',
      'dpop_jkt',
      'ui_locales',
    ];
    for (const name of [...names, ...more, 'code_challenge_method', 'id_token_hint', 'login_hint']) {
      for (const value of strange) {
        const { path } = begin(server, field.program, { [name]: value });
        const statuses: Array<[string, number]> = [];
        const about = `${name}=${value.slice(0, 9)}`;
        statuses.push([about, (await asks(path)).status]);
        const sent = {
          client_id: field.program.clientId,
          grant_type: 'refresh_token',
          refresh_token: 'x',
          [name]: value,
        };
        statuses.push([about, (await asks('/oauth/token', form(sent))).status]);
        const device = { client_id: 'purser-cli', [name]: value };
        statuses.push([about, (await asks('/oauth/device/authorize', form(device))).status]);
        expect(statuses.filter(([, status]) => status >= 500)).toEqual([]);
      }
    }
  });

  it('gets its answer in the query, in no field.other mode', async () => {
    for (const response_mode of ['form_post', 'fragment', 'web_message']) {
      const { path } = begin(server, field.program, { response_mode });
      const back = new URL((await asks(path)).headers.get('Location') ?? '');
      expect([...back.searchParams.keys()]).toContain('iss');
      expect(back.searchParams.get('error')).toBe('unsupported_response_mode');
    }
  });

  it('gets no code without a proof of the kind S256', async () => {
    for (const parameters of [
      { code_challenge: '' },
      { code_challenge_method: 'plain' },
      { code_challenge_method: '' },
    ]) {
      const back = new URL(
        (await asks(begin(server, field.program, parameters).path)).headers.get('Location') ?? '',
      );
      expect(back.searchParams.get('error')).toBe('invalid_request');
    }
  });

  it('is refused if it asks for nothing that can be given', async () => {
    for (const scope of ['openid', 'offline_access', 'full_access', 'nothing']) {
      const { path } = begin(server, field.program, { scope });
      const page = locationOf(await field.browser.get(path));
      const back = new URL(locationOf(await field.browser.get(locationOf(await field.browser.get(page)))));
      expect([scope, back.searchParams.get('error')]).toEqual([scope, 'invalid_scope']);
      if (scope === 'full_access') continue;
      const device = await asks('/oauth/device/authorize', form({ client_id: 'purser-cli', scope }));
      expect([device.status, ((await device.json()) as { error: string }).error]).toEqual([
        400,
        'invalid_scope',
      ]);
    }
  });

  it('gives only known scopes, whatever it asks for, and no id token', async () => {
    const tokens = await tokensFor({ scope: 'openid offline_access full_access payments:read' });
    expect(tokens.scope).toBe('payments:read');
    expect(tokens).not.toHaveProperty('id_token');
  });
});

describe('a code', () => {
  it('is exchanged once at most, by two servers too, and twice ends the grant', async () => {
    const { code, verifier } = await codeFor();
    const at = (baseUrl: string) => exchange({ baseUrl }, codeGrant(field.program, code, verifier));
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) => at((n % 2 ? server : field.second).baseUrl)),
    );
    const given = answers.filter(({ status }) => status === 200);
    expect(given.length).toBeLessThanOrEqual(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(given.length ? [200, 400] : [400]));
    for (const { body } of given)
      expect(await statusWith(String(body['access_token']), '/mcp')).toBeGreaterThan(400);
    const [newest] = resources(await server.get('/oauth-grants?limit=1'));
    expect(newest?.attributes['status']).toBe('REVOKED');
  });

  it('is nothing to another field.program, to another proof or redirect, or after a minute', async () => {
    const { code, verifier } = await codeFor();
    const right = codeGrant(field.program, code, verifier);
    const wrong = [
      { ...right, client_id: field.other.clientId },
      { ...right, code_verifier: 'v'.repeat(43) },
      { ...right, code_verifier: '' },
      { ...right, redirect_uri: 'http://127.0.0.1:1/callback' },
      { ...right, resource: `${server.baseUrl}/api` },
    ];
    for (const sent of wrong) expect((await exchange(server, sent)).status).toBe(400);
    await advance(server, 61);
    expect((await exchange(server, right)).body['error']).toBe('invalid_grant');
  });

  it('is nothing once its grant has ended', async () => {
    const { code, verifier } = await codeFor();
    const [newest] = resources(await server.get('/oauth-grants?limit=1'));
    await server.delete(`/oauth-grants/${newest?.id}`);
    expect((await exchange(server, codeGrant(field.program, code, verifier))).body['error']).toBe(
      'invalid_grant',
    );
  });
});

describe('a refresh', () => {
  it('twice within a minute gives tokens again; later it ends the grant, and the log says why', async () => {
    const first = await tokensFor(forApi('payments:read'));
    const twice = [await exchange(server, refreshGrant(field.program, first.refresh_token))];
    twice.push(await exchange(field.second, refreshGrant(field.program, first.refresh_token)));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    await advance(server, 61);
    expect(await statusWith(String(twice[0]?.body['access_token']))).toBe(200);
    const replay = await exchange(server, refreshGrant(field.program, first.refresh_token));
    expect(replay.body['error']).toBe('invalid_grant');
    for (const { body } of twice) {
      expect(await statusWith(String(body['access_token']))).toBe(401);
      const again = await exchange(server, refreshGrant(field.program, String(body['refresh_token'])));
      expect(again.body['error']).toBe('invalid_grant');
    }
    const [ended] = await server.sql<{ reason: string | null }>`SELECT reason FROM audit_lines
      WHERE action = 'POST /oauth/revoke' ORDER BY id DESC LIMIT 1`;
    expect(ended?.reason).toBe('used_twice');
  });

  it('of what is not held uses nothing up', async () => {
    const { refresh_token } = await tokensFor({ scope: 'payments:read payments:move' });
    const right = refreshGrant(field.program, refresh_token);
    const mcp = `${server.baseUrl}/mcp`;
    const wrong = [
      { ...right, client_id: field.other.clientId },
      { ...right, resource: `${server.baseUrl}/api` },
      { ...right, resource: 'https://evil.example/' },
      { ...right, scope: 'full_access' },
      { ...right, scope: 'payments:read payments:move customers:invite' },
      { ...right, scope: 'payments:read' },
    ];
    for (const sent of wrong) expect((await exchange(server, sent)).status).toBe(400);
    await advance(server, 120);
    const spellings = [mcp, `${mcp}/`, `${server.baseUrl}/`, server.baseUrl, ''];
    let token = refresh_token;
    for (const resource of spellings) {
      const { status, body } = await exchange(server, { ...refreshGrant(field.program, token), resource });
      expect([resource, status, body['scope']]).toEqual([
        resource,
        200,
        expect.stringContaining('payments:move'),
      ]);
      token = String(body['refresh_token']);
    }
  });
});

describe('a token', () => {
  it('is good at the part of the server that it is for', async () => {
    const [mcp, rest] = [
      await tokensFor({ scope: 'payments:read' }),
      await tokensFor(forApi('payments:read')),
    ];
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const atMcp = async (token: string) =>
      (
        await asks('/mcp', {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${token}`,
            'Content-Type': 'application/json',
            Accept: 'application/json, text/event-stream',
            'MCP-Protocol-Version': '2025-11-25',
          },
          body: JSON.stringify(list),
        })
      ).status;
    expect([await atMcp(mcp.access_token), await statusWith(mcp.access_token)]).toEqual([200, 401]);
    expect([await atMcp(rest.access_token), await statusWith(rest.access_token)]).toEqual([401, 200]);
    const stream = await asks('/events/stream', { headers: { Authorization: `Bearer ${mcp.access_token}` } });
    expect(stream.status).toBe(401);
    for (const name of ['purser_session', 'session', '__Host-session']) {
      const headers = { Cookie: `${name}=${rest.access_token}` };
      expect((await asks('/account', { headers })).status).toBe(303);
    }
  });

  it('of a user approves nothing, makes no keys and names no agent by the scopes of others', async () => {
    const { access_token: key } = await tokensFor(
      forApi('payments:read payments:move customers:invite external-accounts:link'),
    );
    const { id } = await newAgent(server);
    const named = { 'X-Agent-ID': id, 'X-Instance-ID': 'chat' };
    expect(codes(await server.as({ key }).get('/payments', named))).toEqual(['insufficient_scope']);
    for (const path of ['/api-keys', '/agents', '/invitations', '/webhooks', '/oauth-grants'])
      expect([path, (await server.as({ key }).post(path, { name: 'x' })).status]).not.toEqual([path, 201]);
    expect((await server.as({ key }).get('/oauth-grants')).status).toBe(403);
  });

  it('of a user approves only by the scope for all, and nothing where a person has to be signed in', async () => {
    const agent = await newAgent(server, { limits: { perTransaction: 100 } });
    const pay = { amount: 5000, counterparty: { type: 'party_id', value: customer.partyId } };
    const inReview = resource(await server.as(agent).pay(pay));
    const [approval] = resources(await server.get(`/approvals?targetId=${inReview.id}`));
    const path = `/approvals/${approval?.id}/approve`;
    const { access_token: key } = await tokensFor(forApi('payments:read payments:move agents:operate'));
    expect(codes(await server.as({ key }).post(path))).toEqual(['insufficient_scope']);
    const own = await tokensFor(forApi('payments:read payments:move'), { choice: { as: agent.id } });
    expect((await server.as({ key: own.access_token }).post(path)).status).toBe(403);
    expect(await server.statusOf(inReview)).toBe('IN_REVIEW');
  });

  it('ends with its hour, its refresh with thirty days, its grant with a year', async () => {
    const tokens = await tokensFor(forApi('payments:read'));
    expect(await statusWith(tokens.access_token)).toBe(200);
    await advance(server, 3_601);
    expect(await statusWith(tokens.access_token)).toBe(401);
    const next = (await exchange(server, refreshGrant(field.program, tokens.refresh_token))).body as Tokens;
    await advance(server, 30 * 86_400 + 1);
    expect((await exchange(server, refreshGrant(field.program, next.refresh_token))).body['error']).toBe(
      'invalid_grant',
    );
    field.browser = await signIn(server, owner);
  });

  it('ends with its revocation by its field.program, not by another', async () => {
    const tokens = await tokensFor(forApi('payments:read'));
    await revoke(server, field.other, tokens.refresh_token);
    expect(await statusWith(tokens.access_token)).toBe(200);
    expect(await revoke(server, field.program, tokens.refresh_token)).toBe(200);
    expect(await statusWith(tokens.access_token)).toBe(401);
  });

  it('is stored nowhere in clear, like codes, requests and proofs', async () => {
    const { verifier, path } = begin(server, field.program, forApi('payments:read'));
    const page = locationOf(await field.browser.get(path));
    const answer = await consent(field.browser, path, asMyself);
    const code = answer.searchParams.get('code') ?? '';
    const { body } = await exchange(server, codeGrant(field.program, code, verifier));
    const device = (await (
      await asks('/oauth/device/authorize', form({ client_id: 'purser-cli' }))
    ).json()) as Record<string, string>;
    const secrets = [
      code,
      verifier,
      String(body['access_token']),
      String(body['refresh_token']),
      page.slice(-20),
    ];
    secrets.push(
      device['device_code'] ?? '?',
      device['user_code'] ?? '?',
      (device['user_code'] ?? '?').replace('-', ''),
    );
    for (const table of [
      'oauth_artifacts',
      'oauth_grants',
      'oauth_clients',
      'api_keys',
      'agent_keys',
      'audit_lines',
    ]) {
      const [row] = await server.sql<{ all: string | null }>(
        `SELECT string_agg(t::text, ' ') AS all FROM ${table} t`,
      );
      const found = secrets.filter((secret) => row?.all?.includes(secret));
      expect([table, found]).toEqual([table, []]);
    }
  });
});
