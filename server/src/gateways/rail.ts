import type { RailTerms } from '../engine/rules/rail-order.ts';
import type { RailOutcome } from '../engine/commands/settle.ts';
import type { SettlementTime } from '../lib/banking-days.ts';
import type { Id } from '../lib/id.ts';

/** An order to the bank: money goes to an external account, or is drawn from it. */
export type BankOrder = {
  /** The same for every attempt of one transfer: a bank that already has the order does nothing. */
  key: string;
  /** `credit`: the account receives the amount (a withdrawal). `debit`: it pays the amount (a deposit). */
  direction: 'credit' | 'debit';
  externalAccountId: Id<'eac'>;
  /** Minor units. */
  amount: bigint;
  currency: string;
};

/** An outcome that the bank reports. `id` is the bank's own, for `acknowledge`. */
export type RailReport = { id: string; key: string; outcome: RailOutcome };

/** A line of the bank's own book. */
export type RailLine = {
  /** The key of the order; for money that arrived without one, what the ledger knows it by. */
  key: string;
  /** Minor units: above zero if the money arrived at the bank, below zero if it left. */
  amount: bigint;
  currency: string;
  at: Date;
};

/** The gateway for money to and from external accounts. `now` is the time of the service's clock. */
export type Rail = {
  name: string;
  /** How long a transfer usually takes. */
  settlesIn: SettlementTime;
  /**
   * What one deposit, and all deposits of one party in a currency together, may bring in over this rail, in minor units.
   * Absent if the bank itself bounds them.
   */
  depositBounds?: { one: bigint; ofParty: bigint };
  /**
   * Places an order. If it returns, the bank has the order. If it throws, that is unknown, and the order is placed again
   * under the same key.
   */
  placeOrder: (order: BankOrder, now: Date) => Promise<void>;
  /** Asks the bank to cancel an order. The bank reports the outcome as usual: canceled, or any other. */
  cancel: (key: string, now: Date) => Promise<void>;
  /** Reads the reports that were not acknowledged, oldest first. A report may come more than once. */
  reports: (now: Date) => AsyncIterable<RailReport>;
  /** Tells the bank that its report is stored. */
  acknowledge: (id: string, now: Date) => Promise<void>;
  /**
   * Reads the bank's own book, from one time on and before another. Absent if the bank gives none: then nothing can be
   * compared.
   */
  statement?: (from: Date, to: Date) => AsyncIterable<RailLine>;
  /** Whether that book has money that arrived without an order. */
  knowsArrivals?: boolean;
  /** Returns whether the bank still has outcomes to report. If so, it is asked again soon. */
  isExpecting: () => Promise<boolean>;
};

/** The rail of a server that is connected to no bank: its orders wait for the operator, who carries them out by hand. */
export const manualRail = 'manual';

/** Returns what a decision needs to know about the rail. By hand it takes about as long as by ACH. */
export function railTerms(rail: Rail | null): RailTerms {
  return rail
    ? { name: rail.name, settlesIn: rail.settlesIn }
    : { name: manualRail, settlesIn: { bankingDays: 2 } };
}
