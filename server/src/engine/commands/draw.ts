import type { Id } from '../../lib/id.ts';
import { needAccount, needActor, needNamedWallet, type Needs, needWallet } from '../load/needs.ts';
import type { Dated, RequestInfo } from '../model/actor.ts';
import type { Changes } from '../model/changes.ts';
import { done, type Outcome, refuse } from '../model/outcomes.ts';
import type { Transfer, TransferTerms } from '../model/records.ts';
import type { State } from '../model/state.ts';
import { draw, drawableAccount, type DrawFrom } from '../rules/draw.ts';
import { cannotReceive } from '../rules/wallets.ts';

/**
 * Draws money from the actor's own account at a bank into its wallet. A frozen party may: the money stays its own, and
 * may settle what it owes. No agent may do it, and no limit counts it: the party spends nothing.
 */
export type Draw = RequestInfo &
  TransferTerms &
  DrawFrom & {
    kind: 'draw';
    /** The wallet that receives; null if the request names none. */
    walletId: Id<'wal'> | null;
    /** Returns the body of the response: the deposit as it was accepted. */
    render(transfer: Transfer): string;
  };

export function drawNeeds(command: Draw, needs: Needs): void {
  const { actor, currency, externalAccountId, walletId } = command;
  needActor(needs, actor);
  needWallet(needs, actor.partyId, currency);
  needNamedWallet(needs, walletId);
  needAccount(needs, externalAccountId);
}

/** Decides one deposit: refuses it, or has the bank asked for the money. No money moves until the bank reports. */
export function decideDraw(command: Dated<Draw>, state: State, changes: Changes): Outcome {
  const { actor, amount, currency, description, tags, walletId, now } = command;
  const { partyId } = actor;
  const account = drawableAccount(command.externalAccountId, partyId, state);
  if (typeof account === 'string') return refuse(account);
  const refusal = cannotReceive(state, { partyId, currency, walletId });
  if (refusal) return refuse(refusal);
  const drawn = { partyId, amount, currency, description, tags, walletId, paymentId: null };
  const transfer = draw(drawn, account, command, { maker: actor, now }, state, changes);
  if (typeof transfer === 'string') return refuse(transfer);
  return done(transfer.id, { status: 200, body: command.render(transfer) });
}
