import { codesOf } from '../../support/http.ts';
import type { CompletedWrite } from '../model/model.ts';
import { sendAndCheck } from '../paying.ts';
import { pickParty } from '../picking.ts';
import { otherTags } from '../tags.ts';
import { outcomeOf, type RequestSpec, type Turn } from '../turn.ts';
import { isReplay } from './duplicates.ts';

/** Retries a completed write under its key: the same response, and no second effect. */
export async function replay(turn: Turn): Promise<void> {
  // The status of a transaction in review may have changed since; the stored response must not.
  const wasInReview = turn.random.chance(0.3);
  const write = pickWrite(turn, ({ response }) => !wasInReview || response.text.includes('"IN_REVIEW"'));
  if (!write) return;
  const again = await turn.send(repeat(write));
  turn.record(`${write.method} ${again.status}`);
  const { status, text } = write.response;
  if (again.status !== status || again.text !== text)
    turn.fail('G3', `a replay differs from the original response:\n< ${status} ${text}`);
  if (!isReplay(again)) turn.fail('G3', 'a replay is not marked as one');
}

/** Reuses a key with another request, which is refused. */
export async function reuseKey(turn: Turn): Promise<void> {
  const write = pickWrite(turn, ({ body }) => body !== undefined && 'amount' in body);
  if (!write) return;
  const { amount } = write.body as { amount: number };
  const takesTags = !/\/refund$|^\/simulations\//.test(write.path);
  const other = turn.random.pick([{ amount: amount + 1 }, ...(takesTags ? [{ tags: otherTags }] : [])]);
  const response = await turn.send({ ...repeat(write), body: { ...write.body, ...other } });
  turn.record(outcomeOf(response));
  if (codesOf(response)[0] !== 'idempotency_key_reused')
    turn.fail('G3', 'a key was accepted for two different requests');
}

/** Reuses a key of another party, which is a new request with an effect of its own. */
export async function reuseKeyOfOtherParty(turn: Turn): Promise<void> {
  const write = pickWrite(turn, ({ path }) => path === '/payments');
  if (!write) return;
  const party = pickParty(turn, write.as.party);
  const payee = pickParty(turn, party);
  const counterparty = { type: 'party_id', value: payee.id };
  const { key } = write;
  const { keyUses } = turn.run.model;
  const sharing = `${party.id} ${key}`;
  // The other party may in turn reuse the key.
  for (const each of [sharing, `${write.as.party.id} ${key}`])
    keyUses.set(each, (keyUses.get(each) ?? 0) + 1);
  const intent = { as: party.owner, payee, counterparty, amount: 1, key };
  // The key is refused only where an earlier operation has already used it for this party.
  const { refusal } = await sendAndCheck(turn, intent, ['idempotency_key_reused']);
  if (refusal === 'idempotency_key_reused' && keyUses.get(sharing) === 1) {
    turn.fail('G3', 'a key that only another party used was refused as reused');
  }
}

/** Reuses a key on another path, which is a new request. */
export async function reuseKeyOnOtherPath(turn: Turn): Promise<void> {
  const { regular } = turn.run.world.parties;
  const write = pickWrite(
    turn,
    ({ path, as: { party } }) => path !== '/transfers/withdraw' && regular.includes(party),
  );
  if (!write) return;
  const { key } = write;
  const as = write.as.party.owner;
  const { keyUses } = turn.run.model;
  const moving = `${as.party.id} withdraw ${key}`;
  keyUses.set(moving, (keyUses.get(moving) ?? 0) + 1);
  const intent = { as, counterparty: null, payee: null, amount: 1, key, skipReplay: true };
  const { refusal } = await sendAndCheck(turn, intent, ['idempotency_key_reused']);
  if (refusal === 'idempotency_key_reused' && keyUses.get(moving) === 1) {
    turn.fail('G3', 'a key that was only used on another path was refused as reused');
  }
}

function repeat({ as, method, path, body, agentId, key }: CompletedWrite): RequestSpec {
  return { as, method, path, agentId, key, skipReplay: true, ...(body && { body }) };
}

function pickWrite(turn: Turn, fits: (write: CompletedWrite) => boolean): CompletedWrite | null {
  const { random, run } = turn;
  const { completedWrites } = run.model;
  for (let attempt = 0; attempt < 10 && completedWrites.length > 0; attempt += 1) {
    const found = random.pick(completedWrites);
    if (fits(found)) return found;
  }
  turn.record('(none)');
  return null;
}
