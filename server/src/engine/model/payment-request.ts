import type { Id } from '../../lib/id.ts';

export const paymentRequestStatuses = [
  'OPEN',
  'PROCESSING',
  'COMPLETED',
  'CANCELED',
  'DECLINED',
  'EXPIRED',
] as const;
export type PaymentRequestStatus = (typeof paymentRequestStatuses)[number];

/** What a payment that fulfils a payment request needs of it. */
export type PaymentRequest = {
  id: Id<'prq'>;
  /** The party that asks. */
  partyId: Id<'pty'>;
  status: PaymentRequestStatus;
  /** Minor units. */
  amount: bigint;
  currency: string;
  payerIdentifierType: 'email' | 'phone' | 'party_id' | 'agent_id';
  /** An address, or an id without its prefix. */
  payerIdentifier: string;
  /** What leads to the payer: an address, or a party's id without its prefix; for an agent, that of its party. */
  addressee: string;
  /** Who pays or has paid. Set exactly while the status is PROCESSING or COMPLETED, like `paymentId`. */
  payerPartyId: Id<'pty'> | null;
  paymentId: Id<'pay'> | null;
  /** The wallet that receives the money unless it is closed by then; null if the request names none. */
  walletId: Id<'wal'> | null;
  expiresAt: Date;
  updatedAt: Date;
};
