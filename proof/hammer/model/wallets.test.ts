import { describe, expect, it } from 'vitest';
import { beginMove, leastAvailable, mostAvailable, newWallet, settleMove } from './wallets.ts';
import type { Wallet } from './wallets.ts';

function wallet(available: number): Wallet {
  return { ...newWallet('somebody', 'USD'), available };
}

const debit = (from: Wallet, amount: number) => beginMove([{ wallet: from, available: -amount, held: 0 }]);
const credit = (to: Wallet, amount: number) => beginMove([{ wallet: to, available: amount, held: 0 }]);

describe('what a payer can have had available', () => {
  it('is what was acknowledged, where nothing else is under way', () => {
    const move = debit(wallet(100), 30);
    expect([leastAvailable(move), mostAvailable(move)]).toEqual([100, 100]);
  });

  it('is uncertain by whatever overlaps, begun before or after, acknowledged or not', () => {
    const from = wallet(100);
    const before = credit(from, 10);
    const move = debit(from, 30);
    const after = debit(from, 5);
    expect([leastAvailable(move), mostAvailable(move)]).toEqual([95, 110]);
    settleMove(before, true);
    settleMove(after, true);
    expect([leastAvailable(move), mostAvailable(move)]).toEqual([95, 110]);
  });

  it('is certain again of what did not happen, and of what was settled before', () => {
    const from = wallet(100);
    settleMove(credit(from, 7), true);
    const other = debit(from, 50);
    const move = debit(from, 30);
    settleMove(other, false);
    expect([leastAvailable(move), mostAvailable(move)]).toEqual([107, 107]);
    settleMove(move, true);
    expect(from.available).toBe(77);
  });

  it('may be more by what comes back without anybody asking', () => {
    const from = { ...wallet(100), floating: 40 };
    const move = debit(from, 30);
    expect([leastAvailable(move), mostAvailable(move)]).toEqual([100, 140]);
  });
});
