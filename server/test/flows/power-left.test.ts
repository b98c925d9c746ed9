import { describe, expect, it } from 'vitest';
import { newAgent, newAgentKey, newApiKey } from '../support/agents.ts';
import { refusal, resource, resources, type Reply } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { asAgent } from '../support/moves.ts';
import { main, stranger, to, toNobody, secondServer, testServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';
import { newWebhook } from '../support/webhooks.ts';
import { scopes } from '../../src/scopes.ts';

const server = testServer();
const second = secondServer(server);

const meta = (reply: Reply): Record<string, unknown> =>
  (JSON.parse(reply.text) as { meta: Record<string, unknown> }).meta;

describe('removing a member', () => {
  it('names the keys of agents and the webhooks that it made, and disables the webhooks', async () => {
    const member = await newMember(server, 'ADMIN');
    const as = server.as(member.key);
    const agent = await newAgent(as);
    const second = await newAgentKey(as, main.agentId);
    const revoked = await newAgentKey(as, main.agentId);
    await as.delete(`/agent-keys/${revoked.keyId}`);
    const [webhook, other] = [await newWebhook(as), await newWebhook(server)];
    const removed = await server.delete(`/parties/me/members/${member.id}`);
    expect(meta(removed)).toEqual({
      deleted: true,
      agentKeys: [
        { id: second.keyId, agentId: main.agentId },
        { id: agent.keyId, agentId: agent.id },
      ],
      webhooks: [{ id: webhook }],
    });
    const shown = resources(await server.get('/webhooks?limit=100'));
    const statusOf = (id: string) => shown.find((each) => each.id === id)?.attributes;
    expect(statusOf(webhook)).toMatchObject({ status: 'DISABLED', createdBy: member.id });
    expect(statusOf(other)).toMatchObject({ status: 'ENABLED', createdBy: main.userId });
    expect((await server.as(agent.key).get('/payments')).status).toBe(200);
  });
});

const remove = (key: string, id: string) => server.as(key).delete(`/api-keys/${id}`);

describe("an owner's key", () => {
  it('is revoked by owners only, a browser session too', async () => {
    const [admin, owner] = [await newMember(server, 'ADMIN'), await newMember(server, 'OWNER')];
    const made = await newApiKey(server.as(owner.key));
    await signIn(server, owner.email);
    const ids = resources(await server.get('/api-keys?limit=100'))
      .filter(({ attributes }) => attributes['createdBy'] === owner.id)
      .map(({ id }) => id);
    expect(ids).toHaveLength(3);
    for (const id of ids)
      expect(refusal(await remove(admin.key, id))).toEqual([403, ['forbidden'], [undefined]]);
    expect((await server.as(made.secret).get('/payments')).status).toBe(200);
    for (const id of ids) expect((await remove(main.apiKey, id)).status).toBe(200);
    expect(refusal(await server.as(made.secret).get('/payments'))[0]).toBe(401);
  });

  it('is not revoked by an admin while somebody is made an owner', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [admin, member] = [await newMember(server, 'ADMIN'), await newMember(server, 'ADMIN')];
      const { id } = await newApiKey(server.as(member.key));
      const path = `/parties/me/members/${member.id}`;
      const [promoted, removed] = await Promise.all([
        second.as(main.apiKey).patch(path, { role: 'OWNER' }),
        remove(admin.key, id),
      ]);
      expect(promoted.status).toBe(200);
      expect([200, 403]).toContain(removed.status);
      const again = await newApiKey(server.as(member.key));
      expect((await remove(admin.key, again.id)).status).toBe(403);
    }
  });

  it('is no obstacle between admins', async () => {
    const [one, other] = [await newMember(server, 'ADMIN'), await newMember(server, 'ADMIN')];
    const { id } = await newApiKey(server.as(other.key));
    expect((await remove(one.key, id)).status).toBe(200);
  });
});

describe('a key without payments.read', () => {
  it('is shown no payment by what it does', async () => {
    const rest = scopes.filter((each) => each !== 'payments.read');
    const blind = server.as((await newApiKey(server, { scopes: rest })).secret);
    const agent = await newAgent(server);
    const waiting = resource(await server.as(agent.key).pay({ amount: 1, ...toNobody() }));
    await server.pay({ amount: 1, ...to(stranger) }, asAgent(agent.id));
    const rules = { paymentsPerHour: { max: 1, onBreach: 'refuse' } };
    const ask = async (as: typeof blind): Promise<unknown[]> => {
      const replies = [
        await as.post('/parties/me/freeze', {}),
        await as.post('/parties/me/unfreeze', {}),
        await as.post(`/agents/${agent.id}/suspend`, {}),
        await as.post(`/agents/${agent.id}/rules/backtest`, { payments: 10, rules }),
        await as.get(`/agents/${agent.id}/activity`),
      ];
      await server.post(`/agents/${agent.id}/resume`, {});
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const [frozen, unfrozen, suspended, backtest, activity] = replies as [
        Reply,
        Reply,
        Reply,
        Reply,
        Reply,
      ];
      const stories = resources(activity).map(({ attributes: { outcome, reviews } }) => [outcome, reviews]);
      return [
        meta(frozen)['underWay'],
        meta(unfrozen)['underWay'],
        meta(suspended)['underWay'],
        resource(backtest).attributes['examples'],
        ...new Set(stories.flat()),
      ];
    };
    expect(await ask(blind)).toEqual([null, null, null, null, null]);
    const shown = JSON.stringify(await ask(server));
    expect(shown).toContain(waiting.id);
    expect(shown).not.toContain('null,');
  });
});
