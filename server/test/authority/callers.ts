import { newAgent, newApiKey, type TestAgent } from '../support/agents.ts';
import { resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { asAgent } from '../support/moves.ts';
import { asNewAgent, type Choice, connect } from '../support/oauth.ts';
import { main, customer, stranger, delegate } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';
import type { Operation } from '../fuzz/document.ts';
import type { Draft } from '../fuzz/draft.ts';
import type { World } from '../fuzz/world.ts';
import type { Role } from '../../src/http/roles.ts';
import { type OauthResource, oauthScopes, scopes } from '../../src/scopes.ts';

/** The kinds of callers, in the order of the matrix' columns. */
export const callerNames = [
  'owner',
  'admin',
  'approver',
  'member',
  'key without the scope',
  'agent by key',
  'agent by header',
  'own reader by key',
  'own reader by header',
  'suspended agent by key',
  'suspended agent by header',
  'revoked agent by key',
  'revoked agent by header',
  'revoked key',
  'browser session',
  'program as user',
  'program as agent',
  'wrong resource',
  'ended grant',
  'delegate',
  'customer',
  'stranger',
] as const;
export type CallerName = (typeof callerNames)[number];

/** Turns a request that its owner may send into the same request by another caller. */
export type Caller = (draft: Draft) => Promise<Draft> | Draft;

/** Makes a caller of each kind. All of them name the resources of the main party. */
export async function makeCallers(world: World): Promise<Record<CallerName, Caller>> {
  const admin = await members(world, 'ADMIN');
  const approver = await members(world, 'APPROVER');
  const member = await members(world, 'MEMBER');
  const active = await newAgent(world, { name: 'Active' });
  const reader = await newAgent(world, { name: 'Own reader', reads: 'own' });
  const suspended = await newAgent(world, { name: 'Suspended' });
  const revoked = await newAgent(world, { name: 'Revoked' });
  await world.post(`/agents/${suspended.id}/suspend`);
  await revoke(world, revoked);
  return {
    owner: (draft) => draft,
    admin,
    approver,
    member,
    'key without the scope': async (draft) => {
      const others = scopes.filter((scope) => scope !== draft.operation.scope);
      return withKey(draft, (await newApiKey(world, { scopes: others })).secret);
    },
    'agent by key': (draft) => withKey(draft, active.key),
    'agent by header': (draft) => withAgent(draft, active),
    'own reader by key': (draft) => withKey(draft, reader.key),
    'own reader by header': (draft) => withAgent(draft, reader),
    'suspended agent by key': (draft) => withKey(draft, suspended.key),
    'suspended agent by header': (draft) => withAgent(draft, suspended),
    'revoked agent by key': (draft) => withKey(draft, revoked.key),
    'revoked agent by header': (draft) => withAgent(draft, revoked),
    'revoked key': (draft) => withKey(draft, main.revokedApiKey),
    'browser session': await sessionCaller(world),
    'program as user': await programAsUser(world),
    'program as agent': await programOf(world, asNewAgent),
    'wrong resource': await foreignProgram(world),
    'ended grant': await endedProgram(world),
    delegate: (draft) => withKey(forCustomer(draft, main.partyId), delegate.apiKey),
    customer: (draft) => withKey(draft, customer.apiKey),
    stranger: (draft) => withKey(draft, stranger.apiKey),
  };
}

/** Returns the member with this role of the party whose owner sends the request: the main party, or its customer. */
async function members(world: World, role: Role): Promise<Caller> {
  const [ofMain, ofCustomer] = [await newMember(world, role), await newMember(world, role, customer)];
  return (draft) => withKey(draft, draft.key === customer.apiKey ? ofCustomer.key : ofMain.key);
}

/** Returns an owner's browser session, sent as a key and in its cookie. */
async function sessionCaller(world: World): Promise<Caller> {
  const { cookies } = await signIn(world, (await newMember(world, 'OWNER')).email);
  const [[name, secret] = ['', '']] = cookies;
  return (draft) => {
    const headers: Draft['headers'] = [...draft.headers, ['Cookie', `${name}=${secret}`]];
    return { ...draft, headers, key: secret };
  };
}

const asUser = { as: 'user' };
const ownerOf = { main: 'main@sandbox.purser.test', customer: 'customer@sandbox.purser.test' } as const;

/** Returns a program that acts for the owner who sends the request: of the main party, or of its customer. */
async function programAsUser(world: World): Promise<Caller> {
  const ofMain = await programOf(world, asUser);
  const ofCustomer = await programOf(world, asUser, 'customer');
  return (draft) => (draft.key === customer.apiKey ? ofCustomer : ofMain)(draft);
}

/** Returns a program that a party's owner lets act: again, once the clock has gone past the end of its token. */
async function programOf(
  world: World,
  choice: Choice,
  party: keyof typeof ownerOf = 'main',
): Promise<Caller> {
  let token = await tokenOf(world, choice, 'api', party);
  return async (draft) => {
    const { status } = await world.as(token).get('/payments?limit=1');
    if (status === 401) token = await tokenOf(world, choice, 'api', party);
    return withKey(draft, token);
  };
}

/** Returns a token with all that a program may ask for. */
async function tokenOf(
  world: World,
  choice: Choice,
  resource: OauthResource,
  party: keyof typeof ownerOf = 'main',
): Promise<string> {
  const scope = oauthScopes.filter((name) => name !== 'full_access').join(' ');
  const asked = { scope, resource: `${world.baseUrl}/${resource}` };
  return (await connect(world, ownerOf[party], choice, asked)).access_token;
}

async function foreignProgram(world: World): Promise<Caller> {
  const token = await tokenOf(world, asUser, 'mcp');
  return (draft) => withKey(draft, token);
}

async function endedProgram(world: World): Promise<Caller> {
  const token = await tokenOf(world, asUser, 'api');
  const [grant] = resources(await world.get('/oauth-grants?limit=1'));
  const ended = await world.delete(`/oauth-grants/${grant?.id}`);
  if (ended.status !== 200) throw new Error(ended.text);
  return (draft) => withKey(draft, token);
}

async function revoke({ baseUrl, parties }: World, { id }: TestAgent): Promise<void> {
  const headers = { Authorization: `Bearer ${parties.main.apiKey}` };
  const reply = await fetch(`${baseUrl}/agents/${id}`, { method: 'DELETE', headers });
  if (!reply.ok) throw new Error(await reply.text());
}

const withKey = (draft: Draft, key: string): Draft => ({ ...draft, key });

function withAgent(draft: Draft, { id }: TestAgent): Draft {
  return { ...draft, headers: [...draft.headers, ...Object.entries(asAgent(id))] };
}

/** Names the customer for whom a delegate acts, where the endpoint takes one. */
function forCustomer(draft: Draft, partyId: string): Draft {
  const { operation, query, body } = draft;
  const inQuery = operation.parameters.some(({ in: place, name }) => place === 'query' && name === 'partyId');
  if (inQuery) return { ...draft, query: [...query, ['partyId', partyId]] };
  if (!takesCustomer(operation)) return draft;
  const { data } = body as { data: { attributes: object } };
  const attributes = { ...data.attributes, customerPartyId: partyId };
  return { ...draft, body: { data: { ...data, attributes } } };
}

function takesCustomer({ body }: Operation): boolean {
  const { data } = body?.schema.properties ?? {};
  return data?.properties?.['attributes']?.properties?.['customerPartyId'] !== undefined;
}
