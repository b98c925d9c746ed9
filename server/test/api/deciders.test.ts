import { beforeAll, describe, expect, it } from 'vitest';
import { newAgent, type TestAgent } from '../support/agents.ts';
import { call, refusal, resource, resources, type Resource } from '../support/http.ts';
import { newMember, type NewMember } from '../support/members.ts';
import { approvalsOf, asAgent } from '../support/moves.ts';
import { uuidOf } from '../flows/support.ts';
import { accept, invite } from '../support/party-invitations.ts';
import { customer, main, stranger, to, testServer } from '../support/server.ts';

const server = testServer();
beforeAll(() => server.pay({ amount: 50, currency: 'EUR', ...to(customer) }));
const notAllowed = [403, ['forbidden'], [undefined]];

type Joined = { meta: { userId: string; apiKey: { attributes: { apiKey: string } } } };
type Asked = { payment: Resource; approval: Resource };

/** A payment that waits, and its approval. */
async function ask(key: string, values: object = {}): Promise<Asked> {
  const payment = resource(await server.as(key).pay({ amount: 4000, ...to(customer), ...values }));
  const [approval] = await approvalsOf(server, payment);
  if (!approval) throw new Error('the payment does not wait');
  return { payment, approval };
}

const approve = (key: string, { approval }: Asked) =>
  server.as(key).post(`/approvals/${approval.id}/approve`);
const now = async ({ approval }: Asked, key = main.apiKey) =>
  resource(await server.as(key).get(`/approvals/${approval.id}`));

async function limitParty(perTransaction: number | null): Promise<void> {
  const body = { data: { attributes: { limits: { perTransaction } } } };
  const how = perTransaction === null ? 'DELETE' : 'PUT';
  const sent = perTransaction === null ? {} : { body };
  await call(server.baseUrl, how, '/parties/me/limits', { key: main.apiKey, ...sent });
}

/** A payment of the main party's agent from the customer's wallet, which waits. */
async function askForCustomer(values: object): Promise<Asked> {
  const made = { ...to(stranger), customerPartyId: customer.partyId, ...values };
  const payment = resource(await server.as(main.agentKey).pay(made));
  const [approval] = await approvalsOf(server, payment);
  if (!approval) throw new Error('the payment does not wait');
  return { payment, approval };
}

async function delegationId(): Promise<string> {
  const all = resources(await server.get('/delegations?direction=received'));
  return all.find((each) => each.relationships['customer']?.data?.id === customer.partyId)?.id ?? '';
}

describe('who minted the key of the agent', () => {
  let admin: NewMember;
  let other: NewMember;
  let agent: TestAgent;
  beforeAll(async () => {
    [admin, other] = [await newMember(server, 'ADMIN'), await newMember(server, 'ADMIN')];
    agent = await newAgent(server.as(admin.key), { limits: { perTransaction: 1000 } });
  });

  it('approves what exceeds the limit of the agent, and not what exceeds that of the party', async () => {
    expect((await approve(admin.key, await ask(agent.key))).status).toBe(200);
    await limitParty(1000);
    const asked = await ask(agent.key);
    expect(refusal(await approve(admin.key, asked))).toEqual(notAllowed);
    expect((await approve(other.key, asked)).status).toBe(200);
    await limitParty(null);
  });

  it('approves nothing that exceeds a limit of the party by now, such as that of the day', async () => {
    const first = await ask(agent.key);
    const body = { data: { attributes: { limits: { perDay: 1 } } } };
    await call(server.baseUrl, 'PUT', '/parties/me/limits', { key: main.apiKey, body });
    expect(refusal(await approve(admin.key, first))).toEqual(notAllowed);
    expect((await approve(other.key, first)).status).toBe(200);
    await limitParty(null);
  });

  it('is the one who has rotated it last', async () => {
    const rotated = await server.as(other.key).post(`/agent-keys/${agent.keyId}/rotate`);
    const key = String(resource(rotated).attributes['agentKey']);
    await limitParty(1000);
    const asked = await ask(key);
    expect(refusal(await approve(other.key, asked))).toEqual(notAllowed);
    expect((await approve(admin.key, asked)).status).toBe(200);
    await limitParty(null);
  });

  it('is of an API key whoever has rotated it last, whose user it has become', async () => {
    const made = resource(
      await server
        .as(admin.key)
        .post('/api-keys', { name: 'Shop', scopes: ['payments.create', 'payments.read'] }),
    );
    const rotated = resource(await server.as(other.key).post(`/api-keys/${made.id}/rotate`));
    await limitParty(1000);
    const asked = await ask(String(rotated.attributes['apiKey']));
    expect(refusal(await approve(other.key, asked))).toEqual(notAllowed);
    expect((await approve(admin.key, asked)).status).toBe(200);
    await limitParty(null);
  });
});

