import { codesOf, type HttpResponse } from '../../support/http.ts';
import type { Actor } from '../model/types.ts';
import { dataOf, outcomeOf, type Turn } from '../turn.ts';
import { signUpPaid } from './sign-up.ts';

type Shown = { id: string; attributes: { isDefault: boolean; balance: { available: number } } };

const [whole, moved] = [100, 60];

/**
 * Moves most of a wallet to another one of its party, three times at once: the money moves once. Then the other wallet is
 * frozen, emptied and closed, and does what these states allow and nothing else.
 */
export async function splitWallet(turn: Turn): Promise<void> {
  const as = await signUpPaid(turn, whole);
  if (!as) return;
  const body = { displayName: 'Second', currency: 'USD' };
  await write(turn, as, 'POST', '/wallets', body);
  const wallets = await walletsOf(turn, as);
  const first = wallets.find(({ attributes }) => attributes.isDefault)?.id ?? '';
  const second = wallets.find(({ attributes }) => !attributes.isDefault)?.id ?? '';
  const responses = await Promise.all([1, 2, 3].map(() => move(turn, as, moved, first, second)));
  const passed = responses.filter(({ status }) => status === 200);
  turn.record(`${passed.length} of 3 pass`);
  if (passed.length !== 1) turn.fail('G2', `${moved} of ${whole} were moved ${passed.length} times`);
  turn.run.model.internalTransfers += 1;
  for (const { attributes } of await walletsOf(turn, as)) {
    const left = attributes.isDefault ? whole - moved : moved;
    const { available } = attributes.balance;
    if (available !== left) turn.fail('G2', `a wallet has ${available} instead of ${left} after a transfer`);
  }
  await freezeAndClose(turn, as, first, second);
}

async function freezeAndClose(turn: Turn, as: Actor, first: string, second: string): Promise<void> {
  const path = `/wallets/${second}`;
  await write(turn, as, 'POST', `${path}/freeze`);
  const frozen = await move(turn, as, 1, second, first);
  if (codesOf(frozen)[0] !== 'wallet_frozen') turn.fail('G7', `a frozen wallet pays: ${outcomeOf(frozen)}`);
  const full = await write(turn, as, 'DELETE', path);
  if (codesOf(full)[0] !== 'conflict') turn.fail('G2', `a wallet with money is closed: ${outcomeOf(full)}`);
  await write(turn, as, 'POST', `${path}/unfreeze`);
  const emptied = await move(turn, as, moved, second, first);
  if (emptied.status !== 200) turn.fail('G2', `a wallet does not pay what it has: ${outcomeOf(emptied)}`);
  turn.run.model.internalTransfers += 1;
  const closed = await write(turn, as, 'DELETE', path);
  if (closed.status !== 200) turn.fail('responses', `an empty wallet is not closed: ${outcomeOf(closed)}`);
  const late = await move(turn, as, 1, first, second);
  turn.record(`closed ${outcomeOf(late)}`);
  if (codesOf(late)[0] !== 'conflict') turn.fail('G2', `a closed wallet receives: ${outcomeOf(late)}`);
}

function move(turn: Turn, as: Actor, amount: number, from: string, to: string): Promise<HttpResponse> {
  const body = { amount, sourceWalletId: from, destWalletId: to };
  return write(turn, as, 'POST', '/transfers/internal', body);
}

function write(
  turn: Turn,
  as: Actor,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<HttpResponse> {
  return turn.send({ as, method, path, key: turn.token(), skipReplay: true, ...(body && { body }) });
}

async function walletsOf(turn: Turn, as: Actor): Promise<Shown[]> {
  return dataOf(await turn.send({ as, path: '/wallets' })) as Shown[];
}
