import { describe, expect, it } from 'vitest';
import { newMember } from '../support/members.ts';
import { refusal, type Reply, resource, resources } from '../support/http.ts';
import { advance, approvalsOf, asAgent as agentHeaders } from '../support/moves.ts';
import {
  asNewAgent,
  begin,
  type Choice,
  codeGrant,
  connect,
  consent,
  exchange,
  refreshGrant,
  register,
  revoke,
} from '../support/oauth.ts';
import { customer, main, secondServer, testServer, to } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';

const unbounded = '1000000';
const settings = {
  PURSER_RATE_PER_SECOND: unbounded,
  PURSER_RATE_BURST: unbounded,
  PURSER_ANONYMOUS_RATE_PER_SECOND: unbounded,
  PURSER_ANONYMOUS_RATE_BURST: unbounded,
};
const server = testServer(settings);
const second = secondServer(server, {
  ...settings,
  get PURSER_BASE_URL() {
    return server.baseUrl; // both are one installation behind one address
  },
});
const owner = 'main@sandbox.purser.test';
const asUser = { as: 'user' };
const asAgent = { ...asNewAgent, newPayees: '' };
const unauthenticated = [401, ['unauthenticated'], ['Authorization']];

const atApi = () => ({ resource: `${server.baseUrl}/api` });
const cent = { amount: 1, ...to(customer) };
const newestGrant = async () => resources(await server.get('/oauth-grants?limit=1'))[0];
/** A code that its program has not used yet. */
async function unusedCode(choice: Choice): Promise<Record<string, string>> {
  const program = await register(server);
  const { verifier, path } = begin(server, program, atApi());
  const answer = await consent(await signIn(server, owner), path, choice);
  return codeGrant(program, answer.searchParams.get('code') ?? '', verifier);
}

/** Lets the command line act for the owner, and returns its code with the user's. */
async function deviceCodes(): Promise<{ grant: Record<string, string>; userCode: string }> {
  const started = await fetch(`${server.baseUrl}/oauth/device/authorize`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'purser-cli' }),
  });
  const codes = (await started.json()) as { device_code: string; user_code: string };
  const browser = await signIn(server, owner);
  const answered = await browser.post('/oauth/device', {
    code: codes.user_code,
    decision: 'allow',
    as: 'user',
  });
  expect(answered.status).toBe(200);
  const grant = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: 'purser-cli',
    device_code: codes.device_code,
  };
  return { grant, userCode: codes.user_code };
}

/** Forms in which a secret might be stored. */
function disguisesOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64').replaceAll('=', '')];
}

const isRefused = (reply: Reply): void => expect(refusal(reply)).toEqual(unauthenticated);

describe('a program', () => {
  it.each([
    ['itself', asUser, 'payments:read payments:move'],
    ['an agent', asAgent, 'payments:read payments:move'],
    ['itself, for reading', asUser, 'payments:read'],
    ['an agent, for more than agents may do', asAgent, 'payments:read payments:move customers:invite'],
  ])('does what a person chose for %s, and nothing else', async (_as, choice, scope) => {
    const { access_token: token } = await connect(server, owner, choice, { ...atApi(), scope });
    const program = server.as(token);
    const mayPay = scope.includes('payments:move');
    expect((await program.pay(cent)).status).toBe(mayPay ? 201 : 403);
    expect((await program.get('/payments')).status).toBe(200);
    const key = { name: 'More than it has', scopes: ['payments.read'] };
    const beyond = [
      await program.post('/api-keys', key),
      await program.post('/agents', { name: 'One more' }),
      await program.put('/parties/me/limits', { limits: { perDay: 1 } }),
      await program.get('/webhooks'),
      await program.get('/oauth-grants'),
    ];
    for (const reply of beyond) expect(reply.status).toBe(403);
    const foreign = resource(await server.as(customer).pay({ amount: 1, ...to(server.parties.stranger) }));
    expect((await program.get(`/payments/${foreign.id}`)).status).toBe(404);
  });

  it('names no agent of the party, unless it may operate them', async () => {
    const header = agentHeaders(main.agentId);
    const { access_token: token } = await connect(server, owner, asUser, atApi());
    expect((await server.as(token).pay(cent, header)).status).toBe(403);
    const scope = 'payments:move agents:operate';
    const { access_token: other } = await connect(server, owner, asUser, { ...atApi(), scope });
    expect((await server.as(other).pay(cent, header)).status).toBe(201);
  });

  it('is nothing at the part of this server that its grant is not for', async () => {
    const { access_token: ofModels } = await connect(server, owner, asUser);
    isRefused(await server.as(ofModels).get('/payments'));
    isRefused(await server.as(ofModels).pay(cent));
    const { access_token: ofApi } = await connect(server, owner, asUser, atApi());
    expect((await server.as(ofApi).post('/mcp')).status).toBe(401);
  });

  it('is refused when its token is over, and goes on with a new one', async () => {
    const tokens = await connect(server, owner, asUser, atApi());
    expect((await server.as(tokens.access_token).pay(cent)).status).toBe(201);
    await advance(server, 3601);
    for (const each of [server, second]) {
      isRefused(await each.as(tokens.access_token).pay(cent));
      isRefused(await each.as(tokens.access_token).get('/payments'));
    }
    const { body } = await exchange(server, refreshGrant(tokens.program, tokens.refresh_token));
    expect((await second.as(String(body['access_token'])).pay(cent)).status).toBe(201);
  });
});

