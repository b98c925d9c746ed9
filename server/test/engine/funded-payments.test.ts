import type { Dated } from '../../src/engine/model/actor.ts';
import { describe, expect, it } from 'vitest';
import type { RailOutcome, Settle } from '../../src/engine/commands/settle.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { report } from './own-commands.ts';
import { balance, eventsOf, lastPayment, lastTransfer, run, stored } from './run.ts';
import { askedWorld, funded } from './spoiled-funding.ts';
import { setParty, setWallets, shop, spent, stranger, wallet } from './world.ts';

const completed: RailOutcome = { kind: 'completed' };
const failed: RailOutcome = { kind: 'failed', code: 'R01', reason: 'Insufficient funds' };
const returned: RailOutcome = { kind: 'returned', code: 'R10', reason: 'Not authorized' };

/** The state in which the deposit of a payment is under way, and the report about it. */
function underWay(
  before: LoadedState = askedWorld(),
): [LoadedState, (outcome: RailOutcome) => Dated<Settle>] {
  setWallets(before, wallet(shop, { posted: 0n }));
  const made = run(before, funded());
  const payment = lastPayment(made);
  const funds = {
    paymentId: payment.id,
    payeePartyId: payment.payeePartyId,
    paymentRequestId: payment.paymentRequestId,
  };
  const deposit = lastTransfer(made);
  return [stored(made), (outcome) => report(deposit, outcome, funds)];
}

/** Returns the states of payment and request, and what payer and payee have, after these reports. */
function after(state: LoadedState, reports: Dated<Settle>[]): unknown[] {
  const ended = stored(run(state, ...reports));
  const [payment] = ended.payments.values();
  const [request] = ended.paymentRequests.values();
  return [payment?.status, request?.status, balance(ended, shop), balance(ended, stranger)];
}

describe('a payment whose money is drawn', () => {
  it('moves nothing and counts nowhere until the bank reports', () => {
    const before = askedWorld();
    setParty(before, shop, { perDay: 1_000n });
    const [state] = underWay(before);
    expect(after(state, [])).toEqual(['PROCESSING', 'PROCESSING', 0n, 0n]);
    expect(spent(state, shop)).toBeNull();
  });

  it.each<[string, RailOutcome[], unknown[]]>([
    ['is paid when the money arrives', [completed], ['COMPLETED', 'COMPLETED', 0n, 1_000n]],
    [
      'is paid once, whatever is reported again',
      [completed, completed],
      ['COMPLETED', 'COMPLETED', 0n, 1_000n],
    ],
    ['fails with its deposit', [failed], ['FAILED', 'OPEN', 0n, 0n]],
    ['fails if the deposit is returned at once', [returned], ['FAILED', 'OPEN', 0n, 0n]],
    ['is canceled if the bank cancels the deposit', [{ kind: 'canceled' }], ['CANCELED', 'OPEN', 0n, 0n]],
    [
      'stays paid if the deposit is returned later',
      [completed, returned],
      ['COMPLETED', 'COMPLETED', -1_000n, 1_000n],
    ],
  ])('%s', (_what, outcomes, expected) => {
    const [state, about] = underWay();
    expect(after(state, outcomes.map(about))).toEqual(expected);
  });

  it('leaves the money with its payer if a limit does not allow it any more', () => {
    const [state, about] = underWay();
    setParty(state, shop, { perTransaction: 999n });
    expect(after(state, [about(completed)])).toEqual(['FAILED', 'OPEN', 1_000n, 0n]);
  });

  it('tells each of its states', () => {
    const [state, about] = underWay();
    const ran = run(state, about(completed));
    expect(eventsOf(ran)).toEqual([
      'transfer PROCESSING → COMPLETED',
      'payment PROCESSING → COMPLETED',
      'paymentRequest PROCESSING → COMPLETED',
    ]);
  });
});
