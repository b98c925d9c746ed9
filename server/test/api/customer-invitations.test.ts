import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RequestHeaders } from '../support/client.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { refusal, resources, withoutRequestId, type Reply } from '../support/http.ts';
import { main, stranger, byId, newAddress, testServer } from '../support/server.ts';
import { allPermissions, customerInvitationShape } from '../support/shapes-customers.ts';

const server = testServer();
const day_ms = 24 * 3_600_000;
const email = (value = newAddress()) => ({ type: 'email', value });
const good = () => ({ recipients: [email()], permissions: ['payments.create', 'payments.read'] });

const invite = (values: object, request: { agentId?: string; key?: string; headers?: RequestHeaders } = {}) =>
  server
    .as(request.key ?? main.apiKey)
    .post(`/agents/${request.agentId ?? main.agentId}/customers`, { ...good(), ...values }, request.headers);
const failures = (reply: Reply): string[] =>
  (JSON.parse(reply.text) as { meta: { emailFailures: string[] } }).meta.emailFailures;
const first = (reply: Reply): Record<string, unknown> => resources(reply)[0]?.attributes ?? {};
checkEndpoint('POST /agents/{agentId}/customers', server, {
  alsoHas: ['GET'],
  path: () => `/agents/${main.agentId}/customers`,
  scope: 'delegations.create',
  idempotency: 'required',
  status: 201,
  response: { data: [customerInvitationShape], meta: { emailFailures: [], alreadyConnected: [] } },
  body: () => ({
    ...good(),
    limits: { perTransaction: 10_000 },
    expiresAt: new Date(Date.now() + 1_000 * day_ms).toISOString(),
  }),
  otherBody: { limits: null },
});

describe('POST /agents/{agentId}/customers', () => {
  it('creates one invitation per email address, phone number and party id, in the order sent', async () => {
    const phone = { type: 'phone', value: `+1${randomInt(1e9, 9e9)}` };
    const recipients = [email(), phone, byId(stranger)];
    const reply = await invite({ recipients, limits: { perTransaction: 2_500 } });
    expect(resources(reply).map((each) => each.attributes['recipient'])).toEqual(recipients);
    expect(failures(reply)).toEqual([]);
    expect(first(reply)).toMatchObject({
      status: 'PENDING',
      permissions: ['payments.create', 'payments.read'],
      limits: { perTransaction: 2_500 },
    });
    const party = { data: { type: 'party', id: stranger.partyId } };
    expect(resources(reply).map(({ relationships }) => relationships['customerParty'])).toEqual([
      { data: null },
      { data: null },
      party,
    ]);
    for (const { attributes: each, relationships } of resources(reply)) {
      expect(relationships['agent']?.data?.id).toBe(main.agentId);
      expect(each['updatedAt']).toBe(each['createdAt']);
    }
  });

  it('expires after thirty days and has no limit by default', async () => {
    const { createdAt, expiresAt, limits } = first(await invite({}));
    const open_ms = Date.parse(String(expiresAt)) - Date.parse(String(createdAt));
    expect(open_ms).toBeGreaterThanOrEqual(30 * day_ms);
    expect(open_ms).toBeLessThan(30 * day_ms + 1_000);
    expect(limits).toBeNull();
    expect(first(await invite({ limits: null }))['limits']).toBeNull();
  });

  it('reports recipients that it cannot invite, as they were sent, and invites the others', async () => {
    const fine = newAddress();
    const bad = [
      email('nonsense'),
      email(''),
      email('line\n@example.com'),
      email('\u{d800}\u0000"'),
      email(`${'x'.repeat(250)}@example.com`),
      { type: 'phone', value: '14155550123' },
      { type: 'phone', value: '+1 415 555 0123' },
      { type: 'agent_id', value: main.agentId },
      { type: 'handle', value: '@casey' },
      { type: '', value: fine },
      { type: 'toString', value: 'x' },
      { type: 'party_id', value: 'nonsense' },
      { type: 'party_id', value: `pty_${'0'.repeat(32)}` },
      byId(main),
      { type: 'party_id', value: main.agentId },
      email(main.email),
      email(main.email.toUpperCase()),
      email(fine),
      email(fine.toUpperCase()),
    ];
    const reply = await invite({ recipients: [email(fine), ...bad] });
    expect(reply.status).toBe(201);
    expect(resources(reply).map((each) => each.attributes['recipient'])).toEqual([email(fine)]);
    expect(failures(reply)).toEqual(bad.map(({ value }) => value));
  });

  it('returns 201 even when no recipient can be invited, and replays it to a retry', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const recipients = [email('\u{d800}\u0000"'), byId(main)];
    const reply = await invite({ recipients }, { headers });
    expect([reply.status, resources(reply)]).toEqual([201, []]);
    expect(failures(reply)).toEqual(recipients.map(({ value }) => value));
    const again = await invite({ recipients }, { headers });
    expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([reply.text, 'true']);
  });

  it('invites no party that is known by its address only', async () => {
    const recipients = [email()];
    const paid = await server.post('/payments', { amount: 1, counterparty: recipients[0] });
    const { data } = JSON.parse(paid.text) as {
      data: { relationships: { recipient: { data: { id: string } } } };
    };
    const value = data.relationships.recipient.data.id;
    expect(failures(await invite({ recipients: [{ type: 'party_id', value }] }))).toEqual([value]);
    expect(resources(await invite({ recipients })).length).toBe(1);
  });

  it('shows addresses in lower case, and each permission once', async () => {
    const address = newAddress();
    const permissions = ['wallets.read', 'payments.read', 'wallets.read'];
    const reply = await invite({ recipients: [email(address.toUpperCase())], permissions });
    expect(first(reply)).toMatchObject({
      recipient: email(address),
      permissions: ['wallets.read', 'payments.read'],
    });
  });

  it('accepts seven permissions', async () => {
    const permissions = first(await invite({ permissions: allPermissions }))['permissions'];
    expect(permissions).toEqual(allPermissions);
  });

  it('creates new invitations when the same recipients are invited again', async () => {
    const recipients = [email(), email()];
    const replies = [await invite({ recipients }), await invite({ recipients })];
    expect(new Set(replies.flatMap((reply) => resources(reply).map(({ id }) => id))).size).toBe(4);
  });

  it('accepts a hundred recipients', async () => {
    const recipients = Array.from({ length: 100 }, () => email());
    expect(resources(await invite({ recipients })).length).toBe(100);
  });

  it('returns 404 for an agent of another party, byte for byte as for an unknown agent', async () => {
    const absent = await invite({}, { agentId: `agt_${'0'.repeat(32)}` });
    const foreign = await invite({}, { agentId: stranger.agentId });
    expect(refusal(absent)).toEqual([404, ['agent_not_found'], ['agentId']]);
    expect(foreign.status).toBe(404);
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
  });

  it('refuses a revoked agent', async () => {
    const reply = await invite({}, { agentId: main.revokedAgentId });
    expect(refusal(reply)).toEqual([409, ['conflict'], ['agentId']]);
  });

  it('validates the expiry before it looks up the agent', async () => {
    const agentId = `agt_${'0'.repeat(32)}`;
    const reply = await invite({ expiresAt: '2020-01-01T00:00:00Z' }, { agentId });
    expect(refusal(reply)).toEqual([422, ['invalid_value'], ['/data/attributes/expiresAt']]);
  });
});