/** Pays on 64 connections to both servers until it is refused, and counts what was accepted but sent after `take`. */
async function lateAfter(
  token: string,
  take: () => Promise<Reply>,
): Promise<{ early: number; late: number }> {
  const counts = { early: 0, late: 0 };
  let isTaken = false;
  const payer = async (_: unknown, at: number): Promise<void> => {
    const program = (at % 2 === 0 ? server : second).as(token);
    for (let status = 201; status === 201;) {
      const isLate = isTaken;
      ({ status } = await program.pay(cent));
      if (status === 201) counts[isLate ? 'late' : 'early'] += 1;
      if (counts.late > 0) return;
    }
  };
  const paying = Promise.all(Array.from({ length: 64 }, payer));
  while (counts.early < 64) await server.get('/payments?limit=1');
  expect((await take()).status).toBe(200);
  isTaken = true;
  await paying;
  return counts;
}

describe('while 64 payers pay by the tokens of a grant, none is accepted that was sent after', () => {
  it.each([
    ['its end', asUser],
    ['its end, as an agent', asAgent],
  ])('%s', async (_name, choice) => {
    const { access_token: token, program, refresh_token } = await connect(server, owner, choice, atApi());
    const { id } = (await newestGrant()) ?? { id: '' };
    const counts = await lateAfter(token, () => second.delete(`/oauth-grants/${id}`));
    expect([counts.early >= 64, counts.late]).toEqual([true, 0]);
    for (const each of [server, second]) isRefused(await each.as(token).get('/payments'));
    expect((await exchange(server, refreshGrant(program, refresh_token))).status).toBe(400);
  });

  it('the suspension of its agent', async () => {
    const { access_token: token } = await connect(server, owner, asAgent, atApi());
    const agentId = String((await newestGrant())?.attributes['agentId']);
    const counts = await lateAfter(token, () => second.post(`/agents/${agentId}/suspend`));
    expect([counts.early >= 64, counts.late]).toEqual([true, 0]);
    expect((await server.as(token).get('/payments')).status).toBe(200);
  });
});

