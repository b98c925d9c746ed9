import { headerOf, type HttpResponse } from '../../support/http.ts';
import { beginAttempt, checkResponse, type Intent } from '../paying.ts';
import { pickAmount, pickActor, pickParty, pickRecipient } from '../picking.ts';
import { outcomeOf, type RequestSpec, type Turn } from '../turn.ts';
import { changes, recordWrite } from './settings.ts';

/**
 * Sends a payment or withdrawal several times concurrently under one key: one effect, the same response to all (G3).
 */
export async function sendDuplicatePayments(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const amount = pickAmount(turn, party, 'USD');
  const intent: Intent = random.chance(0.3)
    ? { as: party.owner, counterparty: null, payee: null, amount }
    : { ...pickActor(turn, party), ...pickRecipient(turn, party), amount };
  const attempt = beginAttempt(turn, intent);
  const responses = await sendCopies(turn, attempt.request, countOf(turn));
  const done = responses.filter(({ status }) => status < 300);
  const [first = responses[0] as HttpResponse] = done;
  checkResponse(turn, attempt, first);
  expectSameResponse(turn, done);
  // A refusal is not stored under its key: an early copy may be refused and a later one accepted.
  for (const response of responses.filter(({ status }) => status >= 300)) {
    if (outcomeOf(response) !== '409 insufficient_funds')
      turn.fail('G3', `a copy was refused: ${outcomeOf(response)}`);
  }
}

/** Sends another write several times concurrently under one key. */
export async function sendDuplicateChanges(turn: Turn): Promise<void> {
  const { random } = turn;
  const request = random.pick(changes)(turn);
  const responses = await sendCopies(turn, { ...request, key: turn.token() }, random.between(2, 5));
  for (const response of responses) {
    if (response.status >= 300) turn.fail('G3', `a copy was refused: ${outcomeOf(response)}`);
  }
  expectSameResponse(turn, responses);
  if (responses[0]) recordWrite(turn, request, responses[0]);
}

function countOf({ random }: Turn): number {
  if (random.chance(0.01)) return 50;
  return random.chance(0.1) ? random.between(6, 20) : random.between(2, 5);
}

function sendCopies(turn: Turn, request: RequestSpec, count: number): Promise<HttpResponse[]> {
  return Promise.all(Array.from({ length: count }, () => turn.send(request)));
}

/** Checks that all responses except one are replays, and that all are identical. */
function expectSameResponse(turn: Turn, responses: readonly HttpResponse[]): void {
  if (responses.length === 0) return;
  const different = new Set(responses.map(({ status, text }) => `${status} ${text}`));
  if (different.size > 1) turn.fail('G3', `one key has ${different.size} different responses`);
  const originals = responses.filter((response) => !isReplay(response)).length;
  if (turn.run.kills ? originals > 1 : originals !== 1) {
    turn.fail('G3', `${originals} of ${responses.length} copies are not marked as replays`);
  }
  turn.record(`${responses.length - originals > 9 ? '10+' : responses.length - originals} replays`);
}

export function isReplay(response: HttpResponse): boolean {
  return headerOf(response, 'idempotency-replayed') === 'true';
}
