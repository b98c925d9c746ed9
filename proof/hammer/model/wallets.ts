/** A party's money in a currency as the acknowledgements have it, in minor units. */
export type Wallet = {
  owner: string;
  currency: string;
  available: number;
  held: number;
  /** What may come back at any moment without anybody asking: withdrawals that a bank may fail or return. */
  floating: number;
  /** Moves that were asked for, of which nobody knows yet whether they happened. */
  open: Set<Move>;
  /** Money has been in it: so it exists. */
  exists: boolean;
};

/** What a move does to one wallet. */
export type Leg = { wallet: Wallet; available: number; held: number };

/**
 * A change of wallets that was asked for. Whether it happened, and when between question and answer, is open until it
 * is settled; `seen` are the others that touched its payer's wallet in that time.
 */
export type Move = {
  legs: readonly Leg[];
  state: 'open' | 'done' | 'void';
  payer: Wallet | null;
  availableBefore: number;
  seen: Move[];
};

export function newWallet(owner: string, currency: string): Wallet {
  return { owner, currency, available: 0, held: 0, floating: 0, open: new Set(), exists: false };
}

/** Begins a move: from now on it may have happened. The payer is the wallet that it takes available money from. */
export function beginMove(legs: readonly Leg[]): Move {
  const payer = legs.find((leg) => leg.available < 0)?.wallet ?? null;
  const move: Move = {
    legs,
    state: 'open',
    payer,
    availableBefore: payer?.available ?? 0,
    seen: payer ? [...payer.open] : [],
  };
  for (const { wallet } of legs) {
    for (const other of wallet.open) if (other.payer === wallet) other.seen.push(move);
    wallet.open.add(move);
  }
  return move;
}

/** It happened, once; or it did not. */
export function settleMove(move: Move, happened: boolean): void {
  if (move.state !== 'open') return;
  move.state = happened ? 'done' : 'void';
  for (const leg of move.legs) {
    leg.wallet.open.delete(move);
    if (!happened) continue;
    leg.wallet.exists = true;
    leg.wallet.available += leg.available;
    leg.wallet.held += leg.held;
  }
}

/** The most that its payer can have had available when the move was decided on, in any order of events. */
export function mostAvailable(move: Move): number {
  return move.availableBefore + sumSeen(move, (amount) => amount > 0) + (move.payer?.floating ?? 0);
}

/** The least, in any order of events. */
export function leastAvailable(move: Move): number {
  return move.availableBefore + sumSeen(move, (amount) => amount < 0);
}

function sumSeen({ seen, payer }: Move, counts: (amount: number) => boolean): number {
  let sum = 0;
  for (const other of seen) {
    if (other.state === 'void') continue;
    for (const { wallet, available } of other.legs)
      if (wallet === payer && counts(available)) sum += available;
  }
  return sum;
}
