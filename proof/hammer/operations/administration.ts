import type * as Ids from '../../../server/src/lib/id.ts';
import type * as Make from '../../../server/src/seed/make.ts';
import { codesOf } from '../../support/http.ts';
import { beginMove, settleMove } from '../model/wallets.ts';
import { request } from '../paying.ts';
import { pickParty } from '../picking.ts';
import { endingOf } from '../turn.ts';
import type { Turn } from '../turn.ts';
import { walletOf } from '../world/people.ts';

/** Money that arrives from outside, as the sandbox's own deposits do, in the middle of everything. */
export async function deposit(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const { administer, load } = run.world.administration;
  const party = pickParty(turn);
  const { fund } = await load<typeof Make>('seed/make.ts');
  const { parseId } = await load<typeof Ids>('lib/id.ts');
  const [partyId, account] = [parseId('pty', party.id), parseId('eac', party.accountId)];
  if (!partyId || !account) throw new Error('a party without an id');
  const currency = random.chance(0.2) ? 'EUR' : 'USD';
  const amount = random.between(1, 20_000);
  const move = beginMove([{ wallet: walletOf(party, currency), available: amount, held: 0 }]);
  await administer((tx, now) => fund(tx, now, [{ partyId, account, amount: BigInt(amount), currency }]));
  settleMove(move, true);
  run.model.deposits += 1;
  turn.note('made');
}

/** An account that is removed takes no new withdrawal; removing it again says the same. */
export async function removeAccount(turn: Turn): Promise<void> {
  const { run } = turn;
  const { administer, load } = run.world.administration;
  const party = pickParty(turn);
  const { makeAccount } = await load<typeof Make>('seed/make.ts');
  const { parseId, publicId } = await load<typeof Ids>('lib/id.ts');
  const [partyId, userId] = [parseId('pty', party.id), parseId('usr', party.userId)];
  if (!partyId || !userId) throw new Error('a party without an id');
  const id = await administer((tx, now) => makeAccount(tx, now, { partyId, userId }, '9999'));
  const accountId = publicId('eac', id);
  const remove = { as: party.owner, method: 'DELETE', path: `/external-accounts/${accountId}` } as const;
  const first = await turn.send({ ...remove, key: turn.token() });
  const again = await turn.send({ ...remove, key: turn.token() });
  turn.note(endingOf(first));
  if (first.status !== 200 || again.text !== first.text) turn.fail('answers', 'an account was not removed');
  const intent = { as: party.owner, counterparty: null, payee: null, amount: 1, accountId };
  const { refusal, response } = await request(turn, intent, ['external_account_not_usable']);
  if (refusal !== 'external_account_not_usable') {
    turn.fail('answers', `a withdrawal to a removed account: ${codesOf(response)[0] ?? response.status}`);
  }
}

/** The clock a little further, while everybody pays; never into the next day. */
export async function moveClock(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const as = run.world.cast.treasury.owner;
  const path = '/simulations/clock/advance';
  const body = { seconds: random.between(1, 20) };
  const response = await turn.send({ as, method: 'POST', path, body, key: turn.token() });
  turn.note(`advance ${endingOf(response)}`);
  if (response.status !== 200) turn.fail('answers', 'the clock was not moved');
  const read = await turn.send({ as: pickParty(turn).owner, path: '/simulations/clock' });
  turn.note(`read ${endingOf(read)}`);
}

type Sums = { currency: string; posted: bigint; least: bigint | null };

/** In any snapshot all money sums to nothing, and nobody has less than nothing. */
export async function lookIntoBooks(turn: Turn): Promise<void> {
  const sums = await turn.run.world.administration.query<Sums>(
    `SELECT currency, sum(posted)::bigint AS posted, min(posted - held) FILTER (WHERE party_id IS NOT NULL)::bigint AS least
     FROM wallets GROUP BY currency`,
  );
  turn.note('sums');
  for (const { currency, posted, least } of sums) {
    if (posted !== 0n) turn.fail('G2', `all ${currency} sums to ${posted} instead of 0`);
    if (least !== null && least < 0n) turn.fail('G2', `somebody has ${least} ${currency}`);
  }
}
