import { describe, expect, it } from 'vitest';
import { finishMove, leastAvailable, mostAvailable, newWallet, startMove, type Wallet } from './wallets.ts';

function wallet(available: number): Wallet {
  return { ...newWallet('pty_owner', 'USD'), available };
}

const debit = (from: Wallet, amount: number) => startMove([{ wallet: from, available: -amount, held: 0 }]);
const credit = (to: Wallet, amount: number) => startMove([{ wallet: to, available: amount, held: 0 }]);

describe('the balance that a payer can have had available', () => {
  it('is the acknowledged balance where no other move overlaps', () => {
    const move = debit(wallet(100), 30);
    expect([leastAvailable(move), mostAvailable(move)]).toEqual([100, 100]);
  });

  it('is uncertain by all overlapping moves, begun before or after, acknowledged or not', () => {
    const from = wallet(100);
    const before = credit(from, 10);
    const move = debit(from, 30);
    const after = debit(from, 5);
    expect([leastAvailable(move), mostAvailable(move)]).toEqual([95, 110]);
    finishMove(before, true);
    finishMove(after, true);
    expect([leastAvailable(move), mostAvailable(move)]).toEqual([95, 110]);
  });

  it('excludes moves that did not happen, and includes those that finished before', () => {
    const from = wallet(100);
    finishMove(credit(from, 7), true);
    const other = debit(from, 50);
    const move = debit(from, 30);
    finishMove(other, false);
    expect([leastAvailable(move), mostAvailable(move)]).toEqual([107, 107]);
    finishMove(move, true);
    expect(from.available).toBe(77);
  });

  it('may be higher by what the bank may return', () => {
    const from = { ...wallet(100), returnable: 40 };
    const move = debit(from, 30);
    expect([leastAvailable(move), mostAvailable(move)]).toEqual([100, 140]);
  });
});
