import type { Row } from '../columns.ts';
import type { Command, Context, Given } from '../command.ts';
import { foretold } from '../failures.ts';
import { allowed, describe, payeeText } from '../sentence.ts';
import { exits, misused, Stop } from '../stop.ts';
import { asText, amountText, clean, jsonOf } from '../text.ts';
import { addressOf } from '../values.ts';
import { waited, waitFlags } from '../wait.ts';

const dryRun = { name: 'dry-run', about: 'say what would happen, and move nothing' };

/** Shows what a preview says. Returns what the program exits with. */
function showPreview({ json, terminal }: Context, preview: Row): number {
  if (json) terminal.out(jsonOf(preview));
  else {
    const words: Record<string, string> = {
      accepted: 'It would go through.',
      needsApproval: 'It would wait for an approval.',
    };
    terminal.out(
      terminal.isTerminal
        ? (words[String(preview['outcome'])] ?? '')
        : `outcome\t${clean(String(preview['outcome']))}`,
    );
  }
  return exits.done;
}

/** Previews, says what will move, and asks. Returns what to exit with if it ends here, as for `--dry-run`; otherwise null. */
export async function foreseen(
  context: Context,
  verb: string,
  preview: Row | null,
  to: string,
  terms: Row = context.args,
): Promise<number | null> {
  const { terminal, flags } = context;
  const known = preview ?? { ...terms, approvals: [] };
  if (known['outcome'] === 'refused') throw foretold(known['errors'] as Row[]);
  if (terminal.isInteractive) await describe(context, verb, known, to);
  if (flags['dryRun'] === true) {
    if (preview === null)
      throw new Stop(exits.notAllowed, 'forbidden', 'This key may not ask what would happen.');
    return showPreview(context, preview);
  }
  await context.confirm(`${verb}?`);
  return null;
}

/** Says on a terminal what became of it, and shows it. */
export function showOutcome({ terminal, json, show }: Context, row: Row): void {
  const { status, approvals, id } = row;
  if (terminal.isTerminal && !json) {
    const [approval] = (approvals ?? []) as Array<{ id: string }>;
    if (status === 'IN_REVIEW' && approval)
      terminal.note(`It waits for a person: purser approvals show ${clean(approval.id)}`);
    if (status === 'PENDING_CLAIM') terminal.note('The payee gets a mail, and claims it there.');
    if (status === 'PROCESSING')
      terminal.note(`It is on its way: purser ${String(row['object'])}s get ${clean(String(id))}`);
  }
  if (json) return show(row);
  const { object, amount, currency, description, fee } = row;
  show({ object, id, status, amount, fee, currency, description });
}

async function pay(context: Context): Promise<number> {
  const { args, call, flags } = context;
  const { to, ...terms } = args;
  const payment: Given = { ...terms, counterparty: addressOf(String(to)) };
  const isSilent = !context.terminal.isInteractive && flags['dryRun'] !== true;
  const preview = isSilent ? null : await allowed(call('previewCreatePayment', payment));
  const payee = (preview?.['payee'] ?? null) as Row | null;
  const ends = await foreseen(context, 'Pay', preview, payeeText(payee, String(to)));
  if (ends !== null) return ends;
  const paid = await call('createPayment', payment);
  return ended(context, paid);
}

/** Shows what became of a payment. One that settles at once is read once more, since its first answer is PROCESSING. */
async function ended(context: Context, paid: Row): Promise<number> {
  const args = { paymentId: paid['id'] };
  const again = paid['status'] === 'PROCESSING' ? context.call('getPayment', args).catch(() => paid) : paid;
  const { row, exit } = await waited(context, 'getPayment', args, await again);
  showOutcome(context, row);
  return exit;
}

async function fulfill(context: Context): Promise<number> {
  const { args, call, flags, purser } = context;
  const { paymentRequestId } = args;
  const id = String(paymentRequestId);
  const asked = await purser.paymentRequests.get({ paymentRequestId: id });
  const walletId = flags['walletId'] ?? (await defaultWallet(context, asked.currency));
  if (walletId === undefined)
    throw misused(`There is no wallet in ${asked.currency} to pay from.`, 'purser wallets');
  const given = {
    paymentRequestId: id,
    paymentSource: { type: 'wallet', walletId },
    expectedAmount: asked.amount,
    expectedCurrency: asked.currency,
  };
  const preview = await allowed(call('previewFulfillPaymentRequest', given));
  const requester = `${clean(asked.requesterName ?? '')} <${clean(asked.requesterEmail ?? asked.requesterParty.id)}>`;
  const payee = (preview?.['payee'] ?? null) as Row | null;
  const to = payee === null ? requester : payeeText({ address: asked.requesterEmail, ...filled(payee) });
  const ends = await foreseen(context, 'Pay the request', preview, to, asked as unknown as Row);
  if (ends !== null) return ends;
  const paid = await call('fulfillPaymentRequest', given);
  return ended(context, paid);
}

