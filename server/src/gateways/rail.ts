import type { RailTerms } from '../engine/rules/accept.ts';
import type { RailOutcome } from '../engine/commands/settle.ts';
import { fault } from '../errors.ts';

/** An order to the bank: a payment to an external account. */
export type RailPayment = {
  /** The same for every attempt of one withdrawal: a bank that already has the order does nothing. */
  key: string;
  /** Minor units. */
  amount: bigint;
  currency: string;
};

/** An outcome that the bank reports. `id` is the bank's own, for `acknowledge`. */
export type RailReport = { id: string; key: string; outcome: RailOutcome };

/** The gateway for money to external accounts. `now` is the time of the service's clock. */
export type Rail = {
  name: string;
  /** How long a withdrawal usually takes, in milliseconds. */
  settlesIn_ms: number;
  /**
   * Submits an order. If it returns, the bank has the order. If it throws, that is unknown, and the order is submitted
   * again under the same key.
   */
  submit: (payment: RailPayment, now: Date) => Promise<void>;
  /** Asks the bank to cancel an order. The bank reports the outcome as usual: canceled, or any other. */
  cancel: (key: string, now: Date) => Promise<void>;
  /** Reads the reports that were not acknowledged, oldest first. A report may come more than once. */
  reports: (now: Date) => AsyncIterable<RailReport>;
  /** Tells the bank that its report is stored. */
  acknowledge: (id: string, now: Date) => Promise<void>;
  /** Returns whether the bank still has outcomes to report. If so, it is asked again soon. */
  isExpecting: () => Promise<boolean>;
};

/** Throws `conflict` if this server is not connected to a bank. */
export function requireRail(rail: Rail | null): asserts rail is Rail {
  if (!rail) throw fault('conflict', 'This server is connected to no bank: money cannot leave it.');
}

/** Returns what a decision needs to know about the rail. Without a rail, no withdrawal is accepted. */
export function railTerms(rail: Rail | null): RailTerms {
  return { name: rail?.name ?? 'none', settlesIn_ms: rail?.settlesIn_ms ?? 0 };
}
