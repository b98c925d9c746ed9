import { codesOf, type HttpResponse } from '../../support/http.ts';
import { sendAndCheck } from '../paying.ts';
import { pickParty } from '../picking.ts';
import { outcomeOf, type Turn } from '../turn.ts';

const mostGuesses = 5;

type Linked = { data: { id: string; attributes: { amounts: number[]; status: string } } };

/**
 * Links an account, which accepts no withdrawal while it is pending. Each wrong attempt counts once, however often it is
 * sent; the right amounts verify the account unless the attempts are used up. Afterwards it is removed.
 */
export async function linkAccount(turn: Turn): Promise<void> {
  const { random } = turn;
  const as = pickParty(turn).owner;
  const account = {
    type: 'us',
    routingNumber: '021000021',
    accountNumber: String(10 ** 10 + random.below(10 ** 9)),
    accountType: 'checking',
  };
  const body = { accountName: 'Hammer', account };
  const linked = await turn.send({ as, method: 'POST', path: '/external-accounts', body, key: turn.token() });
  turn.record(`link ${outcomeOf(linked)}`);
  const taken = codesOf(linked)[0];
  if (taken === 'already_exists' || taken === 'conflict') return; // by another operation
  if (linked.status !== 201) turn.fail('responses', `linking an account: ${taken ?? linked.status}`);
  const { id } = (JSON.parse(linked.text) as Linked).data;

  const intent = { as, counterparty: null, payee: null, amount: 1, accountId: id };
  const { refusal } = await sendAndCheck(turn, intent, ['external_account_not_usable']);
  if (refusal !== 'external_account_not_usable') turn.fail('responses', 'a withdrawal to a pending account');
  await verify(turn, { as, id, guesses: random.below(mostGuesses + 1) });
  const path = `/external-accounts/${id}`;
  const removed = await turn.send({ as, method: 'DELETE', path, key: turn.token() });
  if (removed.status !== 200) turn.fail('responses', 'removing a linked account failed');
}

type Guessed = { as: ReturnType<typeof pickParty>['owner']; id: string; guesses: number };

/** Sends this many wrong attempts at once, each twice, and then the right amounts. */
async function verify(turn: Turn, { as, id, guesses }: Guessed): Promise<void> {
  const path = `/simulations/external-accounts/${id}/micro-deposits`;
  const { amounts } = (JSON.parse((await turn.send({ as, path })).text) as Linked).data.attributes;
  const attempt = (sent: readonly number[], key: string): Promise<HttpResponse> => {
    const spec = { as, method: 'POST', path: `/external-accounts/${id}/verify`, key } as const;
    return turn.send({ ...spec, body: { amounts: sent } });
  };
  const keys = Array.from({ length: guesses }, () => turn.token());
  const wrong = await Promise.all([...keys, ...keys].map((key) => attempt([7, 7], key)));
  const counted = new Set(wrong.map(({ text }) => text));
  if (wrong.some(({ status }) => status !== 422) || counted.size !== guesses)
    turn.fail('G3', `${guesses} wrong attempts, each sent twice, got ${counted.size} responses`);
  const right = await attempt(amounts, turn.token());
  turn.record(`verify ${outcomeOf(right)}`);
  const expected = guesses < mostGuesses ? 200 : 409;
  if (right.status !== expected) turn.fail('responses', `after ${guesses} wrong attempts: ${right.status}`);
}