/** Returns what of an object is not null. */
const filled = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

async function defaultWallet({ purser }: Context, currency: string): Promise<string | undefined> {
  for await (const wallet of purser.wallets.list({ currency })) if (wallet.isDefault) return wallet.id;
  return undefined;
}

async function refund(context: Context): Promise<number> {
  const { args, call, purser, terminal } = context;
  const { paymentId, amount, currency, ...rest } = args;
  const payment = await purser.payments.get({ paymentId: String(paymentId) });
  if (currency !== undefined) requireCurrency(asText(currency), payment.currency, 'The payment');
  const left = payment.amount - payment.refundedAmount;
  if (left === 0)
    throw new Stop(exits.refused, 'already_refunded', 'All of this payment was given back already.');
  const sum = amountText(Number(amount ?? left), payment.currency);
  if (terminal.isInteractive)
    terminal.note(
      `Give back ${sum} of ${amountText(payment.amount, payment.currency)} to ${clean(payment.sender.id)}`,
    );
  await context.confirm(`Refund ${sum}?`);
  context.show(
    await call('createPaymentRefund', { paymentId, ...(amount !== undefined && { amount }), ...rest }),
  );
  return exits.done;
}

/** Throws a usage error if an amount was given in another currency than that of what it is about. */
export function requireCurrency(given: string, right: string, what: string): void {
  if (given !== right)
    throw foretold([
      { code: 'invalid_value', status: 422, detail: `${what} is in ${right}, not in ${given}.` },
    ]);
}

const paymentColumns = [
  'id',
  'status',
  'amount',
  'description~',
  'createdAt?',
  'TO=recipient.id?',
  'AGENT=initiatorAgent.id?',
];

/** What pays, and what was paid. */
export const payCommands: readonly Command[] = [
  {
    name: 'pay',
    about: 'pay somebody, by e-mail address, phone number or id: purser pay ann@example.com 12.50 USD',
    operation: 'createPayment',
    also: ['previewCreatePayment', 'getPayment'],
    positions: ['to', 'amount'],
    without: ['counterparty'],
    flags: [dryRun, ...waitFlags],
    run: pay,
  },
  { name: 'payments list', about: 'list payments', operation: 'listPayments', columns: paymentColumns },
  { name: 'payments get', about: 'show a payment', operation: 'getPayment', positions: ['paymentId'] },
  {
    name: 'payments cancel',
    about: 'cancel a payment that waits',
    operation: 'cancelPayment',
    positions: ['paymentId'],
    asks: ({ paymentId }) => `cancel payment ${String(paymentId)}?`,
  },
  {
    name: 'payments refund',
    about: 'give a payment back, whole or in part',
    operation: 'createPaymentRefund',
    also: ['getPayment'],
    positions: ['paymentId', 'amount?'],
    run: refund,
  },
  {
    name: 'requests list',
    about: 'list what you asked for',
    operation: 'listPaymentRequests',
    columns: ['id', 'status', 'amount', 'FROM=payerIdentifier~', 'description~', 'createdAt?'],
  },
  {
    name: 'requests incoming',
    about: 'list what others ask of you',
    operation: 'listPaymentRequestsIncoming',
    columns: ['id', 'status', 'amount', 'FROM=requesterName~', 'description~', 'createdAt?'],
  },
  {
    name: 'requests get',
    about: 'show a request',
    operation: 'getPaymentRequest',
    positions: ['paymentRequestId'],
  },
  {
    name: 'requests create',
    about: 'ask somebody for money: purser requests create ann@example.com 12.50 USD',
    operation: 'createPaymentRequest',
    positions: ['payer', 'amount'],
  },
  {
    name: 'requests pay',
    about: 'pay what somebody asks for, at the amount that is shown',
    operation: 'fulfillPaymentRequest',
    also: ['previewFulfillPaymentRequest', 'getPaymentRequest', 'getPayment', 'listWallets'],
    positions: ['paymentRequestId'],
    without: ['paymentSource', 'expectedAmount', 'expectedCurrency'],
    flags: [
      { name: 'wallet-id', value: 'wallet', about: 'from this wallet; by default the default one' },
      dryRun,
      ...waitFlags,
    ],
    run: fulfill,
  },
  {
    name: 'requests decline',
    about: 'say no to a request',
    operation: 'declinePaymentRequest',
    positions: ['paymentRequestId'],
    asks: ({ paymentRequestId }) => `decline request ${String(paymentRequestId)}?`,
  },
  {
    name: 'requests cancel',
    about: 'take back a request of yours',
    operation: 'cancelPaymentRequest',
    positions: ['paymentRequestId'],
    asks: ({ paymentRequestId }) => `cancel request ${String(paymentRequestId)}?`,
  },
];
