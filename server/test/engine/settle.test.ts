import { describe, expect, it } from 'vitest';
import type { RailOutcome } from '../../src/engine/commands/settle.ts';
import type { Transfer } from '../../src/engine/model/records.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { maxAmount } from '../../src/lib/money.ts';
import { cancellation, decision, withdrawal } from './commands.ts';
import { deposit, report } from './own-commands.ts';
import { withdrawalInReview } from './review.ts';
import {
  balance,
  eventsOf,
  held,
  lastTransfer,
  next,
  refusalOf,
  run,
  type Run,
  stored,
  words,
} from './run.ts';
import { id, later, setWallets, shop, stranger, wallet, world } from './world.ts';

const completed: RailOutcome = { kind: 'completed' };
const canceled: RailOutcome = { kind: 'canceled' };
const failed: RailOutcome = { kind: 'failed', code: 'R02', reason: 'Account closed' };
const returned: RailOutcome = { kind: 'returned', code: 'R03', reason: 'No account' };
const tomorrow = later({ days: 1 });

const sent = run(world(), withdrawal());
const about = lastTransfer(sent);
const after = (...outcomes: RailOutcome[]): Run =>
  outcomes.reduce((before, outcome) => next(before, report(about, outcome, { now: tomorrow })), sent);
const transferOf = (ran: Run): Transfer | undefined => stored(ran).transfers.get(about.id);
const cleared = (state: LoadedState): bigint => state.wallets.get('ach')?.[0]?.posted ?? 0n;

type Ending = {
  status: string;
  /** In minor units: the shop's available and held amounts, and the amount on the clearing account. */
  money: [available: bigint, held: bigint, cleared: bigint];
  moved: string[];
  events: string[];
};

const completedOnce: Ending = {
  status: 'COMPLETED',
  money: [99_000n, 0n, 1_000n],
  moved: ['2 withdrawal'],
  events: ['transfer PROCESSING → COMPLETED'],
};
const restored = (status: string): Ending => ({
  status,
  money: [100_000n, 0n, 0n],
  moved: ['2 release'],
  events: [`transfer PROCESSING → ${status}`],
});
const returnedAfter: Ending = {
  status: 'RETURNED',
  money: [100_000n, 0n, 0n],
  moved: ['3 return'],
  events: ['transfer COMPLETED → RETURNED'],
};
const unchanged = (ending: Ending): Ending => ({ ...ending, moved: [], events: [] });

describe('a report of the bank', () => {
  it.each<[string, RailOutcome[], Ending]>([
    ['completed: the held money leaves the wallet', [completed], completedOnce],
    ['failed: the money is available again', [failed], restored('FAILED')],
    ['canceled: the money is available again', [canceled], restored('CANCELED')],
    ['returned after completion: the money comes back', [completed, returned], returnedAfter],
    [
      'returned before completion was reported: the money leaves and comes back',
      [returned],
      {
        ...returnedAfter,
        moved: ['2 withdrawal', '3 return'],
        events: ['transfer PROCESSING → COMPLETED', 'transfer COMPLETED → RETURNED'],
      },
    ],
    ['completed twice', [completed, completed], unchanged(completedOnce)],
    ['failed twice', [failed, failed], unchanged(restored('FAILED'))],
    ['canceled twice', [canceled, canceled], unchanged(restored('CANCELED'))],
    ['returned twice', [completed, returned, returned], unchanged(returnedAfter)],
    ['completed after a return', [returned, completed], unchanged(returnedAfter)],
    ['failed after completion', [completed, failed], unchanged(completedOnce)],
    ['canceled after completion', [completed, canceled], unchanged(completedOnce)],
    ['completed after a failure', [failed, completed], unchanged(restored('FAILED'))],
    ['returned after a failure', [failed, returned], unchanged(restored('FAILED'))],
    ['failed after a cancellation', [canceled, failed], unchanged(restored('CANCELED'))],
    ['failed after a return', [completed, returned, failed], unchanged(returnedAfter)],
  ])('%s', (_what, outcomes, { status, money, moved, events }) => {
    const ran = after(...outcomes);
    const { state, changes } = ran;
    expect(transferOf(ran)?.status).toBe(status);
    expect([balance(state, shop), held(state, shop), cleared(state)]).toEqual(money);
    expect(changes.movements.map(({ step, kind }) => `${step} ${kind}`)).toEqual(moved);
    expect(eventsOf(ran)).toEqual(events);
    expect(state.railOrders.get(about.id)).toMatchObject({ state: 'ended', dueAt: null });
  });

  it('is always accepted; a repeated one counts as replayed and has no audit line', () => {
    expect(words(after(completed))).toEqual(['COMPLETED']);
    const twice = after(completed, completed);
    expect(words(twice)).toEqual(['replayed']);
    expect(twice.changes.audits).toEqual([]);
  });

  it('twice in one batch has one effect', () => {
    const ran = run(stored(sent), report(about, completed), report(about, completed));
    expect(words(ran)).toEqual(['COMPLETED', 'replayed']);
    expect(ran.changes.movements).toHaveLength(1);
  });
});

