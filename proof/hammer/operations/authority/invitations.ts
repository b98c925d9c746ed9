import { setTimeout as pause } from 'node:timers/promises';
import { codesOf, type HttpResponse } from '../../../support/http.ts';
import type { Actor, Party } from '../../model/types.ts';
import { sendAndCheck } from '../../paying.ts';
import { dataOf, type RequestSpec, type Turn } from '../../turn.ts';
import { delegateTo, endDelegation, inviteCustomer, pickCustomer, pickDelegate } from './delegations.ts';
import { payOneCent, payUntilTaken } from './until-taken.ts';
import { type Shown, succeed } from './writes.ts';

const mostPolls = 500;
const poll_ms = 20;

/**
 * An invitation that is accepted, declined and canceled at once, on several servers, ends once: either the delegate
 * pays from then on, or it never does.
 */
export function raceAnswers(turn: Turn): Promise<void> {
  return turn.run.world.lendExclusive(async (delegate) => {
    const customer = pickCustomer(turn);
    await endDelegation(turn, delegate, customer);
    const id = await inviteCustomer(turn, delegate, customer);
    const of = (word: string): RequestSpec => ({
      as: customer.owner,
      method: 'POST',
      path: `/customer-invitations/${id}/${word}`,
    });
    const cancel: RequestSpec = { as: delegate.owner, method: 'DELETE', path: `/agents/invitations/${id}` };
    const second = of(turn.random.pick(['accept', 'decline']));
    const third = turn.random.pick([of('accept'), of('decline'), cancel]); // another cancel would repeat the first
    const answers = [of('accept'), second, third];
    const winner = await raceFor(turn, answers, ['conflict']);
    const isAccepted = winner.path.endsWith('/accept');
    turn.record(isAccepted ? 'accepted' : 'not accepted');
    const power = { ...pickDelegate(turn, { delegate, customer }), refusals: ['customer_not_found'] };
    const outcome = await payOneCent(turn, power);
    if (outcome !== (isAccepted ? 'accepted' : 'gone'))
      turn.fail('G7', `a payment was ${outcome} after ${winner.method ?? ''} ${winner.path}`);
  });
}

/**
 * The token of an invitation's mail is used once: it makes a party with the address and a key, whose delegate pays for
 * it until that party suspends the delegation.
 */
export function acceptByToken(turn: Turn): Promise<void> {
  return turn.run.world.lendExclusive(async (delegate) => {
    const { model, world } = turn.run;
    const email = `${turn.token()}@invited.purser.test`.toLowerCase();
    const invitation = await inviteCustomer(turn, delegate, { id: '', email });
    const token = await readToken(turn, delegate, invitation);
    if (token === null) return turn.record('(no mail)');
    model.links.add(token);
    const path = `/invitations/${token}/accept`;
    const body = { name: 'Iris Invited', apiKeyName: 'First key' };
    const accept: RequestSpec = { as: null, method: 'POST', path, body };
    const responses: HttpResponse[] = [];
    await raceFor(turn, [accept, accept], ['invitation_not_found'], responses);
    const made = responses.find(({ status }) => status < 300);
    if (!made) throw new Error('nobody won');
    const customer = partyOf(turn, made, email);
    const treasury = world.parties.treasury.owner;
    const counterparty = { type: 'party_id', value: customer.id };
    await sendAndCheck(turn, { as: treasury, payee: customer, counterparty, amount: 100, isExclusive: true });
    const { id } = await delegateTo(turn, delegate, customer); // it replaces what the token gave
    const take = async (): Promise<void> => {
      await succeed(turn, { as: customer.owner, path: `/delegations/${id}/suspend` });
    };
    const refusals = ['customer_not_found'];
    const power = pickDelegate(turn, { delegate, customer });
    await payUntilTaken(turn, { ...power, take, refusals, readRefusals: ['party_not_found'] });
  });
}

/**
 * Sends requests at once and returns the one that succeeded. Fails unless exactly one did, and the others were refused
 * with one of the codes.
 */
async function raceFor(
  turn: Turn,
  requests: readonly RequestSpec[],
  refusals: readonly string[],
  responses: HttpResponse[] = [],
): Promise<RequestSpec> {
  responses.push(...(await Promise.all(requests.map((each) => turn.send({ ...each, key: turn.token() })))));
  const won = requests.filter((_, index) => (responses[index]?.status ?? 500) < 300);
  const lost = responses.filter(({ status }) => status >= 300);
  const [winner] = won;
  if (!winner || won.length > 1) turn.fail('G7', `an invitation ended ${won.length} times instead of once`);
  for (const response of lost) {
    const [code = ''] = codesOf(response);
    if (!refusals.includes(code))
      turn.fail('responses', `an answer that came too late was refused as ${code}`);
  }
  return winner;
}

/** Returns the token in the mail about an invitation, once it was sent; null if it never is. */
async function readToken(turn: Turn, { owner }: Party, invitation: string): Promise<string | null> {
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const response = await turn.send({ as: owner, path: '/simulations/mailbox?limit=20' });
    const mails = dataOf(response) as Shown[];
    const mail = mails.find(({ relationships }) => relationships['resource']?.data?.id === invitation);
    const token = /\/invitations\/([\w-]{32})/.exec(String(mail?.attributes['text']))?.[1];
    if (token !== undefined) return token;
    await pause(poll_ms);
  }
  return null;
}

/** Returns the party that a token made, with its key. */
function partyOf({ run }: Turn, response: HttpResponse, email: string): Party {
  const { meta } = JSON.parse(response.text) as {
    meta: { partyId: string; userId: string; apiKey: { attributes: { apiKey: string } } };
  };
  const { apiKey: key } = meta.apiKey.attributes;
  run.model.secrets.add(key);
  const limits = { perTransaction: null, perDay: null, perMonth: null };
  const party = {
    id: meta.partyId,
    name: 'Iris Invited',
    email,
    userId: meta.userId,
    limits,
    customers: [],
    wallets: new Map(),
    transactions: [],
    others: [],
    approver: null,
  } as unknown as Party;
  const owner: Actor = { key, party, userId: meta.userId, agent: null };
  return Object.assign(party, { owner, readOnly: owner });
}
