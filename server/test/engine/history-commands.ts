import type { Command } from '../../src/engine/decide/commands.ts';
import type { Dated, Actor } from '../../src/engine/model/actor.ts';
import type { Payment, Transfer } from '../../src/engine/model/records.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import type { Id } from '../../src/lib/id.ts';
import {
  byAdmin,
  byCustomer,
  cancellation,
  decision,
  drawn,
  internalTransfer,
  payment,
  refund,
  withdrawal,
} from './commands.ts';
import type { Step } from './history-steps.ts';
import { deposit, expiry, feePayout, report } from './own-commands.ts';
import { balance } from './run.ts';
import {
  account,
  buyer,
  customer,
  customerAccount,
  id,
  newcomer,
  now,
  shop,
  stranger,
  waiting,
} from './world.ts';

export const agentKey = id('agk', 'agent key');

/** The actors, and the accounts that they withdraw to. */
const actors: Array<{ actor: Partial<Actor>; account: Id<'eac'> }> = [
  { actor: {}, account },
  { actor: byAdmin, account },
  { actor: { agentId: buyer }, account },
  { actor: { kind: 'agentKey', credentialId: agentKey, agentId: buyer }, account },
  { actor: byCustomer, account: customerAccount },
  { actor: { partyId: stranger }, account },
];
const payees = [
  { type: 'party_id', partyId: stranger } as const,
  { type: 'party_id', partyId: customer } as const,
  waiting,
  newcomer,
];

let count = 0;

/** The command of a step in this state; null when it has none, or no resource exists for it. */
export function commandOf(step: Step, state: LoadedState, time = now): Dated<Command> | null {
  const { actor = {}, account: to = account } = ('who' in step && actors[step.who]) || {};
  if (step.do === 'pay') return payTo(step, actor, state, time);
  if (step.do === 'withdraw') {
    const { currency } = step;
    const all = step.all ? balance(state, actor.partyId ?? shop, currency) : 0n;
    const amount = all > 0n ? all : step.amount;
    return withdrawal({ actor, amount, currency, externalAccountId: to, now: time });
  }
  if (step.do === 'deposit') {
    const { amount, currency, rail } = step;
    const partyId = [shop, customer, stranger][step.to] ?? shop;
    return deposit({ partyId, amount, currency, rail, now: time });
  }
  if (step.do === 'draw') {
    const { amount, currency } = step;
    const { actor: by, from } = drawing(step.which % 2 === 0 ? shop : customer);
    return drawn(from, { actor: by, amount, currency, now: time });
  }
  if (step.do === 'move') return moved(step, state, time);
  if (step.do === 'report') return reported(step, state, time);
  if (step.do === 'fulfil') return fulfilled(step, actor, state, time);
  if (step.do === 'refund') {
    const about = pick([...state.payments.values()], step.which, /^COMPLETED$/);
    const partyId = step.who === 0 ? shop : about?.payeePartyId;
    return about && partyId ? refund(about, { actor: { partyId }, amount: step.part, now: time }) : null;
  }
  if (step.do === 'claim') return claimed(step.which, state, time);
  if (step.do === 'pay out fees') return feePayout({ amount: step.amount, now: time });
  if (step.do === 'decide') return decided(step, actor, state, time);
  if (step.do !== 'cancel' && step.do !== 'expire') return null;
  const about = pick(targetsIn(state), step.which);
  if (!about) return null;
  return step.do === 'cancel' ? cancellation(about, { actor, now: time }) : expiry(about, time);
}

/** A transfer between two wallets of the shop. */
function moved(
  { which, amount, currency }: Extract<Step, { do: 'move' }>,
  state: LoadedState,
  time: Date,
): Dated<Command> | null {
  const [source, ...others] = (state.wallets.get(shop) ?? []).filter((each) => each.currency === currency);
  const destination = others[which % Math.max(1, others.length)];
  return source && destination
    ? internalTransfer(source.id, destination.id, { amount, currency, now: time })
    : null;
}

function payTo(
  { amount, currency, forCustomer, to, named }: Extract<Step, { do: 'pay' }>,
  actor: Partial<Actor>,
  state: LoadedState,
  time: Date,
): Dated<Command> {
  const payer = forCustomer ? customer : (actor.partyId ?? shop);
  const walletId = named === null ? null : (state.wallets.get(payer)?.[named]?.id ?? null);
  const customerPartyId = forCustomer ? customer : null;
  const counterparty = payees[to] ?? newcomer;
  return payment({ actor, amount, currency, counterparty, customerPartyId, walletId, now: time });
}

