import { describe, expect, it } from 'vitest';
import type { RailOutcome } from '../../src/engine/commands/settle.ts';
import type { Transfer } from '../../src/engine/model/records.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { maxAmount } from '../../src/lib/money.ts';
import { cancellation, decision, deposit, report, withdrawal } from './commands.ts';
import { withdrawalInReview } from './review.ts';
import { balance, eventsOf, held, lastTransfer, next, refusalOf, run, stored, words } from './run.ts';
import type { Run } from './run.ts';
import { id, later, setWallets, shop, wallet, world } from './world.ts';

const completed: RailOutcome = { kind: 'completed' };
const canceled: RailOutcome = { kind: 'canceled' };
const failed: RailOutcome = { kind: 'failed', code: 'R02', reason: 'Account closed' };
const returned: RailOutcome = { kind: 'returned', code: 'R03', reason: 'No account' };
const tomorrow = later({ days: 1 });

const asked = run(world(), withdrawal());
const about = lastTransfer(asked);
const after = (...outcomes: RailOutcome[]): Run =>
  outcomes.reduce((before, outcome) => next(before, report(about, outcome, { now: tomorrow })), asked);
const transferOf = (ran: Run): Transfer | undefined => stored(ran).transfers.get(about.id);
const outside = (state: LoadedState): bigint => state.wallets.get('ach')?.[0]?.posted ?? 0n;

type Ending = {
  status: string;
  /** Minor units: what the shop may spend, what is held in its wallet, what is outside. */
  money: [available: bigint, held: bigint, outside: bigint];
  moved: string[];
  events: string[];
};

const gone: Ending = {
  status: 'COMPLETED',
  money: [99_000n, 0n, 1_000n],
  moved: ['2 withdrawal'],
  events: ['transfer PROCESSING → COMPLETED'],
};
const back = (status: string): Ending => ({
  status,
  money: [100_000n, 0n, 0n],
  moved: ['2 release'],
  events: [`transfer PROCESSING → ${status}`],
});
const cameBack: Ending = {
  status: 'RETURNED',
  money: [100_000n, 0n, 0n],
  moved: ['3 return'],
  events: ['transfer COMPLETED → RETURNED'],
};
const unchanged = (ending: Ending): Ending => ({ ...ending, moved: [], events: [] });

describe('a report of the bank', () => {
  it.each<[string, RailOutcome[], Ending]>([
    ['completed: the held money leaves', [completed], gone],
    ['failed: it is free again', [failed], back('FAILED')],
    ['canceled: it is free again', [canceled], back('CANCELED')],
    ['returned after it had left: it comes back', [completed, returned], cameBack],
    [
      'returned before it was told that it had left: it leaves and comes back',
      [returned],
      {
        ...cameBack,
        moved: ['2 withdrawal', '3 return'],
        events: ['transfer PROCESSING → COMPLETED', 'transfer COMPLETED → RETURNED'],
      },
    ],
    ['completed twice', [completed, completed], unchanged(gone)],
    ['failed twice', [failed, failed], unchanged(back('FAILED'))],
    ['canceled twice', [canceled, canceled], unchanged(back('CANCELED'))],
    ['returned twice', [completed, returned, returned], unchanged(cameBack)],
    ['completed after it came back', [returned, completed], unchanged(cameBack)],
    ['failed after it had left', [completed, failed], unchanged(gone)],
    ['canceled after it had left', [completed, canceled], unchanged(gone)],
    ['completed after it had failed', [failed, completed], unchanged(back('FAILED'))],
    ['returned after it had failed', [failed, returned], unchanged(back('FAILED'))],
    ['failed after it was canceled', [canceled, failed], unchanged(back('CANCELED'))],
    ['failed after it came back', [completed, returned, failed], unchanged(cameBack)],
  ])('%s', (_what, outcomes, { status, money, moved, events }) => {
    const ran = after(...outcomes);
    const { state, changes } = ran;
    expect(transferOf(ran)?.status).toBe(status);
    expect([balance(state, shop), held(state, shop), outside(state)]).toEqual(money);
    expect(changes.movements.map(({ step, kind }) => `${step} ${kind}`)).toEqual(moved);
    expect(eventsOf(ran)).toEqual(events);
    expect(state.railOrders.get(about.id)).toMatchObject({ state: 'ended', dueAt: null });
  });

  it('is always accepted; one that was dealt with before counts as replayed and leaves no line in the audit log', () => {
    expect(words(after(completed))).toEqual(['COMPLETED']);
    const twice = after(completed, completed);
    expect(words(twice)).toEqual(['replayed']);
    expect(twice.changes.audits).toEqual([]);
  });

  it('twice in one batch has one effect', () => {
    const ran = run(stored(asked), report(about, completed), report(about, completed));
    expect(words(ran)).toEqual(['COMPLETED', 'replayed']);
    expect(ran.changes.movements).toHaveLength(1);
  });
});

