import { codesOf } from '../../support/http.ts';
import type { HttpResponse } from '../../support/http.ts';
import { request } from '../paying.ts';
import { guestAddress, pickParty } from '../picking.ts';
import { dataOf, endingOf } from '../turn.ts';
import type { Ask, Turn } from '../turn.ts';

type Shown = { id: string; attributes: Record<string, unknown> };

/** Keyed writes that move no money, and that succeed. */
export const changes: ReadonlyArray<(turn: Turn) => Ask> = [
  renameAgent,
  askForPayment,
  inviteCustomer,
  setWideLimits,
  removeWideLimits,
];

/** One of them. */
export async function change(turn: Turn): Promise<void> {
  const ask = turn.random.pick(changes)(turn);
  const response = await turn.send({ ...ask, key: turn.token() });
  turn.note(`${ask.method} ${ask.path.replaceAll(/agt_\w+/g, ':id')} ${endingOf(response)}`);
  if (response.status >= 300) turn.fail('answers', `a change was refused: ${endingOf(response)}`);
  noteOwner(turn, ask, response);
}

/** Whose a payment request is, and its link, which nobody else may learn. */
export function noteOwner({ run }: Turn, { as, path }: Ask, response: HttpResponse): void {
  if (path !== '/payment-requests' || !as) return;
  const { id, attributes } = dataOf(response) as Shown;
  run.model.owners.set(id, [as.party]);
  run.model.links.add(String(attributes['paymentLinkUrl']).slice(-32));
}

function renameAgent(turn: Turn): Ask {
  const { owner, agent } = pickParty(turn);
  const body = turn.random.chance(0.5) ? { name: turn.token() } : { description: turn.token() };
  return { as: owner, method: 'PATCH', path: `/agents/${agent.id}`, body };
}

function askForPayment(turn: Turn): Ask {
  const party = pickParty(turn);
  const payer = turn.random.chance(0.5)
    ? { type: 'party_id', value: pickParty(turn, party).id }
    : { type: 'email', value: guestAddress(turn) };
  const body = { amount: turn.random.between(1, 10_000), payer, description: turn.token() };
  return { as: party.owner, method: 'POST', path: '/payment-requests', body };
}

function inviteCustomer(turn: Turn): Ask {
  const { owner, agent } = pickParty(turn);
  const recipients = [{ type: 'email', value: guestAddress(turn) }];
  const body = { recipients, permissions: ['payments.read'] };
  return { as: owner, method: 'POST', path: `/agents/${agent.id}/customers`, body };
}

/** So wide that they never matter; but setting them locks all that the party spends through. */
function setWideLimits({ random, run }: Turn): Ask {
  const { owner } = random.pick(run.world.cast.ringers);
  const limits = { perDay: 1_000_000_000_000 + random.below(1000), perMonth: null };
  return { as: owner, method: 'PUT', path: '/parties/me/limits', body: { limits } };
}

function removeWideLimits({ random, run }: Turn): Ask {
  return { as: random.pick(run.world.cast.ringers).owner, method: 'DELETE', path: '/parties/me/limits' };
}

/** People are invited to a party; the address may be one that is invited already. */
export async function inviteToParty(turn: Turn): Promise<void> {
  const { owner } = pickParty(turn);
  const body = { invitations: [{ email: guestAddress(turn), role: 'MEMBER' }] };
  const response = await turn.send({ as: owner, method: 'POST', path: '/party-invitations', body });
  turn.note(endingOf(response));
  if (response.status !== 201) turn.fail('answers', 'an invitation was refused');
}

/** A new key can do what it may, and nothing else. */
export async function createApiKey(turn: Turn): Promise<void> {
  const { run } = turn;
  const party = pickParty(turn);
  const body = { name: 'Hammer', scopes: ['payments.create'] };
  const response = await turn.send({ as: party.owner, method: 'POST', path: '/api-keys', body });
  turn.note(endingOf(response));
  if (response.status !== 201) turn.fail('answers', 'a new key was refused');
  const { apiKey } = (dataOf(response) as Shown).attributes as { apiKey: string };
  run.model.secrets.add(apiKey);
  const as = { ...party.owner, key: apiKey };
  const payee = pickParty(turn, party);
  const counterparty = { type: 'party_id', value: payee.id };
  await request(turn, { as, payee, counterparty, amount: turn.random.between(1, 50), isForgotten: true });
  const read = await turn.send({ as, path: '/transactions' });
  if (codesOf(read)[0] !== 'insufficient_scope') turn.fail('tenancy', 'a key read that may only pay');
  const more = { name: 'More', scopes: ['payments.create', 'payments.read'] };
  const made = await turn.send({ as, method: 'POST', path: '/api-keys', body: more });
  if (codesOf(made)[0] !== 'insufficient_scope') turn.fail('tenancy', 'a key made keys that may not');
}

/** Without a key, with a wrong one, without the scope: refused at the door. */
export async function knockInVain(turn: Turn): Promise<void> {
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
  turn.note(endingOf(response));
  if (codesOf(response)[0] !== code) turn.fail('tenancy', `a caller was not refused as ${code}`);
}
