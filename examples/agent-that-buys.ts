// A small agent loop on the client library. Its model is a script: it stands for one that calls a tool, and does what a model
// does wrong, too. It needs @purser/client, PURSER_URL, and PURSER_API_KEY, the key of an agent with limits.
import { setTimeout as pause } from 'node:timers/promises';
import { OutcomeUnknownError, type Payment, Purser } from '@purser/client';

const [payee = ''] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Loses the first answer after the server has given it, as a network does. */
let isLost = false;
async function unreliable(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (isLost) return response;
  isLost = true;
  await response.text();
  throw new TypeError('the connection was lost');
}

// The library would ask again by itself. Here it must not, to show what the model is told then.
const purser = new Purser({ maxRetries: 0, fetch: unreliable });

/** What the model may ask for: one tool. It names the purchase, and the same name is the same purchase. */
type Purchase = { purpose: string; amount: number };

/** What the tool tells it. */
type Told = { status: Payment['status'] | 'NOBODY_KNOWS'; payment: Payment | null };

async function buy({ purpose, amount }: Purchase): Promise<Told> {
  const counterparty = { type: 'party_id' as const, value: payee };
  try {
    const made = await purser.payments.create(
      { counterparty, amount, currency: 'USD', description: purpose },
      { idempotencyKey: `purchase: ${purpose}` }, // of what is bought, not of the try: it is paid once, for ever
    );
    const payment = await purser.payments.get({ paymentId: made.id });
    return { status: payment.status, payment };
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    return { status: 'NOBODY_KNOWS', payment: null };
  }
}

/** Waits until a person has decided. The program pays in no other way meanwhile. */
async function decided(waiting: Payment): Promise<Payment> {
  for (const { id, reasons } of waiting.approvals ?? [])
    say(`A person decides about ${id}: ${reasons.map(({ type }) => type).join(', ')}`);
  for (let payment = waiting; ; await pause(500)) {
    if (payment.status !== 'IN_REVIEW') return payment;
    payment = await purser.payments.get({ paymentId: waiting.id });
  }
}

/** What the model does next, by what the tool has said: another purchase, or its last words. */
function* model(): Generator<Purchase, string, Told> {
  const paper = { purpose: 'invoice 7', amount: 1_250 };
  let first = yield paper;
  while (first.status === 'NOBODY_KNOWS') first = yield paper; // the same purpose again: nothing is paid twice
  const again = yield paper; // it has lost its memory, and buys what it has bought
  const printer = yield { purpose: 'the printer', amount: 2_500 }; // more than its limit
  const isOnce = first.payment?.id === again.payment?.id;
  return `The paper: ${first.status}, ${isOnce ? 'once' : 'twice'}. The printer: ${printer.status}.`;
}

const turns = model();
let turn = turns.next();
while (!turn.done) {
  let told = await buy(turn.value);
  say(`${turn.value.purpose}: ${told.status}`);
  if (told.status === 'IN_REVIEW' && told.payment) {
    const payment = await decided(told.payment);
    told = { status: payment.status, payment };
  }
  turn = turns.next(told);
}
say(turn.value);
