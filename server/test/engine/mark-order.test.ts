import type { Dated } from '../../src/engine/model/actor.ts';
import { describe, expect, it } from 'vitest';
import type { MarkOrder, OrderMark } from '../../src/engine/commands/mark-order.ts';
import { maxAmount } from '../../src/lib/money.ts';
import { cancellation, withdrawal } from './commands.ts';
import { report } from './own-commands.ts';
import { balance, held, lastTransfer, next, refusalOf, run, type Run, stored, words } from './run.ts';
import { atBank, id, later, shop, world } from './world.ts';

const tomorrow = later({ days: 1 });
const shown: OrderMark = { kind: 'shown' };
const sent: OrderMark = { kind: 'sent', reference: 'WIRE 1' };
const settled: OrderMark = { kind: 'completed' };
const failed: OrderMark = { kind: 'failed', code: 'R03', reason: 'No account' };
const returned: OrderMark = { kind: 'returned', code: 'R02', reason: 'Account closed' };
const canceled: OrderMark = { kind: 'canceled' };

const accepted = run(world(), withdrawal({ rail: { name: 'manual', settlesIn: { bankingDays: 2 } } }));
const about = lastTransfer(accepted);
function mark(made: OrderMark, values: Partial<Dated<MarkOrder>> = {}): Dated<MarkOrder> {
  const { outcome: _, ...facts } = report(about, { kind: 'completed' }, { rail: 'manual', now: tomorrow });
  return { ...facts, kind: 'markOrder', mark: made, reason: 'operator Olive', ...values };
}
/** The state after these marks; `cancel` stands for the party's request to cancel. */
const after = (...steps: Array<OrderMark | 'cancel'>): Run =>
  steps.reduce(
    (before, step) => next(before, step === 'cancel' ? cancellation(about) : mark(step)),
    accepted,
  );
const orderOf = (ran: Run) => stored(ran).railOrders.get(about.id);

describe('an order by hand', () => {
  it.each<[string, Array<OrderMark | 'cancel'>, string, [available: bigint, held: bigint]]>([
    ['sent: the money stays held', [sent], 'PROCESSING', [99_000n, 1_000n]],
    ['settled: the money has left', [shown, sent, settled], 'COMPLETED', [99_000n, 0n]],
    ['failed after it was sent: the money is available', [sent, failed], 'FAILED', [100_000n, 0n]],
    ['failed before it was sent', [failed], 'FAILED', [100_000n, 0n]],
    ['returned after it was settled', [sent, settled, returned], 'RETURNED', [100_000n, 0n]],
    ['canceled by its party before anybody saw it', ['cancel'], 'CANCELED', [100_000n, 0n]],
    ['canceled on request after it was shown', [shown, 'cancel', canceled], 'CANCELED', [100_000n, 0n]],
    ['canceled on request after it was sent', [sent, 'cancel', canceled], 'CANCELED', [100_000n, 0n]],
    ['settled although its party asked to cancel', [sent, 'cancel', settled], 'COMPLETED', [99_000n, 0n]],
  ])('%s', (_what, steps, status, money) => {
    const ran = after(...steps);
    expect(stored(ran).transfers.get(about.id)?.status).toBe(status);
    expect([balance(ran.state, shop), held(ran.state, shop)]).toEqual(money);
  });

  it('can only be asked to cancel once the operator has seen the number', () => {
    const asked = after(shown, 'cancel');
    expect(words(asked)).toEqual(['PROCESSING']);
    expect(orderOf(asked)).toMatchObject({ state: 'unknown', cancelRequestedAt: expect.any(Date) as Date });
    expect(held(asked.state, shop)).toBe(1_000n);
  });

  it('has the reference that was said last, while it is sent', () => {
    const corrected = after(sent, { kind: 'sent', reference: 'WIRE 2' });
    expect(orderOf(corrected)).toMatchObject({ ...atBank, state: 'taken', reference: 'WIRE 2' });
  });

  it('keeps the account until it has ended, and the reference for ever', () => {
    expect(orderOf(after(sent))).toMatchObject({ ...atBank, reference: 'WIRE 1', dueAt: null });
    const nothing = Object.fromEntries(Object.keys(atBank).map((name) => [name, null]));
    const ended = [after(sent, settled), after(sent, failed)];
    for (const ran of ended) expect(orderOf(ran)).toMatchObject({ ...nothing, reference: 'WIRE 1' });
    expect(orderOf(after('cancel'))).toMatchObject(nothing);
  });

  it.each<[string, OrderMark[], OrderMark]>([
    ['settled before it was sent', [], settled],
    ['settled when it was only shown', [shown], settled],
    ['returned before it was settled', [sent], returned],
    ['canceled although its party did not ask', [sent], canceled],
    [
      'sent under another reference once it has ended',
      [sent, settled],
      { kind: 'sent', reference: 'WIRE 2' },
    ],
    ['failed after it was settled', [sent, settled], failed],
    ['canceled after it was settled', [sent, settled], canceled],
    ['sent after it failed', [failed], sent],
    ['settled after it failed', [sent, failed], settled],
    ['failed for another reason', [sent, failed], { ...failed, code: 'R04' }],
    ['returned after it failed', [sent, failed], returned],
    ['shown after it has ended', [sent, failed], shown],
  ])('is never %s', (_what, before, made) => {
    const state = stored(after(...before));
    expect(refusalOf(state, mark(made))).toBe('mark_impossible');
  });

  it.each<[string, OrderMark[]]>([
    ['sent', [sent]],
    ['settled', [sent, settled]],
    ['settled after it was returned', [sent, settled, returned, settled]],
    ['sent after it was settled', [sent, settled, sent]],
    ['failed', [failed]],
    ['returned', [sent, settled, returned]],
  ])('marked %s again changes nothing and has no audit line', (_what, marks) => {
    const made = marks.at(-1);
    if (!made) throw new Error('the row has no mark');
    const before = stored(after(...marks));
    const ran = run(before, mark(made));
    expect(words(ran)).toEqual(['replayed']);
    expect([ran.state, ran.changes.audits]).toEqual([before, []]);
  });

  it('has an audit line for each mark, and each time that it is shown', () => {
    const reason = 'shown, operator Olive';
    const { changes } = run(stored(after(shown)), mark(shown, { reason }), mark(sent));
    expect(changes.audits.map(({ action, targetId, reason: says }) => [action, targetId, says])).toEqual([
      ['markOrder', about.id, reason],
      ['markOrder', about.id, 'operator Olive'],
    ]);
  });

  it('gets one of two outcomes that two operators mark at once', () => {
    const ran = run(stored(after(sent)), mark(settled), mark(failed));
    expect(words(ran)).toEqual(['COMPLETED', 'mark_impossible']);
    expect(ran.changes.movements).toHaveLength(1);
  });

  it('is not marked on another rail, nor without an order', () => {
    expect(refusalOf(stored(accepted), mark(sent, { rail: 'ach' }))).toBe('mark_impossible');
    const transferId = id('trf', 'unknown');
    expect(refusalOf(stored(accepted), mark(sent, { transferId }))).toBe('mark_impossible');
  });

  it('is not returned to a wallet that can hold no more', () => {
    const state = stored(after(sent, settled));
    const [mine] = state.wallets.get('shop') ?? [];
    if (mine) mine.posted = maxAmount;
    expect(refusalOf(state, mark(returned))).toBe('recipient_full');
  });
});