describe('a withdrawal says how it ended', () => {
  it.each<[string, RailOutcome[], Partial<Transfer>]>([
    ['when it was settled', [completed], { settledAt: tomorrow, failure: null, returned: null }],
    [
      'why it failed',
      [failed],
      { settledAt: null, failure: { code: 'R02', reason: 'Account closed' }, returned: null },
    ],
    [
      'why and when it came back',
      [completed, returned],
      { settledAt: tomorrow, failure: null, returned: { code: 'R03', reason: 'No account', at: tomorrow } },
    ],
    ['nothing more where it was canceled', [canceled], { settledAt: null, failure: null, returned: null }],
  ])('%s', (_what, outcomes, values) => {
    expect(transferOf(after(...outcomes))).toMatchObject({ ...values, updatedAt: tomorrow });
  });
});

describe('a report about what the bank was never asked for', () => {
  it('is refused where there is no such withdrawal', () => {
    const unknown = { ...about, id: id('trf', 'unknown') };
    expect(refusalOf(stored(asked), report(unknown, completed))).toBe('transfer_ended');
  });

  it('changes nothing where it waits for an approval', () => {
    const { state, it: waits } = withdrawalInReview();
    const ran = run(state, report(waits, completed), report(waits, returned));
    expect(words(ran)).toEqual(['replayed', 'replayed']);
    expect(ran.state).toEqual(state);
  });

  it('changes nothing where it was canceled before the bank was asked', () => {
    const withdrawn = stored(next(asked, cancellation(about)));
    const ran = run(withdrawn, report(about, completed));
    expect(ran.state).toEqual(withdrawn);
    expect(ran.state.railOrders.get(about.id)?.state).toBe('withdrawn');
  });
});

/** The state after these reports, in which the shop can hold no more. */
function full(outcomes: RailOutcome[]): LoadedState {
  const state = stored(after(...outcomes));
  const [mine] = state.wallets.get('shop') ?? [];
  if (mine) mine.posted = maxAmount;
  return state;
}

describe('money that comes back', () => {
  it('is refused while its wallet can hold no more, and accepted afterwards', () => {
    const state = full([completed]);
    expect(refusalOf(state, report(about, returned))).toBe('recipient_full');
    const [mine] = state.wallets.get('shop') ?? [];
    if (mine) mine.posted = maxAmount - 1_000n;
    expect(words(run(state, report(about, returned)))).toEqual(['RETURNED']);
  });

  it('needs no room where it is still in the wallet', () => {
    expect(words(run(full([]), report(about, returned)))).toEqual(['RETURNED']);
  });

  it('needs none where it is back already, or never left', () => {
    expect(words(run(full([completed, returned]), report(about, returned)))).toEqual(['replayed']);
    expect(words(run(full([failed]), report(about, returned)))).toEqual(['replayed']);
  });

  it('is refused while its rail owes all that it can', () => {
    const state = stored(after(completed));
    state.wallets.set('ach', [wallet(shop, { id: id('wal', 'ach'), partyId: null, posted: -maxAmount })]);
    expect(refusalOf(state, report(about, returned))).toBe('recipient_full');
  });

  it('comes into the wallet that it left, though that is frozen by now or not the default any more', () => {
    const state = stored(after(completed));
    const [mine] = state.wallets.get('shop') ?? [];
    if (!mine) throw new Error('the shop has a wallet');
    mine.status = 'frozen';
    setWallets(state, wallet(shop, { id: id('wal', 'new'), isDefault: true }), mine);
    const ran = run(state, report(about, returned));
    expect([...ran.changes.changedWallets].map((each) => each.id)).toContain(mine.id);
    expect(ran.state.wallets.get('shop')?.[0]?.posted).toBe(0n);
  });
});

describe('the clearing account of a rail', () => {
  it('is opened when money leaves over it first, and has what is outside', () => {
    const { changes } = after(completed);
    expect([...changes.openedWallets.keys()]).toMatchObject([
      { partyId: null, rail: 'ach', currency: 'USD', posted: 1_000n },
    ]);
  });

  it('is the one over which deposits came', () => {
    const brought = next(asked, deposit({ amount: 5_000n }));
    const ran = next(brought, report(about, completed));
    expect(outside(ran.state)).toBe(-4_000n);
    expect(ran.changes.openedWallets.size).toBe(0);
  });

  it('is the same for two reports in one batch', () => {
    const two = run(world(), withdrawal(), withdrawal());
    const reports = two.changes.transfers.map((each) => report(each, completed));
    const ran = next(two, ...reports);
    expect(ran.changes.openedWallets.size).toBe(1);
    expect(outside(ran.state)).toBe(2_000n);
  });
});

describe('a withdrawal that was approved', () => {
  it('settles like any other', () => {
    const { state, it: waits, approval } = withdrawalInReview();
    const ran = next(run(state, decision(approval, waits)), report(waits, completed));
    expect(words(ran)).toEqual(['COMPLETED']);
    expect(outside(ran.state)).toBe(1_000n);
  });
});
