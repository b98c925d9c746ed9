import { codesOf, type HttpResponse } from '../../support/http.ts';
import type { Payment, Transaction } from '../model/types.ts';
import { finishMove, leastAvailable, mostAvailable, type Move, startMove } from '../model/wallets.ts';
import { pickParty, reserve } from '../picking.ts';
import { outcomeOf, type Turn } from '../turn.ts';
import { walletOf } from '../world/parties.ts';

type Part = { amount: number; move: Move; response: HttpResponse };

const recent = 60;

/**
 * Sends two refunds of one payment at once, and one by the payer: only the payee refunds, and never more than was paid.
 */
export async function refund(turn: Turn): Promise<void> {
  const payee = pickParty(turn);
  const found = payee.transactions.slice(-recent).filter((each) => isRefundable(each, payee.id));
  if (found.length === 0) return turn.record('(none)');
  const payment = turn.random.pick(found) as Payment;
  await reserve(payment, async () => {
    if (!isRefundable({ ...payment, reserved: false }, payee.id)) return turn.record('(none)');
    await refundAtOnce(turn, payment);
  });
}

function isRefundable(transaction: Transaction, payeeId: string): boolean {
  const { type, status, payee, isExclusive, reserved } = transaction;
  return type === 'payment' && status === 'COMPLETED' && payee?.id === payeeId && !isExclusive && !reserved;
}

async function refundAtOnce(turn: Turn, payment: Payment): Promise<void> {
  const { random } = turn;
  const left = payment.amount - payment.refunded;
  const amounts = random.chance(0.3) ? [left, left] : [random.between(1, left), random.between(1, left)];
  const [parts] = await Promise.all([
    Promise.all(amounts.map((amount) => sendRefund(turn, payment, amount))),
    refuseToPayer(turn, payment),
  ]);
  const passed = parts.filter(({ response }) => response.status === 201);
  turn.record(`${passed.length} of 2 pass`);
  const sum = passed.reduce((total, { amount }) => total + amount, 0);
  if (sum > left) turn.fail('G2', `${sum} were refunded, though ${left} were left of ${payment.id}`);
  for (const part of parts) checkPart(turn, payment, part, left - sum);
  payment.refunded += sum;
  if (payment.refunded === payment.amount) payment.status = 'RETURNED';
}

async function sendRefund(turn: Turn, payment: Payment, amount: number): Promise<Part> {
  const { payee, payer, currency } = payment;
  if (!payee) throw new Error('a held payment cannot be refunded');
  const move = startMove([
    { wallet: walletOf(payee, currency), available: -amount, held: 0 },
    { wallet: walletOf(payer, currency), available: amount, held: 0 },
  ]);
  const path = `/payments/${payment.id}/refund`;
  const response = await turn.send({
    as: payee.owner,
    method: 'POST',
    path,
    body: { amount },
    key: turn.token(),
  });
  finishMove(move, response.status === 201);
  return { amount, move, response };
}

/** Checks the response to one refund, of which `left` was left after both. */
function checkPart(turn: Turn, { id }: Payment, { amount, move, response }: Part, left: number): void {
  if (response.status === 201) {
    const most = mostAvailable(move);
    if (most < amount) turn.fail('G2', `${amount} refunded of ${id}, though at most ${most} was available`);
    return;
  }
  const [code = ''] = codesOf(response);
  turn.record(outcomeOf(response));
  const isShort = code === 'insufficient_funds' && leastAvailable(move) < amount;
  const isTooLarge = code === 'conflict' && amount > left;
  if (!isShort && !isTooLarge) turn.fail('responses', `a refund was refused as ${code} without a reason`);
}

async function refuseToPayer(turn: Turn, { id, payer, payee }: Payment): Promise<void> {
  if (payer === payee) return;
  const body = { amount: 1 };
  const path = `/payments/${id}/refund`;
  const response = await turn.send({ as: payer.owner, method: 'POST', path, body, key: turn.token() });
  if (codesOf(response)[0] !== 'forbidden') turn.fail('tenancy', 'a payer could refund its own payment');
}
