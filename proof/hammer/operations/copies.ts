import { headerOf } from '../../support/http.ts';
import type { HttpResponse } from '../../support/http.ts';
import { begin, judge } from '../paying.ts';
import type { Intent } from '../paying.ts';
import { pickAmount, pickCaller, pickParty, pickRecipient } from '../picking.ts';
import { endingOf } from '../turn.ts';
import type { Ask, Turn } from '../turn.ts';
import { changes, noteOwner } from './settings.ts';

/** A payment or withdrawal, sent several times at once under one key: one effect, one answer for all (G3). */
export async function copyMoney(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const amount = pickAmount(turn, party, 'USD');
  const intent: Intent = random.chance(0.3)
    ? { as: party.owner, counterparty: null, payee: null, amount }
    : { ...pickCaller(turn, party), ...pickRecipient(turn, party), amount };
  const asked = begin(turn, intent);
  const replies = await sendCopies(turn, asked.ask, countOf(turn));
  const done = replies.filter(({ status }) => status < 300);
  const [first = replies[0] as HttpResponse] = done;
  judge(turn, asked, first);
  expectOneAnswer(turn, done);
  // Refusals are not remembered: a copy that came too early is refused, and a later one may pass.
  for (const response of replies.filter(({ status }) => status >= 300)) {
    if (endingOf(response) !== '409 insufficient_funds')
      turn.fail('G3', `a copy was refused: ${endingOf(response)}`);
  }
}

/** Any other write with a key, sent several times at once. */
export async function copyChange(turn: Turn): Promise<void> {
  const { random } = turn;
  const ask = random.pick(changes)(turn);
  const replies = await sendCopies(turn, { ...ask, key: turn.token() }, random.between(2, 5));
  for (const response of replies) {
    if (response.status >= 300) turn.fail('G3', `a copy was refused: ${endingOf(response)}`);
  }
  expectOneAnswer(turn, replies);
  if (replies[0]) noteOwner(turn, ask, replies[0]);
}

function countOf({ random }: Turn): number {
  if (random.chance(0.01)) return 50;
  return random.chance(0.1) ? random.between(6, 20) : random.between(2, 5);
}

function sendCopies(turn: Turn, ask: Ask, count: number): Promise<HttpResponse[]> {
  return Promise.all(Array.from({ length: count }, () => turn.send(ask)));
}

/** All but one are replays, in the very words of the one. */
function expectOneAnswer(turn: Turn, replies: readonly HttpResponse[]): void {
  if (replies.length === 0) return;
  const different = new Set(replies.map(({ status, text }) => `${status} ${text}`));
  if (different.size > 1) turn.fail('G3', `one key has ${different.size} different answers`);
  const originals = replies.filter((response) => !isReplay(response)).length;
  if (turn.run.kills ? originals > 1 : originals !== 1) {
    turn.fail('G3', `${originals} of ${replies.length} copies say that they are the original`);
  }
  turn.note(`${replies.length - originals > 9 ? '10+' : replies.length - originals} replays`);
}

export function isReplay(response: HttpResponse): boolean {
  return headerOf(response, 'idempotency-replayed') === 'true';
}
