import type { Id } from '../../lib/id.ts';

/** Fees that the operator had collected and has paid out to itself. */
export type FeePayout = {
  id: Id<'fpo'>;
  /** Minor units. */
  amount: bigint;
  currency: string;
  /** What the bank knows it by; it pays out once. */
  reference: string;
  operator: string;
  createdAt: Date;
};