describe('a withdrawal shows its outcome', () => {
  it.each<[string, RailOutcome[], Partial<Transfer>]>([
    ['the settlement time', [completed], { settledAt: tomorrow, failure: null, returned: null }],
    [
      'the reason of a failure',
      [failed],
      { settledAt: null, failure: { code: 'R02', reason: 'Account closed' }, returned: null },
    ],
    [
      'the reason and time of a return',
      [completed, returned],
      { settledAt: tomorrow, failure: null, returned: { code: 'R03', reason: 'No account', at: tomorrow } },
    ],
    ['nothing more when it was canceled', [canceled], { settledAt: null, failure: null, returned: null }],
  ])('%s', (_what, outcomes, values) => {
    expect(transferOf(after(...outcomes))).toMatchObject({ ...values, updatedAt: tomorrow });
  });
});

describe('a report about a withdrawal that was never submitted', () => {
  it('is refused when the withdrawal does not exist', () => {
    const unknown = { ...about, id: id('trf', 'unknown') };
    expect(refusalOf(stored(sent), report(unknown, completed))).toBe('transfer_ended');
  });

  it('changes nothing while the withdrawal is in review', () => {
    const { state, it: waits } = withdrawalInReview();
    const ran = run(state, report(waits, completed), report(waits, returned));
    expect(words(ran)).toEqual(['replayed', 'replayed']);
    expect(ran.state).toEqual(state);
  });

  it('changes nothing when the withdrawal was canceled before it was submitted', () => {
    const withdrawn = stored(next(sent, cancellation(about)));
    const ran = run(withdrawn, report(about, completed));
    expect(ran.state).toEqual(withdrawn);
    expect(ran.state.railOrders.get(about.id)?.state).toBe('withdrawn');
  });
});

/** The state after these reports, with the shop's wallet at its maximum. */
function full(outcomes: RailOutcome[]): LoadedState {
  const state = stored(after(...outcomes));
  const [mine] = state.wallets.get('shop') ?? [];
  if (mine) mine.posted = maxAmount;
  return state;
}

describe('a returned amount', () => {
  it('is refused while its wallet can hold no more, and accepted afterwards', () => {
    const state = full([completed]);
    expect(refusalOf(state, report(about, returned))).toBe('recipient_full');
    const [mine] = state.wallets.get('shop') ?? [];
    if (mine) mine.posted = maxAmount - 1_000n;
    expect(words(run(state, report(about, returned)))).toEqual(['RETURNED']);
  });

  it('is accepted by a full wallet that still holds it', () => {
    expect(words(run(full([]), report(about, returned)))).toEqual(['RETURNED']);
  });

  it('is ignored by a full wallet when already returned or never sent', () => {
    expect(words(run(full([completed, returned]), report(about, returned)))).toEqual(['replayed']);
    expect(words(run(full([failed]), report(about, returned)))).toEqual(['replayed']);
  });

  it("is refused when the rail's clearing account is at its minimum", () => {
    const state = stored(after(completed));
    state.wallets.set('ach', [wallet(shop, { id: id('wal', 'ach'), partyId: null, posted: -maxAmount })]);
    expect(refusalOf(state, report(about, returned))).toBe('recipient_full');
  });

  it('goes to the wallet that it left, even if frozen or no longer the default', () => {
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
  it('is opened when money first leaves through it, and has that amount', () => {
    const { changes } = after(completed);
    expect([...changes.openedWallets.keys()]).toMatchObject([
      { partyId: null, rail: 'ach', currency: 'USD', posted: 1_000n },
    ]);
  });

  it('is also the one that deposits came through', () => {
    const brought = next(sent, deposit({ amount: 5_000n }));
    const ran = next(brought, report(about, completed));
    expect(cleared(ran.state)).toBe(-4_000n);
    expect(ran.changes.openedWallets.size).toBe(0);
  });

  it('is shared by two reports in one batch', () => {
    const two = run(world(), withdrawal(), withdrawal());
    const reports = two.changes.transfers.map((each) => report(each, completed));
    const ran = next(two, ...reports);
    expect(ran.changes.openedWallets.size).toBe(1);
    expect(cleared(ran.state)).toBe(2_000n);
  });
});

describe('an approved withdrawal', () => {
  it('settles like any other', () => {
    const { state, it: waits, approval } = withdrawalInReview();
    const ran = next(run(state, decision(approval, waits)), report(waits, completed));
    expect(words(ran)).toEqual(['COMPLETED']);
    expect(cleared(ran.state)).toBe(1_000n);
  });
});

describe('a deposit that names a wallet', () => {
  const [usual, named] = [wallet(shop, { isDefault: true }), wallet(shop, { id: id('wal', 'named') })];
  const state = world();
  setWallets(state, usual, named);

  it('arrives there, not in the default one', () => {
    const { changes } = run(state, deposit({ walletId: named.id }));
    expect(changes.movements.map(({ destination }) => destination.wallet.id)).toEqual([named.id]);
  });

  it('is refused if the wallet is another party’s', () => {
    const [foreign] = state.wallets.get(stranger) ?? [];
    expect(refusalOf(state, deposit({ walletId: foreign?.id ?? null }))).toBe('wallet_unknown');
  });
});
