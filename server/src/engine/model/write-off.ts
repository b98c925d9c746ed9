import type { Id } from '../../lib/id.ts';

/** What a party owed and the operator has written off. */
export type WriteOff = {
  id: Id<'wof'>;
  partyId: Id<'pty'>;
  /** Minor units. */
  amount: bigint;
  currency: string;
  reason: string;
  operator: string;
  createdAt: Date;
};

/** The rail of the accounts that say what the operator has lost. No bank knows them. */
export const lossRail = 'losses';
