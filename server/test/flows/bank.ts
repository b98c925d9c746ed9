import type { RailOutcome } from '../../src/engine/commands/settle.ts';
import type { Rail, RailPayment } from '../../src/gateways/rail.ts';

/** What the bank does when it is asked for a payment: it has it, it throws, or it says nothing at all. */
type Behaviour = (payment: RailPayment, times: number) => 'takes' | 'throws' | 'takes and throws' | 'hangs';

/** A bank in a test's hands. It does by itself only what it is told to. Several servers may share one. */
export function createTestBank(behaviour: Behaviour = () => 'takes') {
  const asked: RailPayment[] = [];
  const taken = new Set<string>();
  const askedBack: string[] = [];
  const acknowledged: string[] = [];
  let deafFor = 0;
  let reports: Array<{ id: string; key: string; outcome: RailOutcome }> = [];
  let made = 0;

  const rail: Rail = {
    name: 'test',
    settlesIn_ms: 1_000,
    async submit(payment) {
      asked.push(payment);
      const does = behaviour(payment, asked.filter(({ key }) => key === payment.key).length);
      if (does.startsWith('takes')) taken.add(payment.key);
      if (does === 'hangs') await new Promise(() => undefined);
      if (does.endsWith('throws')) throw new Error('the line is dead');
    },
    async cancel(key) {
      askedBack.push(key);
      if (deafFor > 0) {
        deafFor -= 1;
        throw new Error('the line is dead');
      }
    },
    async *reports() {
      yield* reports; // each change makes a new list
    },
    async acknowledge(id) {
      acknowledged.push(id);
      reports = reports.filter((report) => report.id !== id);
    },
    isExpecting: () => Promise.resolve(reports.length > 0),
  };
  return {
    rail,
    /** Every payment that it was asked for, in order, repetitions included. */
    asked,
    /** The keys of those that it has. */
    taken,
    /** The keys of those that it was asked to give back. */
    askedBack,
    acknowledged,
    /** The next so many times that it is asked for something back it gives no answer. */
    beDeafToCancels(times: number): void {
      deafFor = times;
    },
    /** From now on it reports this until it is told that it was stored. */
    report(key: string, outcome: RailOutcome): string {
      const id = String((made += 1));
      reports = [...reports, { id, key, outcome }];
      return id;
    },
  };
}

export type TestBank = ReturnType<typeof createTestBank>;
