import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { resources, type Resource, type Reply } from '../support/http.ts';
import {
  main,
  customer,
  stranger,
  byId,
  newEmail,
  serveOn,
  testServer,
  secondServer,
} from '../support/server.ts';
import { uuidOf, payParty, rewrite, until, waitingSessions, withSession } from './support.ts';
import type { ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const newRecipient = () => newEmail();

function send(values: object, at: ApiClient = server, idempotencyKey: string = randomUUID()): Promise<Reply> {
  return at
    .as(main.apiKey)
    .post(
      `/agents/${main.agentId}/customers`,
      { permissions: ['payments.read'], ...values },
      { 'Idempotency-Key': idempotencyKey },
    );
}
const invite = async (...recipients: object[]) => resources(await send({ recipients }));

const statusesOf = async (invitations: Resource[]): Promise<string[]> => {
  const ids = invitations.map(({ id }) => uuidOf(id));
  const rows = await server.sql<{ id: string; status: string }>`SELECT id, status FROM customer_invitations
    WHERE id = ANY (${ids}::uuid[])`;
  const found = new Map(rows.map(({ id, status }) => [id, status]));
  return ids.map((id) => found.get(id) ?? 'absent');
};
const eventsOf = async ({ id }: Resource): Promise<unknown[]> => {
  const rows = await server.sql<{ change: string }>`SELECT resource || ' ' || coalesce(from_status, '') || '>'
    || to_status AS change FROM events WHERE resource_id = ${uuidOf(id)} ORDER BY id`;
  return rows.map(({ change }) => change);
};
const mailsOf = (invitations: Resource[]) =>
  server.sql`SELECT kind, party_id, recipient FROM mails
    WHERE resource_id = ANY (${invitations.map(({ id }) => uuidOf(id))}::uuid[]) ORDER BY id`;

describe('an invitation of a customer', () => {
  it('replaces a pending one, for the same agent only', async () => {
    const recipient = newRecipient();
    const other = resources(
      await server.post(`/agents/${main.limitedAgentId}/customers`, {
        recipients: [recipient],
        permissions: ['party.read'],
      }),
    );
    const first = await invite(recipient, newRecipient());
    const next = await invite({ ...recipient, value: recipient.value.toUpperCase() });
    expect(await statusesOf([...other, ...first, ...next])).toEqual([
      'PENDING',
      'CANCELED',
      'PENDING',
      'PENDING',
    ]);
    const [replaced] = first;
    expect(replaced && (await eventsOf(replaced))).toEqual([
      'customerInvitation >PENDING',
      'customerInvitation PENDING>CANCELED',
    ]);
  });

  it('leaves a declined one unchanged', async () => {
    const recipient = newRecipient();
    const first = await invite(recipient);
    await server.sql`UPDATE customer_invitations SET status = 'DECLINED'
      WHERE id = ${uuidOf(first[0]?.id ?? '')}`;
    const next = await invite(recipient);
    expect(await statusesOf([...first, ...next])).toEqual(['DECLINED', 'PENDING']);
  });

  it('expires an overdue one that no task has expired yet', async () => {
    const recipient = newRecipient();
    const first = await invite(recipient);
    await rewrite(
      server.connection,
      `UPDATE customer_invitations SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [uuidOf(first[0]?.id ?? '')],
    );
    const next = await invite(recipient);
    expect(await statusesOf([...first, ...next])).toEqual(['EXPIRED', 'PENDING']);
    const audit = await server.sql`SELECT action, party_id FROM audit_log
      WHERE target_id = ${uuidOf(first[0]?.id ?? '')}`;
    expect(audit).toEqual([{ action: 'expire customerInvitation', party_id: null }]);
  });

  it('of the same recipients, sent twenty times concurrently on two servers, leaves one pending each', async () => {
    const recipients = [newRecipient(), newRecipient(), byId(customer)];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const order = index % 4 < 2 ? recipients : recipients.toReversed();
        return send({ recipients: order }, index % 2 === 0 ? server : second);
      }),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    const made = replies.flatMap(resources);
    expect(made.length).toBe(60);
    const statuses = await statusesOf(made);
    expect(statuses.filter((status) => status === 'PENDING').length).toBe(3);
    expect(statuses.filter((status) => status === 'CANCELED').length).toBe(57);
    for (const [index, invitation] of made.entries()) {
      const changes = ['customerInvitation >PENDING', 'customerInvitation PENDING>CANCELED'];
      expect(await eventsOf(invitation)).toEqual(changes.slice(0, statuses[index] === 'PENDING' ? 1 : 2));
    }
  });

  it('blocks no payment while it waits for its agent, and is refused when the agent was revoked', async () => {
    const reply = await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query(`UPDATE agents SET status = 'REVOKED' WHERE id = $1`, [uuidOf(main.agentId)]);
      const waiting = send({ recipients: [newRecipient()] });
      await until(
        'the invitation waits for the lock',
        async () => (await waitingSessions(server.sql)).length > 0,
      );
      expect((await payParty(server.baseUrl, main, stranger, 1)).status).toBe(201);
      await session.query('COMMIT');
      return waiting;
    });
    expect(reply.status).toBe(409);
    await server.sql`UPDATE agents SET status = 'ACTIVE' WHERE id = ${uuidOf(main.agentId)}`;
  });

  it('is recorded in the audit log with its actor, whether accepted or refused', async () => {
    const route = `POST /agents/${main.agentId}/customers`;
    const lines = () =>
      server.sql`SELECT decision, reason, party_id, user_id, target_id FROM audit_log WHERE action = ${route}
        ORDER BY at DESC, id DESC LIMIT 2`;
    await invite(newRecipient());
    const key = randomUUID();
    await send({ recipients: [newRecipient()] }, server, key);
    await send({ recipients: [newRecipient()] }, server, key);
    const by = { party_id: uuidOf(main.partyId), user_id: uuidOf(main.userId) };
    expect(await lines()).toEqual([
      { ...by, target_id: null, decision: 'refused', reason: 'idempotency_key_reused' },
      { ...by, target_id: uuidOf(main.agentId), decision: 'accepted', reason: null },
    ]);
  });
});

describe('mail about an invitation of a customer', () => {
  it('goes to email addresses, including those of parties named by id, and to phone numbers', async () => {
    const recipient = newRecipient();
    const made = await invite(recipient, byId(stranger), { type: 'phone', value: '+14155550199' });
    expect(made.length).toBe(3);
    const mail = { kind: 'customerInvitation', party_id: uuidOf(main.partyId) };
    expect(await mailsOf(made)).toEqual([
      { ...mail, recipient: recipient.value },
      { ...mail, recipient: stranger.email },
      { ...mail, recipient: '+14155550199' },
    ]);
  });

  it('waits while mail cannot be sent, and the response lists the addresses concerned', async () => {
    const withoutMail = await serveOn(server.connection, {
      PURSER_SMTP_URL: 'smtp://127.0.0.1:1',
      PURSER_MAIL_FROM: 'purser@example.com',
    });
    const [recipient, phone] = [newRecipient(), { type: 'phone', value: '+14155550198' }];
    const shouted = { ...recipient, value: recipient.value.toUpperCase() };
    const theirs = byId(stranger);
    const reply = await send({ recipients: [theirs, shouted, phone, recipient] }, withoutMail);
    const { meta } = JSON.parse(reply.text) as { meta: unknown };
    expect(meta).toMatchObject({ emailFailures: [shouted.value, recipient.value] });
    expect(resources(reply).length).toBe(3);
    expect(await statusesOf(resources(reply))).toEqual(['PENDING', 'PENDING', 'PENDING']);
    expect((await mailsOf(resources(reply))).length).toBe(3);
    await withoutMail.close();
  });
});
