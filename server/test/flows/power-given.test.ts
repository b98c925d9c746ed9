import { expect, it } from 'vitest';
import { newAgent, newApiKey } from '../support/agents.ts';
import { errors, refusal, resource, type Resource, resources } from '../support/http.ts';
import { invite, inviteOne } from '../support/invitations.ts';
import { customer, byId, main, newEmail, to, testServer } from '../support/server.ts';
import { scopes } from '../../src/scopes.ts';

const server = testServer();
const paying = ['payments.create', 'payments.read'];
const ofKey = (count = 1) => [
  403,
  Array.from({ length: count }, () => 'insufficient_scope'),
  Array.from({ length: count }, () => 'Authorization'),
];
const endsBefore = [403, ['forbidden'], ['Authorization']];
const inADay = () => new Date(Date.now() + 86_400_000).toISOString();

/** A key of a party with all scopes but these, or one that expires. */
const keyOf = async (party: { apiKey: string }, values: { without?: string[]; expiresAt?: string }) => {
  const { without = [], ...rest } = values;
  const held = scopes.filter((each) => !without.includes(each));
  return (await newApiKey(server.as(party), { scopes: held, ...rest })).secret;
};

/** Lets a new agent of main act for the customer, and returns the delegation and the agent. */
async function delegateTo(
  limit: number | null = 5_000,
): Promise<{ id: string; agentId: string; key: string }> {
  const agent = await newAgent(server);
  const limits = limit === null ? null : { perTransaction: limit };
  const by = { agentId: agent.id, apiKey: main.apiKey };
  const [invited] = resources(await invite(server, [byId(customer)], { limits }, by));
  expect((await accept(String(invited?.id), customer.apiKey)).status).toBe(200);
  const shown = resource(await server.get(`/customers/${customer.partyId}`));
  return { id: shown.relationships['delegation']?.data?.id ?? '', agentId: agent.id, key: agent.key };
}

const accept = (id: string, key: string) => server.as(key).post(`/customer-invitations/${id}/accept`, {});

it('a key accepts an invitation only with every permission that it gives', async () => {
  const invitation = await inviteOne(server, byId(customer), { limits: null });
  const weak = await keyOf(customer, { without: ['payments.create'] });
  const refused = await accept(invitation.id, weak);
  expect(refusal(refused)).toEqual(ofKey());
  expect(errors(refused)[0]?.detail).toContain('payments.create');
  expect(refusal(await accept(invitation.id, await keyOf(customer, { without: paying })))).toEqual(ofKey(2));
  expect(refusal(await accept(invitation.id, await keyOf(customer, { expiresAt: inADay() })))).toEqual(
    endsBefore,
  );
  expect((await accept(invitation.id, customer.apiKey)).status).toBe(200);
});

it('a key widens a delegation only by what it has itself, and narrows it in any case', async () => {
  const { id, agentId } = await delegateTo();
  const path = `/delegations/${id}`;
  const asked = { firstPaymentToNewPayee: 'review' } as const;
  const change = (values: object, key: string) => server.as(key).send('PATCH', path, values);
  const agent = (values: object) => ({ agents: [{ agentId, ...values }] });
  expect((await change(agent({ rules: asked }), customer.apiKey)).status).toBe(200);
  const widening = [
    agent({ limits: null }),
    agent({ limits: { perTransaction: 5_001 } }),
    agent({ rules: null }),
    { permissions: [...paying, 'wallets.read'] },
  ];
  const weak = await keyOf(customer, { without: ['payments.create', 'wallets.read'] });
  const ending = await keyOf(customer, { expiresAt: inADay() });
  const before = resource(await server.as(customer).get(path));
  for (const values of widening) {
    expect(refusal(await change(values, weak))).toEqual(ofKey());
    expect(refusal(await change(values, ending))).toEqual(endsBefore);
  }
  expect(resource(await server.as(customer).get(path))).toEqual(before);
  const narrowing = [
    agent({ limits: { perTransaction: 4_999 } }),
    agent({ rules: { ...asked, currencies: { allow: ['USD'] } } }),
    agent({ permissions: ['payments.read'] }),
    { permissions: ['payments.read'] },
  ];
  for (const key of [weak, ending]) {
    for (const values of narrowing) expect((await change(values, key)).status).toBe(200);
  }
  expect(refusal(await change(agent({ permissions: paying }), weak))[0]).toBe(422);
  expect(refusal(await change({ permissions: paying, ...agent({ permissions: paying }) }, weak))).toEqual(
    ofKey(2),
  );
  expect((await change({ permissions: paying }, customer.apiKey)).status).toBe(200);
  expect(refusal(await change(agent({ permissions: paying }), weak))).toEqual(ofKey());
});

