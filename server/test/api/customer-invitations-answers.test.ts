import { beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import {
  pagination,
  refusal,
  resource,
  resources,
  withoutRequestId,
  type Resource,
} from '../support/http.ts';
import { inviteOne } from '../support/invitations.ts';
import { main, customer, stranger, byId, newEmail, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { customerInvitationShape, incomingInvitationShape } from '../support/shapes-customers.ts';

const server = testServer();
const toStranger = () => byId(stranger);

const send = (method: string, path: string, key = main.apiKey) => server.as(key).send(method, path);
const list = async (query = '') => resources(await send('GET', `/agents/invitations${query}`));
const sent = customerInvitationShape.attributes;
const anyStatus = expect.toBeOneOf(['PENDING', 'CANCELED']) as unknown;
const sentShape = { ...customerInvitationShape, attributes: { ...sent, status: anyStatus } };

/** Invites the main party by its id, to the agent of the stranger. */
async function inviteMain(): Promise<Resource> {
  const reply = await server.as(stranger).post(`/agents/${stranger.agentId}/customers`, {
    recipients: [byId(main)],
    permissions: ['payments.read'],
  });
  return resources(reply)[0] as Resource;
}

beforeAll(async () => {
  await inviteOne(server, newEmail());
  await inviteMain();
});

checkEndpoint('GET /agents/invitations', server, {
  alsoHas: ['PATCH', 'DELETE'],
  scope: 'delegations.read',
  response: listOf(sentShape),
});

checkEndpoint('DELETE /agents/invitations/{invitationId}', server, {
  path: async () => `/agents/invitations/${(await inviteOne(server, newEmail())).id}`,
  scope: 'delegations.delete',
  response: { data: sentShape, meta: { deleted: true } },
  moves: true,
});

checkEndpoint('GET /customer-invitations/incoming', server, {
  scope: 'delegations.read',
  response: listOf(incomingInvitationShape),
});

describe.each(['accept', 'decline'])('POST /customer-invitations/{invitationId}/%s', (verb) => {
  checkEndpoint(verb, server, {
    method: 'POST',
    path: async () => `/customer-invitations/${(await inviteMain()).id}/${verb}`,
    scope: 'delegations.create',
    response: { data: incomingInvitationShape },
    action: true,
  });
});

describe('GET /agents/invitations', () => {
  it('filters by status, agent and recipient, also together, and pages through them', async () => {
    const address = newEmail();
    const made = [await inviteOne(server, address), await inviteOne(server, address)];
    const ids = made.map(({ id }) => id).toReversed();
    const query = `?recipient=${encodeURIComponent(address.value.toUpperCase())}`;
    expect((await list(query)).map(({ id }) => id)).toEqual(ids);
    const email = `customerEmail=${encodeURIComponent(address.value.toUpperCase())}`;
    expect((await list(`?${email}`)).map(({ id }) => id)).toEqual(ids);
    const both = await send('GET', `/agents/invitations?${email}&recipient=other@example.com`);
    expect(refusal(both)).toEqual([400, ['invalid_value'], ['customerEmail']]);
    expect((await list(`${query}&status=CANCELED`)).map(({ id }) => id)).toEqual([made[0]?.id]);
    expect((await list(`${query}&agentId=${main.agentId}`)).map(({ id }) => id)).toEqual(ids);
    expect(await list(`${query}&agentId=${main.limitedAgentId}`)).toEqual([]);
    expect((await list(`?agentId=${main.agentId}&status=PENDING&limit=1`)).map(({ id }) => id)).toEqual([
      made[1]?.id,
    ]);
    const first = await send('GET', `/agents/invitations${query}&limit=1`);
    const { nextCursor } = pagination(first);
    expect((await list(`${query}&limit=1&cursor=${nextCursor}`)).map(({ id }) => id)).toEqual([made[0]?.id]);
    const bad = await send('GET', '/agents/invitations?status=pending&agentId=x&recipient=nobody');
    expect(refusal(bad)).toEqual([
      400,
      ['invalid_value', 'invalid_value', 'invalid_value'],
      ['status', 'agentId', 'recipient'],
    ]);
    expect(resources(await send('GET', `/agents/invitations${query}`, customer.apiKey))).toEqual([]);
  });
});

describe('an invitation', () => {
  it('that was sent by another party, or to another one, looks absent, byte for byte', async () => {
    const { id } = await inviteOne(server, toStranger());
    for (const [method, path] of [
      ['DELETE', (each: string) => `/agents/invitations/${each}`],
      ['POST', (each: string) => `/customer-invitations/${each}/accept`],
      ['POST', (each: string) => `/customer-invitations/${each}/decline`],
    ] as const) {
      const foreign = await send(method, path(id), customer.apiKey);
      expect(refusal(foreign)).toEqual([404, ['customer_invitation_not_found'], ['invitationId']]);
      const absent = await send(method, path(`adi_${'0'.repeat(32)}`), customer.apiKey);
      expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
    }
  });

  it('is answered and canceled once', async () => {
    const conflict = [409, ['conflict'], [undefined]];
    const answers = ['accept', 'decline'] as const;
    for (const first of answers) {
      const { id } = await inviteOne(server, toStranger());
      const reply = await send('POST', `/customer-invitations/${id}/${first}`, stranger.apiKey);
      const status = first === 'accept' ? 'ACCEPTED' : 'DECLINED';
      expect(resource(reply).attributes['status']).toBe(status);
      for (const second of answers) {
        const again = await send('POST', `/customer-invitations/${id}/${second}`, stranger.apiKey);
        expect(refusal(again)).toEqual(conflict);
      }
      expect(refusal(await send('DELETE', `/agents/invitations/${id}`))).toEqual(conflict);
    }
    const { id } = await inviteOne(server, toStranger());
    const canceled = await send('DELETE', `/agents/invitations/${id}`);
    expect(resource(canceled).attributes['status']).toBe('CANCELED');
    expect((await send('DELETE', `/agents/invitations/${id}`)).text).toBe(canceled.text);
    const late = await send('POST', `/customer-invitations/${id}/accept`, stranger.apiKey);
    expect(refusal(late)).toEqual(conflict);
  });

  it('comes in at the id and at each verified address of a party, and says nothing of tags', async () => {
    const tags = { campaign: 'spring' };
    const ofParty = await inviteOne(server, toStranger(), { tags });
    const byMail = await inviteOne(server, { type: 'email', value: stranger.email }, { tags });
    const incoming = await send('GET', '/customer-invitations/incoming?status=PENDING', stranger.apiKey);
    expect(resources(incoming).map(({ id }) => id)).toEqual([byMail.id, ofParty.id]);
    expect(incoming.text).not.toContain('campaign');
    expect(incoming.text).not.toContain(String(ofParty.attributes['url']));
  });
});
