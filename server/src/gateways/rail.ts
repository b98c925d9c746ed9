import type { RailTerms } from '../engine/rules/accept.ts';
import type { RailOutcome } from '../engine/commands/settle.ts';
import { fault } from '../errors.ts';

/** A payment to an account outside, as a bank is asked for it. */
export type RailPayment = {
  /** Always the same for one withdrawal: a bank that has it already does nothing more. */
  key: string;
  /** Minor units. */
  amount: bigint;
  currency: string;
};

/** Something that a bank reports. `id` is the bank's, for `acknowledge`. */
export type RailReport = { id: string; key: string; outcome: RailOutcome };

/** The way of money to an outside account. `now` is the service's clock. */
export type Rail = {
  name: string;
  /** How long a withdrawal usually takes, in milliseconds. */
  settlesIn_ms: number;
  /**
   * Hands a payment over. Returning means that the bank has it; throwing means that nobody knows, and that it is asked
   * again under the same key.
   */
  submit: (payment: RailPayment, now: Date) => Promise<void>;
  /** Asks for a payment back. What came of it is reported like everything else: canceled, or its usual end. */
  cancel: (key: string, now: Date) => Promise<void>;
  /** What has happened and was not acknowledged, oldest first. A report may come more than once. */
  reports: (now: Date) => AsyncIterable<RailReport>;
  /** It is stored what this report said. */
  acknowledge: (id: string, now: Date) => Promise<void>;
  /** Is there anything of which the bank has not reported all? Then it is asked again soon. */
  isExpecting: () => Promise<boolean>;
};

/** 409 where this server is connected to no bank. */
export function requireRail(rail: Rail | null): asserts rail is Rail {
  if (!rail) throw fault('conflict', 'This server is connected to no bank: money cannot leave it.');
}

/** What a decision needs to know of the rail. Without one no withdrawal is ever accepted. */
export function railTerms(rail: Rail | null): RailTerms {
  return { name: rail?.name ?? 'none', settlesIn_ms: rail?.settlesIn_ms ?? 0 };
}
