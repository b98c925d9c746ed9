import type { RailOutcome } from '../../src/engine/commands/settle.ts';
import type { Rail, BankOrder } from '../../src/gateways/rail.ts';

/** What the bank does with a submitted payment: accept it, throw, accept it and throw, or never respond. */
type Behaviour = (order: BankOrder, times: number) => 'accepts' | 'throws' | 'accepts and throws' | 'hangs';

/** A bank under the test's control, which does only what the test says. Several servers may share it. */
export function createTestBank(behaviour: Behaviour = () => 'accepts') {
  const submitted: BankOrder[] = [];
  const accepted = new Set<string>();
  const cancelRequests: string[] = [];
  const acknowledged: string[] = [];
  let failuresLeft = 0;
  let reports: Array<{ id: string; key: string; outcome: RailOutcome }> = [];
  let lastId = 0;

  const rail: Rail = {
    name: 'test',
    settlesIn: { ms: 1_000 },
    async placeOrder(payment) {
      submitted.push(payment);
      const does = behaviour(payment, submitted.filter(({ key }) => key === payment.key).length);
      if (does.startsWith('accepts')) accepted.add(payment.key);
      if (does === 'hangs') await new Promise(() => undefined);
      if (does.endsWith('throws')) throw new Error('connection lost');
    },
    async cancel(key) {
      cancelRequests.push(key);
      if (failuresLeft > 0) {
        failuresLeft -= 1;
        throw new Error('connection lost');
      }
    },
    async *reports() {
      yield* reports; // each change replaces the list
    },
    async acknowledge(id) {
      acknowledged.push(id);
      reports = reports.filter((report) => report.id !== id);
    },
    isExpecting: () => Promise.resolve(reports.length > 0),
  };
  return {
    rail,
    /** Every payment submitted to it, in order, including repetitions. */
    submitted,
    /** The keys of the payments that it has accepted. */
    accepted,
    /** The keys of the payments that it was asked to cancel. */
    cancelRequests,
    acknowledged,
    /** Lets the next `times` cancellation requests fail without a response. */
    failCancels(times: number): void {
      failuresLeft = times;
    },
    /** Reports this outcome until it is acknowledged. */
    report(key: string, outcome: RailOutcome): string {
      const id = String((lastId += 1));
      reports = [...reports, { id, key, outcome }];
      return id;
    },
  };
}

export type TestBank = ReturnType<typeof createTestBank>;