/** Who draws for a party, from which account, with new ids. */
function drawing(
  partyId: Id<'pty'>,
): Pick<(typeof actors)[number], 'actor'> & { from: Parameters<typeof drawn>[0] } {
  count += 1;
  const [actor, externalAccountId] = partyId === shop ? [{}, account] : [byCustomer, customerAccount];
  const newIds = {
    transfer: id('trf', `drawn ${count}`),
    wallet: id('wal', `wallet of drawn ${count}`),
    receivable: id('wal', `receivable of drawn ${count}`),
  };
  const rail = { name: 'ach', settlesIn: { ms: 60_000 } };
  return { actor, from: { externalAccountId, rail, tooLarge: null, newIds } };
}

/** The bank's report about a withdrawal or deposit. */
function reported(
  { which, kind }: Extract<Step, { do: 'report' }>,
  state: LoadedState,
  time: Date,
): Dated<Command> | null {
  const about = pick(bankTransfersIn(state), which);
  if (!about) return null;
  const why = { code: 'R02', reason: 'Account closed' };
  const outcome = kind === 'failed' || kind === 'returned' ? { kind, ...why } : { kind };
  const waits = about.paymentId === null ? undefined : state.payments.get(about.paymentId);
  const { id: paymentId = null, payeePartyId = null, paymentRequestId = null } = waits ?? {};
  return report(about, outcome, { now: time, paymentId, payeePartyId, paymentRequestId });
}

/** A payment of a request, from a wallet or from the payer's account. */
function fulfilled(
  { which, drawn: isDrawn }: Extract<Step, { do: 'fulfil' }>,
  actor: Partial<Actor>,
  state: LoadedState,
  time: Date,
): Dated<Command> | null {
  const request = pick([...state.paymentRequests.values()], which, /^OPEN$/);
  if (!request) return null;
  const { id: paymentRequestId, amount, currency, partyId } = request;
  const counterparty = { type: 'party_id', partyId } as const;
  const fulfils = { paymentRequestId, payerAddress: null, expectedAmount: null, expectedCurrency: null };
  const terms = { amount, currency, counterparty, fulfils, now: time };
  const { actor: payer, from } = drawing(request.addressee === shop ? shop : customer);
  return payment(isDrawn ? { actor: payer, drawFrom: from, ...terms } : { actor, ...terms });
}

function claimed(which: number, state: LoadedState, time: Date): Dated<Command> | null {
  const about = pick([...state.payments.values()], which, /^PENDING_CLAIM$/);
  if (!about?.payeePartyId) return null;
  count += 1;
  const { id: paymentId, payerPartyId, payeePartyId, currency } = about;
  const newIds = { wallet: id('wal', `wallet of claim ${count}`) };
  const parties = { payerPartyId, waitsForPartyId: payeePartyId, payeePartyId };
  return { kind: 'claim', now: time, paymentId, ...parties, currency, newIds };
}

function decided(
  { which, verdict, signedIn: isSignedIn }: Extract<Step, { do: 'decide' }>,
  actor: Partial<Actor>,
  state: LoadedState,
  time: Date,
): Dated<Command> | null {
  const about = pick(
    targetsIn(state).filter((each) => state.approvals.has(each.id)),
    which,
  );
  const approval = about && pick(state.approvals.get(about.id) ?? [], which);
  const madeByAgentKey = about?.credentialId === agentKey;
  return approval && decision(approval, about, { verdict, actor, isSignedIn, madeByAgentKey, now: time });
}

const bankTransfersIn = (state: LoadedState): Transfer[] =>
  [...state.transfers.values()].filter(({ type }) => type !== 'internal');

function targetsIn(state: LoadedState): Array<Payment | Transfer> {
  return [...state.payments.values(), ...bankTransfersIn(state)];
}

const underWay = /^(IN_REVIEW|PENDING_CLAIM|PROCESSING|pending)$/;

/** Picks a resource: most numbers choose one in the usual states. */
function pick<T extends { status: string }>(all: readonly T[], number: number, usual = underWay): T | null {
  const suitable = all.filter(({ status }) => usual.test(status));
  const from = number % 4 > 0 && suitable.length > 0 ? suitable : all;
  return from[number % Math.max(1, from.length)] ?? null;
}
