import { contactKey } from '../../src/engine/model/counterparty.ts';
import type { ApprovalPolicy, LoadedState, Wallet } from '../../src/engine/model/state.ts';
import type { OtherWrite, Step } from './history-steps.ts';
import {
  customer,
  id,
  later,
  newcomer,
  setPaymentRequest,
  shop,
  stranger,
  waiting,
  wallet,
} from './world.ts';

/** Returns the state after what a step writes without the engine. */
export function otherWrite(step: Step, state: LoadedState, time: Date): LoadedState {
  const copy = structuredClone(state);
  if (step.do === 'ask') ask(copy, step, time);
  else if (step.do === 'call the bank') callBank(copy, step);
  else if (step.do === 'claim') proveAddress(copy, step.which, time);
  else if (step.do === 'freeze party') freezeParty(copy, step.which);
  else if (step.do === 'set policy') setPolicy(copy, step);
  else if (step.do.endsWith(' wallet')) changeWallet(copy, step.do, 'which' in step ? step.which : 0);
  // A load brings what requests name.
  for (const each of [...copy.wallets.values()].flat())
    if (!each.isReceivable) copy.namedWallets.set(each.id, each);
  return copy;
}

/** A request for money, from one of three parties to another. */
function ask(
  state: LoadedState,
  { which, amount, currency }: Extract<OtherWrite, { do: 'ask' }>,
  time: Date,
): void {
  const [from, to] =
    which % 2 === 0 ? [stranger, shop] : which % 3 === 0 ? [shop, customer] : [stranger, customer];
  const addressed = { partyId: from, payerIdentifier: to, addressee: to };
  const name = `request ${state.paymentRequests.size + 1}`;
  const expiresAt = later({ days: 30 }, time);
  setPaymentRequest(state, {
    id: id('prq', name),
    amount,
    currency,
    ...addressed,
    expiresAt,
    updatedAt: time,
  });
}

function callBank(
  state: LoadedState,
  { which, state: to }: Extract<OtherWrite, { do: 'call the bank' }>,
): void {
  const order = nth(
    [...state.railOrders.values()].filter((each) => each.state === 'waiting'),
    which,
  );
  if (order) Object.assign(order, { state: to, dueAt: to === 'taken' ? null : order.dueAt });
}

/** Whoever money waits for at one of the addresses has proved it by now. */
function proveAddress(state: LoadedState, which: number, claimedAt: Date): void {
  const found = state.contacts.get(contactKey((which % 4 === 0 ? waiting : newcomer).contact));
  const party = found && state.parties.get(found.partyId);
  if (!party) return;
  found.active = true;
  if (party.status !== 'PROVISIONAL') return;
  Object.assign(party, { status: 'ACTIVE', address: null });
  const paid = [...state.payments.values()].filter(({ payeePartyId }) => payeePartyId === party.id);
  for (const { id } of paid) state.claims.set(id, { claimedAt, isLeftOut: which % 3 === 0 });
}

function setPolicy(state: LoadedState, { approveBy, twoAbove }: ApprovalPolicy): void {
  const party = state.parties.get(shop);
  if (party) Object.assign(party, { approveBy, twoAbove });
}

function freezeParty(state: LoadedState, which: number): void {
  const party = state.parties.get(which % 2 === 0 ? shop : customer);
  if (!party) return;
  const frozenBy =
    party.status === 'FROZEN' ? [] : [which % 3 === 0 ? ('operator' as const) : ('party' as const)];
  Object.assign(party, { status: frozenBy.length === 0 ? 'ACTIVE' : 'FROZEN', frozenBy });
}

function changeWallet(state: LoadedState, change: string, which: number): void {
  const partyId = which % 2 === 0 ? shop : customer;
  const all = state.wallets.get(partyId) ?? [];
  if (change === 'open wallet') {
    const name = `wallet ${all.length + 1} of ${partyId}`;
    state.wallets.set(partyId, [...all, wallet(partyId, { id: id('wal', name) })]);
    return;
  }
  const open = all.filter(({ status, isReceivable }) => status !== 'closed' && !isReceivable);
  const found = nth(change === 'close wallet' ? open.filter(isEmpty) : open, which);
  if (!found) return;
  if (change === 'close wallet') found.status = 'closed';
  else found.status = found.status === 'frozen' ? 'active' : 'frozen';
}

const isEmpty = ({ posted, held }: Wallet): boolean => posted === 0n && held === 0n;

const nth = <T>(all: readonly T[], number: number): T | undefined => all[number % Math.max(1, all.length)];