it('a key resumes a delegation only with what it permits, and suspends it in any case', async () => {
  const { id } = await delegateTo();
  const weak = await keyOf(customer, { without: ['payments.create'] });
  const ending = await keyOf(customer, { expiresAt: inADay() });
  for (const key of [weak, ending]) {
    expect((await server.as(key).post(`/delegations/${id}/suspend`, {})).status).toBe(200);
  }
  expect(refusal(await server.as(weak).post(`/delegations/${id}/resume`, {}))).toEqual(ofKey());
  expect(refusal(await server.as(ending).post(`/delegations/${id}/resume`, {}))).toEqual(endsBefore);
  expect((await server.as(customer).post(`/delegations/${id}/resume`, {})).status).toBe(200);
});

const as = (apiKey: string) => ({ agentId: main.agentId, apiKey });

it('a key that expires invites nobody, and no key asks for what it lacks itself', async () => {
  const ending = await keyOf(main, { expiresAt: inADay() });
  expect(refusal(await invite(server, [newEmail()], {}, as(ending)))).toEqual(endsBefore);
  const weak = await keyOf(main, { without: ['payments.read'] });
  expect(refusal(await invite(server, [newEmail()], {}, as(weak)))).toEqual([
    403,
    ['insufficient_scope'],
    ['/data/attributes/permissions/1'],
  ]);
  const invitations = [{ email: newEmail().value, role: 'MEMBER' }];
  const invited = (key: string) => server.as(key).post('/party-invitations', { invitations });
  expect(refusal(await invited(ending))).toEqual(endsBefore);
  expect((await invited(main.apiKey)).status).toBe(201);
});

it('a key that expires gives no member more, but less', async () => {
  const ending = await keyOf(main, { expiresAt: inADay() });
  const members = resources(await server.get('/parties/me/members'));
  const { id } = members.find(({ attributes }) => attributes['role'] === 'ADMIN') as Resource;
  const become = (role: string, key = main.apiKey) =>
    server.as(key).patch(`/parties/me/members/${id}`, { role });
  expect(refusal(await become('OWNER', ending))).toEqual(endsBefore);
  for (const [role, other] of [
    ['APPROVER', 'MEMBER'],
    ['MEMBER', 'APPROVER'],
  ] as const) {
    expect((await become(role, ending)).status).toBe(200);
    expect(refusal(await become('ADMIN', ending))).toEqual(endsBefore);
    expect(refusal(await become(other, ending))).toEqual(endsBefore); // each may do what the other may not
    expect((await become('ADMIN')).status).toBe(200);
  }
});

it('a key that expires makes no webhook, which would read on, and redirects and enables none', async () => {
  const ending = await keyOf(main, { expiresAt: inADay() });
  const values = { url: 'https://example.com/hook', enabledEvents: ['payment.completed'] };
  expect(refusal(await server.as(ending).post('/webhooks', values))).toEqual(endsBefore);
  const { id } = resource(await server.post('/webhooks', values));
  const change = (sent: object) => server.as(ending).patch(`/webhooks/${id}`, sent);
  for (const sent of [{ url: 'https://example.com/other' }, { enabledEvents: ['*'] }, { status: 'ENABLED' }])
    expect(refusal(await change(sent))).toEqual(endsBefore);
  expect((await change({ status: 'DISABLED' })).status).toBe(200);
  expect((await server.as(ending).send('DELETE', `/webhooks/${id}`)).status).toBe(200);
});

it('nothing that was refused is given: the agent pays no more than before', async () => {
  const { id, agentId, key } = await delegateTo(10);
  const weak = await keyOf(customer, { without: ['payments.create'] });
  const agents = [{ agentId, limits: null }];
  expect(refusal(await server.as(weak).send('PATCH', `/delegations/${id}`, { agents }))).toEqual(ofKey());
  const paid = await server.as(key).pay({ amount: 11, ...to(main), customerPartyId: customer.partyId });
  expect(resource(paid).attributes['status']).toBe('IN_REVIEW');
});
