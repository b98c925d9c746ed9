import { setTimeout as pause } from 'node:timers/promises';
import { codesOf, type HttpResponse } from '../../support/http.ts';
import { pathOf } from '../model/transactions.ts';
import type { Actor, Transaction } from '../model/types.ts';
import { finishMove, startMove } from '../model/wallets.ts';
import { sendAndCheck } from '../paying.ts';
import { dataOf, type Turn } from '../turn.ts';
import { signUpWith, walletOf } from '../world/parties.ts';
import type { Shown } from './authority/writes.ts';
import { applyCancel } from './cancel.ts';

const poll_ms = 400; // each request counts as an operation of the run
const mostPolls = 150; // a minute: the background work of a busy machine moves the money

type Rival = 'cancel' | 'signUp';

/**
 * A party verifies an address for which money waits: once undisturbed, then while the payer may cancel and somebody else may
 * sign up with the address. One of the three has the money, and each is told so.
 */
export async function raceTakeOver(turn: Turn): Promise<void> {
  await takeOver(turn, new Set());
  const rivals = (['cancel', 'signUp'] as const).filter((_, index) =>
    turn.random.chance(index === 0 ? 0.5 : 0.3),
  );
  await takeOver(turn, new Set(rivals));
}

async function takeOver(turn: Turn, rivals: ReadonlySet<Rival>): Promise<void> {
  const { model, world } = turn.run;
  const as = world.parties.treasury.owner;
  const newAddress = (): string => `${turn.token()}@newcomer.purser.test`.toLowerCase();
  const taker = await signUpWith(world.administration, newAddress());
  if (!taker) turn.fail('tenancy', 'nobody can sign up with a new address');
  model.secrets.add(taker.key);
  const by = { ...as, key: taker.key };
  const value = newAddress();
  const counterparty = { type: 'email', value };
  const { transaction } = await sendAndCheck(turn, {
    as,
    payee: null,
    counterparty,
    amount: 1,
    isExclusive: true,
  });
  if (!transaction) return;
  const verify = await verification(turn, by, value);

  const wallet = walletOf(transaction.payer, transaction.currency);
  const move = startMove([{ wallet, available: transaction.amount, held: -transaction.amount }]);
  const path = `${pathOf(transaction)}/cancel`;
  const [canceled, verified, other] = await Promise.all([
    rivals.has('cancel') ? turn.send({ as, method: 'POST', path, key: turn.token() }) : null,
    verify(),
    rivals.has('signUp') ? signUpWith(world.administration, value) : null,
  ]);
  if (other) model.secrets.add(other.key);
  if ((verified.status === 200) === (other !== null)) turn.fail('G16', 'an address has two parties, or none');
  const received = other ? other.received : receivedIn(verified);
  const isCanceled = canceled?.status === 200;
  if (received.includes(transaction.id) === isCanceled)
    turn.fail('G16', `a takeover and a cancel that answered ${canceled?.status} contradict each other`);
  if (canceled && !isCanceled && codesOf(canceled)[0] !== 'conflict')
    turn.fail('responses', 'a cancel was refused');
  turn.record(isCanceled ? 'canceled' : other ? 'claimed' : 'taken over');
  if (isCanceled) applyCancel(turn, transaction, 'CANCELED');
  finishMove(move, isCanceled);
  if (!isCanceled) await untilMoved(turn, as, transaction, other ? null : taker.id);
}

function receivedIn({ text }: HttpResponse): string[] {
  const { meta } = JSON.parse(text) as { meta: { received: { payments: Array<{ paymentId: string }> } } };
  return meta.received.payments.map(({ paymentId }) => paymentId);
}

/** Adds an address to a party, and returns what verifies it, with the token from the mailbox. */
async function verification(turn: Turn, as: Actor, value: string): Promise<() => Promise<HttpResponse>> {
  const path = '/parties/me/contacts';
  const write = { as, method: 'POST', skipReplay: true } as const;
  const body = { address: { type: 'email', value } };
  const { id } = dataOf(await turn.send({ ...write, path, key: turn.token(), body })) as Shown;
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const mails = dataOf(await turn.send({ as, path: '/simulations/mailbox?limit=20' })) as Shown[];
    const mail = mails.find(({ relationships }) => relationships['resource']?.data?.id === id);
    const token = /^([\w-]{32})$/m.exec(String(mail?.attributes['text']))?.[1];
    if (token !== undefined) {
      return () => turn.send({ ...write, path: `${path}/${id}/verify`, key: turn.token(), body: { token } });
    }
    await pause(poll_ms);
  }
  return turn.fail('responses', 'no token was sent to an address');
}

/** Waits until the money has moved; to the party that has taken the address over, if one has. */
async function untilMoved(turn: Turn, as: Actor, payment: Transaction, payee: string | null): Promise<void> {
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const seen = dataOf(await turn.send({ as, path: `/payments/${payment.id}` })) as Shown;
    const { status } = seen.attributes;
    if (status === 'COMPLETED') {
      if (payee && seen.relationships['recipient']?.data?.id !== payee)
        turn.fail('tenancy', 'what was taken over was paid to another party');
      walletOf(payment.payer, payment.currency).held -= payment.amount;
      payment.status = 'COMPLETED';
      return;
    }
    if (status !== 'PENDING_CLAIM') turn.fail('G16', `money that was taken over is ${String(status)}`);
    await pause(poll_ms);
  }
  turn.fail('G1', 'money that waited for an address has not moved to who took it over');
}