describe('an owner', () => {
  it('decides on what it asked for while no other user may, and not beside one who may', async () => {
    const owner = await newMember(server, 'OWNER', stranger);
    await server.sql`DELETE FROM members
      WHERE party_id = ${uuidOf(stranger.partyId)} AND user_id <> ${uuidOf(owner.id)}`;
    const client = server.as(owner.key);
    await server.pay({ amount: 20_000, ...to(stranger) });
    const agent = await newAgent(client, { limits: { perTransaction: 1000 } });
    const asks = async (): Promise<Resource> => {
      const headers = asAgent(agent.id);
      const [approval] = await approvalsOf(
        client,
        resource(await client.pay({ amount: 4000, ...to(customer) }, headers)),
      );
      if (!approval) throw new Error('the payment does not wait');
      return approval;
    };
    await newMember(server, 'MEMBER', stranger);
    expect((await client.post(`/approvals/${(await asks()).id}/approve`)).status).toBe(200);
    await newMember(server, 'ADMIN', stranger);
    expect(refusal(await client.post(`/approvals/${(await asks()).id}/approve`))).toEqual(notAllowed);
  });
});

describe('an approval', () => {
  it('says who decided, with which key and when, and whether who asked has invited this user', async () => {
    const maker = await newMember(server, 'ADMIN');
    const invited = await invite(server, { role: 'ADMIN', by: maker.key });
    const joined = await accept(server, invited.token, { name: 'Second voice', apiKeyName: 'key' });
    const { userId, apiKey } = (JSON.parse(joined.text) as Joined).meta;
    await limitParty(1000);
    const asked = await ask(maker.key);
    expect(asked.approval.attributes['decidedBy']).toBeNull();
    const approved = resource(await approve(apiKey.attributes.apiKey, asked));
    await limitParty(null);
    const { decidedBy, resolvedAt } = approved.attributes;
    expect(decidedBy).toEqual([
      { userId, credentialId: expect.stringMatching(/^apy_/), at: resolvedAt, invitedByMaker: true },
    ]);
    expect(await now(asked)).toStrictEqual(approved);
    const others = await newMember(server, 'ADMIN');
    const agent = await newAgent(server, { limits: { perTransaction: 1000 } });
    const again = resource(await approve(others.key, await ask(agent.key)));
    expect(again.attributes['decidedBy']).toMatchObject([{ userId: others.id, invitedByMaker: false }]);
  });

  it('shows who decided to the party that decides, and not to the other', async () => {
    const approval = await askForCustomer({ amount: 5001 });
    expect((await approve(customer.apiKey, approval)).status).toBe(200);
    const of = async (key: string) => (await now(approval, key)).attributes['decidedBy'];
    expect(await of(customer.apiKey)).toMatchObject([{ userId: customer.userId }]);
    expect(await of(main.apiKey)).toBeNull();
  });
});

describe('an invitation', () => {
  it('is not for an address of the party itself, however its domain is written', async () => {
    const own = ['casey@bücher.example', 'mail@xn--bcher-kva.example'];
    for (const value of own) {
      await server.sql(
        `INSERT INTO contacts (kind, value, party_id, verified_at, created_at) VALUES ('email', $1, $2, now(), now())`,
        value,
        uuidOf(main.partyId),
      );
    }
    const sent = ['CASEY@xn--bcher-kva.example', 'mail@BÜCHER.example', own[0] ?? '', 'other@bücher.example'];
    const invitations = sent.map((email) => ({ email, role: 'ADMIN' }));
    const reply = await server.post('/party-invitations', { invitations });
    const { data, meta } = JSON.parse(reply.text) as { data: Resource[]; meta: { failed: object[] } };
    expect(data.map(({ attributes }) => attributes['email'])).toEqual(['other@bücher.example']);
    const error = 'This address is one of the party itself.';
    expect(meta.failed).toEqual([
      { email: sent[0], error },
      { email: sent[1], error },
      { email: sent[2], error: 'This address is in the list more than once.' },
    ]);
  });
});

const blocked = (payee: { partyId: string }) => ({
  counterparties: { block: [{ type: 'party_id', value: payee.partyId }], onBreach: 'refuse' },
});
const setRules = (agentId: string, rules: object | null) => server.patch(`/agents/${agentId}`, { rules });

