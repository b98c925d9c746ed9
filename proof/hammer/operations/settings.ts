import { codesOf, type HttpResponse } from '../../support/http.ts';
import { sendAndCheck } from '../paying.ts';
import { guestAddress, pickParty } from '../picking.ts';
import type { Tags } from '../model/types.ts';
import { checkTagChanges, checkTags, drawTags, tagsIn } from '../tags.ts';
import { dataOf, outcomeOf, type RequestSpec, type Turn } from '../turn.ts';

type Shown = { id: string; attributes: Record<string, unknown> };

/** Writes with an idempotency key that move no money and always succeed. */
export const changes: ReadonlyArray<(turn: Turn) => RequestSpec> = [
  changeAgent,
  askForPayment,
  inviteCustomer,
  setWideLimits,
  removeWideLimits,
];

/** Sends one of these writes. */
export async function change(turn: Turn): Promise<void> {
  const request = turn.random.pick(changes)(turn);
  const response = await turn.send({ ...request, key: turn.token() });
  turn.record(`${request.method} ${request.path.replaceAll(/agt_\w+/g, ':id')} ${outcomeOf(response)}`);
  if (response.status >= 300) turn.fail('responses', `a change was refused: ${outcomeOf(response)}`);
  recordWrite(turn, request, response);
}

/**
 * Checks that the tags of a write came back. Records a payment request with its owner, its tags, and its link token,
 * which must stay secret.
 */
export function recordWrite(
  turn: Turn,
  { as, path, method, body }: RequestSpec,
  response: HttpResponse,
): void {
  const { tags = {} } = (body ?? {}) as { tags?: Tags };
  if (method === 'PATCH') checkTagChanges(turn, response, tags);
  else if (method === 'POST') checkTags(turn, response, tags);
  if (path !== '/payment-requests' || !as) return;
  const { id, attributes } = dataOf(response) as Shown;
  const { model } = turn.run;
  as.party.others.push({ path, id, tags });
  model.owners.set(id, [as.party]);
  model.links.add(String(attributes['paymentLinkUrl']).slice(-32));
}

function changeAgent(turn: Turn): RequestSpec {
  const { random } = turn;
  const { owner, agent } = pickParty(turn);
  const body = random.pick([
    () => ({ name: turn.token() }),
    () => ({ description: turn.token() }),
    () => ({ tags: { ...drawTags(random), removed: random.pick([null, 'not yet']) } }),
  ])();
  return { as: owner, method: 'PATCH', path: `/agents/${agent.id}`, body };
}

function askForPayment(turn: Turn): RequestSpec {
  const party = pickParty(turn);
  const payer = turn.random.chance(0.5)
    ? { type: 'party_id', value: pickParty(turn, party).id }
    : { type: 'email', value: guestAddress(turn) };
  const terms = { amount: turn.random.between(1, 10_000), payer, description: turn.token() };
  const body = { ...terms, ...tagsIn(drawTags(turn.random)) };
  return { as: party.owner, method: 'POST', path: '/payment-requests', body };
}

function inviteCustomer(turn: Turn): RequestSpec {
  const { owner, agent } = pickParty(turn);
  const recipients = [{ type: 'email', value: guestAddress(turn) }];
  const body = { recipients, permissions: ['payments.read'], ...tagsIn(drawTags(turn.random)) };
  return { as: owner, method: 'POST', path: `/agents/${agent.id}/customers`, body };
}

/** Limits too high to take effect; but setting them takes the locks that the party's payments need. */
function setWideLimits({ random, run }: Turn): RequestSpec {
  const { owner } = random.pick(run.world.parties.wealthy);
  const perDay = 1_000_000_000_000 + random.below(1000);
  const limits = { perDay, perMonth: null, currencies: { EUR: { perDay } } };
  return { as: owner, method: 'PUT', path: '/parties/me/limits', body: { limits } };
}

function removeWideLimits({ random, run }: Turn): RequestSpec {
  return { as: random.pick(run.world.parties.wealthy).owner, method: 'DELETE', path: '/parties/me/limits' };
}

/** Invites a user to a party, possibly at an address that is already invited. */
export async function inviteToParty(turn: Turn): Promise<void> {
  const { owner, others } = pickParty(turn);
  const tags = drawTags(turn.random);
  const body = { invitations: [{ email: guestAddress(turn), role: 'MEMBER' }], ...tagsIn(tags) };
  const path = '/party-invitations';
  const response = await turn.send({ as: owner, method: 'POST', path, body });
  turn.record(outcomeOf(response));
  if (response.status !== 201) turn.fail('responses', 'an invitation was refused');
  checkTags(turn, response, tags);
  for (const { id } of dataOf(response) as Shown[]) others.push({ path, id, tags });
}

/** Creates a key, which can use its scopes and nothing else. */
export async function createApiKey(turn: Turn): Promise<void> {
  const { run } = turn;
  const party = pickParty(turn);
  const tags = drawTags(turn.random);
  const body = { name: 'Hammer', scopes: ['payments.create'], ...tagsIn(tags) };
  const response = await turn.send({ as: party.owner, method: 'POST', path: '/api-keys', body });
  turn.record(outcomeOf(response));
  if (response.status !== 201) turn.fail('responses', 'a new key was refused');
  checkTags(turn, response, tags);
  const { apiKey } = (dataOf(response) as Shown).attributes as { apiKey: string };
  run.model.secrets.add(apiKey);
  const as = { ...party.owner, key: apiKey };
  const payee = pickParty(turn, party);
  const counterparty = { type: 'party_id', value: payee.id };
  await sendAndCheck(turn, { as, payee, counterparty, amount: turn.random.between(1, 50), skipReplay: true });
  const read = await turn.send({ as, path: '/transactions' });
  if (codesOf(read)[0] !== 'insufficient_scope')
    turn.fail('tenancy', 'a key without the scope to read could read');
  const more = { name: 'More', scopes: ['payments.create', 'payments.read'] };
  const made = await turn.send({ as, method: 'POST', path: '/api-keys', body: more });
  if (codesOf(made)[0] !== 'insufficient_scope')
    turn.fail('tenancy', 'a key without the scope to create keys created one');
}

/** Sends a payment without a key, with a wrong key, or without the scope: the request guards refuse it. */
export async function sendUnauthorized(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const wrong = { ...party.owner, key: `${party.owner.key.slice(0, -1)}${random.pick(['x', 'y'])}` };
  const [as, code] = random.pick([
    [null, 'unauthenticated'],
    [wrong, 'unauthenticated'],
    [party.readOnly, 'insufficient_scope'],
  ] as const);
  if (wrong.key === party.owner.key) return;
  const counterparty = { type: 'party_id', value: pickParty(turn, party).id };
  const body = { amount: 1, counterparty, description: turn.token() };
  const response = await turn.send({ as, method: 'POST', path: '/payments', body, key: turn.token() });
  turn.record(outcomeOf(response));
  if (codesOf(response)[0] !== code) turn.fail('tenancy', `a request was not refused as ${code}`);
}