describe('used once is', () => {
  it('a code, and its tokens end when it is used again', async () => {
    const { access_token: token, program, code, verifier } = await connect(server, owner, asUser, atApi());
    const again = await exchange(second, codeGrant(program, code, verifier));
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);
    isRefused(await server.as(token).pay(cent));
  });

  it.each([
    ['a code', () => unusedCode(asUser)],
    ['a code of a device', async () => (await deviceCodes()).grant],
  ])('%s, of however many that send it at once', async (_what, make) => {
    const grant = await make();
    const sent = Array.from({ length: 8 }, (_, at) => exchange(at % 2 === 0 ? server : second, grant));
    const answers = await Promise.all(sent);
    const given = answers.filter(({ status }) => status === 200);
    expect(given.length).toBeLessThanOrEqual(1);
    for (const { body } of answers.filter((each) => !given.includes(each)))
      expect(body['error']).toBe('invalid_grant');
    for (const { body } of given) isRefused(await server.as(String(body['access_token'])).pay(cent));
  });

  it('a code of a device, and its tokens end when it is used again', async () => {
    const { grant } = await deviceCodes();
    const { status, body } = await exchange(server, grant);
    expect(status).toBe(200);
    const again = await exchange(second, grant);
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);
    isRefused(await server.as(String(body['access_token'])).pay(cent));
  });

  it('a refresh token, though for a minute its answer can be had again', async () => {
    const { program, refresh_token: old } = await connect(server, owner, asUser, atApi());
    const one = await exchange(server, refreshGrant(program, old));
    const two = await exchange(second, refreshGrant(program, old));
    expect([one.status, two.status]).toEqual([200, 200]);
    const tokens = [one, two].map(({ body }) => String(body['access_token']));
    for (const token of tokens) expect((await server.as(token).pay(cent)).status).toBe(201);
    await advance(server, 61);
    const late = await exchange(server, refreshGrant(program, old));
    expect([late.status, late.body['error']]).toEqual([400, 'invalid_grant']);
    for (const token of tokens) isRefused(await server.as(token).pay(cent)); // a thief has one of them
  });
});

it('a program that asks again for its end has it, though the server failed on the way', async () => {
  const { access_token: token, refresh_token, program } = await connect(server, owner, asUser, atApi());
  await server.sql(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'out of order'; END $$`,
  );
  await server.sql(
    `CREATE TRIGGER fail BEFORE UPDATE OF revoked_at ON api_keys FOR EACH ROW EXECUTE FUNCTION fail()`,
  );
  await server.sql('ALTER TABLE api_keys ENABLE ALWAYS TRIGGER fail');
  expect(await revoke(server, program, refresh_token)).toBe(500);
  expect((await server.as(token).pay(cent)).status).toBe(201);
  await server.sql('DROP TRIGGER fail ON api_keys');
  expect(await revoke(server, program, refresh_token)).toBe(200);
  isRefused(await server.as(token).pay(cent));
});

it('no secret of a grant is stored as it is', async () => {
  const tokens = await connect(server, owner, asUser, atApi());
  const { access_token, refresh_token, code, program } = tokens;
  const { body } = await exchange(server, refreshGrant(program, refresh_token));
  const { grant, userCode } = await deviceCodes();
  const device = await exchange(server, grant);
  const secrets = [
    access_token,
    refresh_token,
    code,
    grant['device_code'],
    userCode,
    userCode.replace('-', ''),
  ];
  for (const answer of [body, device.body])
    for (const name of ['access_token', 'refresh_token']) secrets.push(String(answer[name]));
  for (const secret of secrets) expect(String(secret).length).toBeGreaterThan(7);
  const [row] = await server.sql<{ text: string }>(
    `SELECT string_agg(t::text, ' ') AS text FROM (SELECT a::text FROM oauth_artifacts a
       UNION ALL SELECT g::text FROM oauth_grants g UNION ALL SELECT k::text FROM api_keys k
       UNION ALL SELECT k::text FROM agent_keys k UNION ALL SELECT l::text FROM audit_log l) t`,
  );
  for (const secret of secrets.flatMap((each) => disguisesOf(String(each))))
    expect(row?.text).not.toContain(secret);
});

describe('who consented is the maker:', () => {
  it.each([
    ['of what the program asks for as the user', asUser],
    ['of what an agent asks for over the limits of the party', { ...asAgent, perTransaction: '' }],
  ])('%s', async (_of, choice) => {
    const member = await newMember(server, 'ADMIN');
    const { access_token: token } = await connect(server, member.email, choice, atApi());
    await server.put('/parties/me/limits', { limits: { perTransaction: 100 } });
    const payment = resource(await server.as(token).pay({ amount: 200, ...to(customer) }));
    await server.delete('/parties/me/limits');
    expect(payment.attributes['status']).toBe('IN_REVIEW');
    const [approval] = await approvalsOf(server, payment);
    const path = `/approvals/${approval?.id}/approve`;
    for (const key of [token, member.key]) expect((await server.as(key).post(path)).status).toBe(403);
    expect((await server.as(main).post(path)).status).toBe(200);
  });
});
