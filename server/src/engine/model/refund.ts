import type { Id } from '../../lib/id.ts';
import type { Maker } from './records.ts';

/** What the payee of a payment gave back. An agent makes none. It never changes. */
export type Refund = Omit<Maker, 'agentId'> & {
  id: Id<'rfd'>;
  paymentId: Id<'pay'>;
  /** Minor units, 1 … 2^53 − 1. */
  amount: bigint;
  currency: string;
  description: string | null;
  /** Who refunds: the payee of the payment. */
  partyId: Id<'pty'>;
  /** Who gets the money back: the payer of the payment. */
  receiverPartyId: Id<'pty'>;
  sourceWalletId: Id<'wal'>;
  destinationWalletId: Id<'wal'>;
  /** The agent that made the payment. */
  paymentAgentId: Id<'agt'> | null;
  createdAt: Date;
};