describe('what a rule refuses by now', () => {
  const broken = [403, ['rule_broken'], [undefined]];
  it.each([
    ['the payee', blocked(customer), 'counterpartyNotAllowed'],
    ['the currency', { currencies: { allow: ['EUR'], onBreach: 'refuse' } }, 'currencyNotAllowed'],
  ])('is not approved: %s, until the rule lets it pass', async (_what, rules, type) => {
    const agent = await newAgent(server, { limits: { perTransaction: 1000 } });
    const asked = await ask(agent.key);
    expect(asked.approval.attributes['blockedBy']).toBeNull();
    await setRules(agent.id, rules);
    expect(refusal(await approve(main.approverApiKey, asked))).toEqual(broken);
    const shown = await now(asked);
    expect(shown.attributes).toMatchObject({
      status: 'pending',
      blockedBy: [{ type, partyId: main.partyId }],
    });
    expect(await approvalsOf(server, asked.payment)).toStrictEqual([shown]);
    await setRules(agent.id, null);
    expect((await now(asked)).attributes['blockedBy']).toBeNull();
    expect((await approve(main.approverApiKey, asked)).status).toBe(200);
  });

  it('is shown with each approval of a page, by the rules of its own agent', async () => {
    const rules = [blocked(customer), null, { currencies: { allow: ['EUR'], onBreach: 'refuse' } }];
    const agents = await Promise.all(rules.map(() => newAgent(server, { limits: { perTransaction: 1000 } })));
    const expected = new Map<string, unknown>();
    const types = ['counterpartyNotAllowed', null, 'currencyNotAllowed'];
    for (let turn = 0; turn < 2; turn += 1) {
      for (const [index, agent] of agents.entries()) {
        const { approval } = await ask(agent.key);
        const type = types[index];
        expected.set(approval.id, type ? [{ type, partyId: main.partyId }] : null);
      }
    }
    for (const [index, agent] of agents.entries()) await setRules(agent.id, rules[index] ?? null);
    const shown = resources(await server.get('/approvals?limit=100'))
      .filter(({ id }) => expected.has(id))
      .map(({ id, attributes }) => [id, attributes['blockedBy']] as const);
    expect(new Map(shown)).toEqual(expected);
  });

  it('is not approved, where the payee is known by an address on the list, and is denied', async () => {
    const address = `blocked.${main.partyId.slice(-8)}@example.com`;
    const agent = await newAgent(server, { limits: { perTransaction: 1000 } });
    const asked = await ask(agent.key, { counterparty: { type: 'email', value: address } });
    const block = [{ type: 'domain', value: 'example.com' }];
    await setRules(agent.id, { counterparties: { block, onBreach: 'refuse' } });
    expect(refusal(await approve(main.approverApiKey, asked))).toEqual(broken);
    expect((await now(asked)).attributes['blockedBy']).toMatchObject([{ type: 'counterpartyNotAllowed' }]);
    expect((await server.post(`/approvals/${asked.approval.id}/deny`)).status).toBe(200);
    expect((await now(asked)).attributes['blockedBy']).toBeNull();
  });

  it('passes where the rule only reviews, since a person has looked at it', async () => {
    const agent = await newAgent(server, { limits: { perTransaction: 1000 } });
    const asked = await ask(agent.key);
    const { counterparties } = blocked(customer);
    await setRules(agent.id, { counterparties: { ...counterparties, onBreach: 'review' } });
    expect((await now(asked)).attributes['blockedBy']).toBeNull();
    expect((await approve(main.approverApiKey, asked)).status).toBe(200);
  });

  it('is not approved by anybody while the customer refuses it on its grant', async () => {
    const asked = await askForCustomer({ amount: 1, currency: 'EUR' });
    const approvals = await approvalsOf(server, asked.payment);
    expect(approvals).toHaveLength(2);
    const path = `/delegations/${await delegationId()}`;
    const setGrant = async (rules: object | null) => {
      const agents = [{ agentId: main.agentId, rules }];
      expect((await server.as(customer).patch(path, { agents })).status).toBe(200);
    };
    await setGrant(blocked(stranger));
    for (const approval of approvals) {
      const replies = [
        await approve(customer.apiKey, { ...asked, approval }),
        await approve(main.approverApiKey, { ...asked, approval }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([403, 403]);
      expect((await now({ ...asked, approval })).attributes).toMatchObject({
        status: 'pending',
        blockedBy: [{ type: 'counterpartyNotAllowed', partyId: customer.partyId }],
      });
    }
    await setGrant(null);
    const ended: string[] = [];
    for (const approval of approvals) {
      for (const key of [customer.apiKey, main.approverApiKey]) {
        const { status } = await approve(key, { ...asked, approval });
        if (status === 200) ended.push(approval.id);
      }
    }
    expect(ended).toHaveLength(2);
  });
});
