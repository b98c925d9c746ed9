import { writeLines } from '../columns.ts';
import type { Command, Context } from '../command.ts';
import type { Purser } from '../../../client/src/purser.ts';
import { exits, misused, Stop } from '../stop.ts';
import { clean, counted, jsonOf, timeText } from '../text.ts';
import { spanOf } from '../values.ts';

async function advance({ args, call, show }: Context): Promise<number> {
  const seconds = spanOf(String(args['span']));
  if (seconds === null || seconds === 0)
    throw misused('Say how far: purser clock advance 3d (s, m, h, d or w).');
  show(await call('simulateAdvanceClock', { seconds }));
  return exits.done;
}

async function mailbox({ purser, args, flags, json, terminal, signal }: Context): Promise<number> {
  const page = await purser.simulations.listMailbox(args, { signal });
  const isAll = flags['all'] === true;
  const nextCursor = isAll ? null : page.nextCursor;
  const data: Array<(typeof page.data)[number]> = isAll ? [] : [...page.data];
  if (isAll) for await (const mail of page) data.push(mail);
  if (json) terminal.out(jsonOf(data));
  else if (!terminal.isTerminal)
    for (const mail of data)
      terminal.out([mail.id, mail.createdAt, mail.kind, mail.to, mail.subject ?? ''].map(clean).join('\t'));
  else if (data.length === 0) terminal.note('There is no mail.');
  else
    for (const { to, subject, text, createdAt, status } of data) {
      writeLines(terminal, [
        ['to', clean(to)],
        ['subject', clean(subject ?? `(${status})`)],
        ['sent', timeText(createdAt)],
      ]);
      terminal.out(
        `\n${(text ?? '')
          .split('\n')
          .map((line) => `  ${clean(line)}`.trimEnd())
          .join('\n')}\n`,
      );
    }
  if (nextCursor !== null) terminal.note(`There is more: --cursor ${clean(nextCursor)}`);
  return exits.done;
}

const somebody = (): { type: 'email'; value: string } => ({
  type: 'email',
  value: `${crypto.randomUUID()}@example.com`,
});

async function payment(purser: Purser): Promise<string> {
  return (await purser.payments.create({ counterparty: somebody(), amount: 100, currency: 'USD' })).id;
}

async function wallet(purser: Purser): Promise<string> {
  return (await purser.wallets.create({ displayName: 'Made by purser trigger', currency: 'USD' })).id;
}

async function agent(purser: Purser): Promise<string> {
  return (await purser.agents.create({ name: 'Made by purser trigger', limits: { perTransaction: 1 } })).id;
}

async function request(purser: Purser): Promise<string> {
  return (await purser.paymentRequests.create({ payer: somebody(), amount: 100, currency: 'USD' })).id;
}

async function inReview(purser: Purser): Promise<string> {
  const acting = purser.asAgent(await agent(purser), { instanceId: 'purser-trigger' });
  return payment(acting);
}

async function withdrawal(purser: Purser): Promise<string> {
  const { data } = await purser.externalAccounts.list({ status: 'active' });
  const [account] = data;
  if (!account)
    throw new Stop(
      exits.refused,
      'no_account',
      'There is no bank account to withdraw to.',
      'purser external-accounts create NAME --account @account.json',
    );
  return (await purser.transfers.withdraw({ amount: 100, currency: 'USD', externalAccountId: account.id }))
    .id;
}

/** How each event is made to happen: real things of small amounts. */
const triggers: Readonly<Record<string, (purser: Purser) => Promise<unknown>>> = {
  'agent.created': agent,
  'agent.suspended': async (purser) => purser.agents.suspend({ agentId: await agent(purser) }),
  'agent.revoked': async (purser) => purser.agents.revoke({ agentId: await agent(purser) }),
  'approval.required': inReview,
  'approval.canceled': async (purser) => purser.payments.cancel({ paymentId: await inReview(purser) }),
  'deposit.completed': async (purser) => purser.simulations.deposit({ amount: 100, currency: 'USD' }),
  'payment.created': payment,
  'payment.canceled': async (purser) => purser.payments.cancel({ paymentId: await payment(purser) }),
  'payment_request.created': request,
  'payment_request.canceled': async (purser) =>
    purser.paymentRequests.cancel({ paymentRequestId: await request(purser) }),
  'wallet.created': wallet,
  'wallet.frozen': async (purser) => purser.wallets.freeze({ walletId: await wallet(purser) }),
  'wallet.closed': async (purser) => purser.wallets.close({ walletId: await wallet(purser) }),
  'withdrawal.created': withdrawal,
  'withdrawal.completed': async (purser) =>
    purser.simulations.settleTransfer({ transferId: await withdrawal(purser) }),
  'withdrawal.failed': async (purser) =>
    purser.simulations.failTransfer({ transferId: await withdrawal(purser) }),
};

async function trigger({ args, purser, terminal, json }: Context): Promise<number> {
  const name = String(args['event']);
  const make = triggers[name];
  if (!make)
    throw misused(
      `\`${clean(name)}\` is none of the ${counted(Object.keys(triggers).length, 'event')} that can be made: ${Object.keys(triggers).join(', ')}.`,
    );
  await purser.simulations.getClock(); // a server that is no sandbox refuses here, before anything is made
  await make(purser);
  if (json) terminal.out(jsonOf({ event: name }));
  else terminal.note(`${name} has happened: purser events list --event-type ${name}`);
  return exits.done;
}

/** What only a sandbox has. */
export const sandboxCommands: readonly Command[] = [
  {
    name: 'trigger',
    about: `make an event happen in the sandbox: ${Object.keys(triggers).slice(0, 3).join(', ')} and more`,
    positions: ['event'],
    also: ['getSimulationClock'],
    changes: true,
    run: trigger,
  },
  { name: 'clock get', about: 'show the clock of the sandbox', operation: 'getSimulationClock' },
  {
    name: 'clock advance',
    about: 'move the clock of the sandbox forward: purser clock advance 3d',
    operation: 'simulateAdvanceClock',
    positions: ['span'],
    without: ['seconds'],
    run: advance,
  },
  {
    name: 'mailbox',
    about: 'read the mail that the sandbox kept',
    operation: 'listSimulationMailbox',
    run: mailbox,
  },
  {
    name: 'transfers arrive',
    about: 'let money arrive in the sandbox: purser transfers arrive 100.00 USD',
    operation: 'simulateDeposits',
    positions: ['amount'],
  },
];
