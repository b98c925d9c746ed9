import { type Changes, move, type Movement } from '../model/changes.ts';
import { feeRail } from '../model/fees.ts';
import { newWallet, type State, type Wallet } from '../model/state.ts';

/** What becomes of the fee when the amount moves. What is returned or refunded later keeps its fee. */
const follows: Partial<Record<Movement['kind'], Movement['kind']>> = {
  payment: 'fee',
  hold: 'fee_hold',
  release: 'fee_release',
  claim: 'fee',
  withdrawal: 'fee',
};

const feeSteps = 100;

/**
 * Moves the amount of a payment or withdrawal and, in a movement of its own, its fee: held where the amount is held,
 * released with it, and paid to the operator when the amount leaves the wallet.
 */
export function moveWithFee(
  record: { fee: bigint | null },
  movement: Movement,
  state: State,
  changes: Changes,
): void {
  move(changes, movement);
  moveFee(record, movement, state, changes);
}

/** Moves the fee of a payment or withdrawal whose amount has just made this movement. */
export function moveFee(
  { fee }: { fee: bigint | null },
  movement: Movement,
  state: State,
  changes: Changes,
): void {
  const kind = follows[movement.kind];
  if (fee === null || !kind) return;
  const step = feeSteps + movement.step;
  const destination =
    kind === 'fee'
      ? { wallet: feeAccount(state, movement.currency), place: 'available' as const }
      : movement.destination;
  move(changes, { ...movement, step, kind, destination, amount: fee });
}

/** Returns the account of fees. It is not loaded or locked: what it gets is added to it last, see store.ts. */
export function feeAccount({ fees }: State, currency: string): Wallet {
  const id = fees?.accounts[currency];
  if (!id) throw new Error('a fee was charged in a currency without an account for fees');
  return { ...newWallet, id, partyId: null, rail: feeRail, currency };
}
