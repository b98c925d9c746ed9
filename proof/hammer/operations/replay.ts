import { codesOf } from '../../support/http.ts';
import type { Answered } from '../model/model.ts';
import { request } from '../paying.ts';
import { pickParty } from '../picking.ts';
import { endingOf } from '../turn.ts';
import type { Ask, Turn } from '../turn.ts';
import { isReplay } from './copies.ts';

/** A key that was used before, with the same request: the same answer, and no second effect. */
export async function replay(turn: Turn): Promise<void> {
  // What was in review may have become something else since: the answer may not.
  const wasInReview = turn.random.chance(0.3);
  const answered = pickAnswered(
    turn,
    ({ response }) => !wasInReview || response.text.includes('"IN_REVIEW"'),
  );
  if (!answered) return;
  const again = await turn.send(askAgain(answered));
  turn.note(`${answered.method} ${again.status}`);
  const { status, text } = answered.response;
  if (again.status !== status || again.text !== text)
    turn.fail('G3', `a replay differs: first it was\n< ${status} ${text}`);
  if (!isReplay(again)) turn.fail('G3', 'a replay does not say that it is one');
}

/** The same key with another request. */
export async function reuseKey(turn: Turn): Promise<void> {
  const answered = pickAnswered(turn, ({ body }) => body !== undefined && 'amount' in body);
  if (!answered) return;
  const { amount } = answered.body as { amount: number };
  const response = await turn.send({ ...askAgain(answered), body: { ...answered.body, amount: amount + 1 } });
  turn.note(endingOf(response));
  if (codesOf(response)[0] !== 'idempotency_key_reused') turn.fail('G3', 'a key was used for two requests');
}

/** The same key and the same words from another party: a request like any other, with an effect of its own. */
export async function shareKey(turn: Turn): Promise<void> {
  const answered = pickAnswered(turn, ({ path }) => path === '/payments');
  if (!answered) return;
  const party = pickParty(turn, answered.as.party);
  const payee = pickParty(turn, party);
  const counterparty = { type: 'party_id', value: payee.id };
  const { key } = answered;
  const { sharers } = turn.run.model;
  const sharing = `${party.id} ${key}`;
  // What is shared may be shared back.
  for (const each of [sharing, `${answered.as.party.id} ${key}`])
    sharers.set(each, (sharers.get(each) ?? 0) + 1);
  const intent = { as: party.owner, payee, counterparty, amount: 1, key };
  // Whoever else has shared it with this party is answered that it is used.
  const { refusal } = await request(turn, intent, ['idempotency_key_reused']);
  if (refusal === 'idempotency_key_reused' && sharers.get(sharing) === 1) {
    turn.fail('G3', 'a key that one party used is taken for another party');
  }
}

/** The same key at another address: a request like any other. */
export async function moveKey(turn: Turn): Promise<void> {
  const { folk } = turn.run.world.cast;
  const answered = pickAnswered(
    turn,
    ({ path, as: { party } }) => path !== '/transfers/withdraw' && folk.includes(party),
  );
  if (!answered) return;
  const { key } = answered;
  const as = answered.as.party.owner;
  const { sharers } = turn.run.model;
  const moving = `${as.party.id} withdraw ${key}`;
  sharers.set(moving, (sharers.get(moving) ?? 0) + 1);
  const intent = { as, counterparty: null, payee: null, amount: 1, key, isForgotten: true };
  const { refusal } = await request(turn, intent, ['idempotency_key_reused']);
  if (refusal === 'idempotency_key_reused' && sharers.get(moving) === 1) {
    turn.fail('G3', 'a key of one address is taken at another');
  }
}

function askAgain({ as, method, path, body, agentId, key }: Answered): Ask {
  return { as, method, path, agentId, key, isForgotten: true, ...(body && { body }) };
}

function pickAnswered(turn: Turn, fits: (answered: Answered) => boolean): Answered | null {
  const { random, run } = turn;
  const { answered } = run.model;
  for (let attempt = 0; attempt < 10 && answered.length > 0; attempt += 1) {
    const found = random.pick(answered);
    if (fits(found)) return found;
  }
  turn.note('(none)');
  return null;
}
