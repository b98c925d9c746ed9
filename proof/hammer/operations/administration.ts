import type * as Ids from '../../../server/src/lib/id.ts';
import type * as Make from '../../../server/src/seed/make.ts';
import { codesOf } from '../../support/http.ts';
import { startMove, finishMove } from '../model/wallets.ts';
import { sendAndCheck } from '../paying.ts';
import { pickParty } from '../picking.ts';
import { outcomeOf, type Turn } from '../turn.ts';
import { walletOf } from '../world/parties.ts';

/** Deposits money in the database while clients run, as the seed of the sandbox does. */
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
  const move = startMove([{ wallet: walletOf(party, currency), available: amount, held: 0 }]);
  await administer((tx) => fund(tx, [{ partyId, account, amount: BigInt(amount), currency }]));
  finishMove(move, true);
  run.model.deposits += 1;
  turn.record('made');
}

/** A removed account accepts no withdrawal, and removing it again returns the same response. */
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
  turn.record(outcomeOf(first));
  if (first.status !== 200 || again.text !== first.text) turn.fail('responses', 'removing an account failed');
  const intent = { as: party.owner, counterparty: null, payee: null, amount: 1, accountId };
  const { refusal, response } = await sendAndCheck(turn, intent, ['external_account_not_usable']);
  if (refusal !== 'external_account_not_usable') {
    turn.fail('responses', `a withdrawal to a removed account: ${codesOf(response)[0] ?? response.status}`);
  }
}

/** Advances the clock by some seconds while clients run, never into the next day. */
export async function advanceClock(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const as = run.world.parties.treasury.owner;
  const path = '/simulations/clock/advance';
  const body = { seconds: random.between(1, 20) };
  const response = await turn.send({ as, method: 'POST', path, body, key: turn.token() });
  turn.record(`advance ${outcomeOf(response)}`);
  if (response.status !== 200) turn.fail('responses', 'advancing the clock failed');
  const read = await turn.send({ as: pickParty(turn).owner, path: '/simulations/clock' });
  turn.record(`read ${outcomeOf(read)}`);
}

type Sums = { currency: string; posted: bigint; least: bigint | null };

/** In any snapshot all postings of a currency sum to 0, and no party's available balance is negative. */
export async function checkSums(turn: Turn): Promise<void> {
  const sums = await turn.run.world.administration.query<Sums>(
    `SELECT currency, sum(posted)::bigint AS posted, min(posted - held) FILTER (WHERE party_id IS NOT NULL AND NOT is_receivable)::bigint AS least
     FROM wallets GROUP BY currency`,
  );
  turn.record('sums');
  for (const { currency, posted, least } of sums) {
    if (posted !== 0n) turn.fail('G2', `the postings in ${currency} sum to ${posted} instead of 0`);
    if (least !== null && least < 0n) turn.fail('G2', `a party has ${least} ${currency}`);
  }
}
