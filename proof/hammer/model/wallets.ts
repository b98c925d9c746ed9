/** A party's balance in a currency according to the acknowledged requests, in minor units. */
export type Wallet = {
  owner: string;
  currency: string;
  available: number;
  held: number;
  /** What the bank may fail or return at any moment, and so make available again. */
  returnable: number;
  /** Requested moves whose outcome is not known yet. */
  open: Set<Move>;
  /** Whether the wallet exists in the database: it does once money has arrived. */
  exists: boolean;
};

/** The change of one wallet by a move. */
export type Leg = { wallet: Wallet; available: number; held: number };

/**
 * A requested change of wallets. Until it is finished the model does not know whether it happened; it may happen at any
 * moment between request and response. `overlapping` holds the other moves of the payer's wallet in that time.
 */
export type Move = {
  legs: readonly Leg[];
  state: 'open' | 'done' | 'void';
  payer: Wallet | null;
  availableBefore: number;
  overlapping: Move[];
};

export function newWallet(owner: string, currency: string): Wallet {
  return { owner, currency, available: 0, held: 0, returnable: 0, open: new Set(), exists: false };
}

/** Starts a move, which may happen from now on. Its payer is the wallet whose available balance it reduces. */
export function startMove(legs: readonly Leg[]): Move {
  const payer = legs.find((leg) => leg.available < 0)?.wallet ?? null;
  const move: Move = {
    legs,
    state: 'open',
    payer,
    availableBefore: payer?.available ?? 0,
    overlapping: payer ? [...payer.open] : [],
  };
  for (const { wallet } of legs) {
    for (const other of wallet.open) if (other.payer === wallet) other.overlapping.push(move);
    wallet.open.add(move);
  }
  return move;
}

/** Finishes a move and applies it to its wallets if it happened. A second call does nothing. */
export function finishMove(move: Move, happened: boolean): void {
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

/**
 * Returns the most that the payer can have had available when the server decided on the move, in any order of events.
 */
export function mostAvailable(move: Move): number {
  return move.availableBefore + sumOverlapping(move, (amount) => amount > 0) + (move.payer?.returnable ?? 0);
}

/** Returns the least that the payer can have had available, in any order of events. */
export function leastAvailable(move: Move): number {
  return move.availableBefore + sumOverlapping(move, (amount) => amount < 0);
}

function sumOverlapping({ overlapping, payer }: Move, counts: (amount: number) => boolean): number {
  let sum = 0;
  for (const other of overlapping) {
    if (other.state === 'void') continue;
    for (const { wallet, available } of other.legs)
      if (wallet === payer && counts(available)) sum += available;
  }
  return sum;
}
