import { maxAmount } from '../../src/lib/money.ts';
import { withdrawal } from './commands.ts';
import { type Spoilable, spoilDebt } from './faults.ts';
import { feePayout, report } from './own-commands.ts';
import { lastTransfer, run, stored } from './run.ts';
import { id, now, setWallets, shop, wallet, world } from './world.ts';

/** The operator says that a withdrawal by hand, which had completed, came back. */
export const marking: Spoilable = {
  what: 'a mark of an order by hand',
  end: 'RETURNED',
  order: ['mark_impossible', 'recipient_full'],
  spoiled(has) {
    const rail = { name: 'manual', settlesIn: { bankingDays: 2 } };
    const made = run(world(), withdrawal({ rail }));
    const paidOut = report(lastTransfer(made), { kind: 'completed' }, { rail: rail.name });
    const state = stored(run(stored(made), paidOut));
    setWallets(state, wallet(shop, { posted: has('recipient_full') ? maxAmount : 0n }));
    const { outcome: _, ...facts } = { ...paidOut, rail: has('mark_impossible') ? 'ach' : rail.name };
    const mark = { kind: 'returned', code: 'R02', reason: 'Account closed' } as const;
    return { state, command: { ...facts, kind: 'markOrder', mark, reason: 'operator Olive' } };
  },
};

/** The operator writes off what the shop owes. */
export const writingOff: Spoilable = {
  what: 'a write-off',
  end: 'done',
  order: ['nothing_owed'],
  spoiled(has) {
    const state = world();
    spoilDebt(state, shop, (fault) => fault === 'amount_owed' && !has('nothing_owed'));
    const newIds = { writeOff: id('wof', 'write-off'), losses: id('wal', 'losses') };
    const said = { operator: 'Olive', because: 'gone', reason: 'operator Olive, gone' };
    return { state, command: { kind: 'writeOff', partyId: shop, currency: 'USD', ...said, newIds, now } };
  },
};

/** The operator pays out 10.00 USD of fees. */
export const payingOutFees: Spoilable = {
  what: 'a payout of fees',
  end: 'done',
  order: ['fees_not_collected'],
  spoiled(has) {
    const state = world();
    state.fees = { accounts: { USD: id('wal', 'fees') } };
    state.collectedFees.set('USD', has('fees_not_collected') ? 999n : 1_000n);
    return { state, command: feePayout() };
  },
};
