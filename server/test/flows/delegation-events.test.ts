import { beforeAll, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { resources } from '../support/http.ts';
import { invite } from '../support/invitations.ts';
import { uuidOf } from './support.ts';
import { main, customer, byId, testServer } from '../support/server.ts';

const server = testServer();
let path: string;
beforeAll(async () => {
  await accept(main.agentId);
  const [delegation] = resources(await server.get('/delegations?direction=received'));
  path = `/delegations/${delegation?.id}`;
});

async function send(method: string, to: string, values?: object, key = customer.apiKey) {
  const reply = await server.as(key).send(method, to, values);
  expect(reply.status).toBe(200);
}

/** Has the customer accept an invitation to an agent of main. */
async function accept(agentId: string): Promise<void> {
  const recipients = [byId(customer)];
  const [invitation] = resources(await invite(server, recipients, {}, { agentId, apiKey: main.apiKey }));
  await send('POST', `/customer-invitations/${invitation?.id}/accept`);
}

function readEvents(): Promise<object[]> {
  return server.sql<object>`SELECT from_status AS from, to_status AS to FROM events
    WHERE resource = 'delegation' AND resource_id = ${uuidOf(path.slice('/delegations/'.length))} ORDER BY id`;
}

/** Returns the events of the delegation that some work causes. */
async function eventsOf(work: () => Promise<void>): Promise<object[]> {
  const before = await readEvents();
  await work();
  return (await readEvents()).slice(before.length);
}

const update = { from: 'ACTIVE', to: 'ACTIVE' };

it('a change of what a delegation permits, as a whole or to one agent, is an event of the delegation', async () => {
  const ofAgent = { agents: [{ agentId: main.agentId, limits: { perTransaction: 10 } }] };
  expect(await eventsOf(() => send('PATCH', path, ofAgent))).toEqual([update]);
  expect(await eventsOf(() => send('PATCH', path, {}))).toEqual([]);
  await send('POST', `${path}/suspend`);
  const suspended = { from: 'SUSPENDED', to: 'SUSPENDED' };
  const change = { permissions: ['payments.create', 'payments.read'] };
  expect(await eventsOf(() => send('PATCH', path, change))).toEqual([suspended]);
  await send('POST', `${path}/resume`);
});

it('adding an agent to a delegation, removing it or revoking it is an event of the delegation', async () => {
  const [removed, revoked] = [await newAgent(server), await newAgent(server)];
  for (const { id } of [removed, revoked]) expect(await eventsOf(() => accept(id))).toEqual([update]);
  const removal = `/agents/${removed.id}/customers/${customer.partyId}`;
  for (const each of [removal, `/agents/${revoked.id}`]) {
    expect(await eventsOf(() => send('DELETE', each, undefined, main.apiKey))).toEqual([update]);
  }
});
