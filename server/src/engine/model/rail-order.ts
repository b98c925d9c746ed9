import type { Id } from '../../lib/id.ts';

/** The account at a bank that an order is about. Each is null if it is not known. */
export type OrderAccount = {
  bankName: string | null;
  accountName: string | null;
  accountType: string | null;
  /** The number, encrypted by the server, and the id of the secret that encrypted it. */
  sealedNumber: Buffer | null;
  secretId: string | null;
};

/** An account at a bank that a party has linked. */
export type ExternalAccount = OrderAccount & {
  id: Id<'eac'>;
  partyId: Id<'pty'>;
  lastFour: string;
  status: 'pending' | 'active' | 'disabled';
};

/**
 * What a bank is asked to do for a withdrawal or deposit. It keeps the account as it was, which may be removed
 * meanwhile, until it
 * has ended.
 */
export type RailOrder = OrderAccount & {
  transferId: Id<'trf'>;
  rail: string;
  /** The only key under which the bank is ever asked. */
  outboundKey: string;
  /**
   * waiting: not asked yet. unknown: asked, without a response. taken: the bank has it. withdrawn: canceled before the
   * bank was asked. ended: the bank has reported the outcome.
   */
  state: 'waiting' | 'unknown' | 'taken' | 'withdrawn' | 'ended';
  /** The bank's own reference, which the operator records when an order was sent by hand. */
  reference: string | null;
  cancelRequestedAt: Date | null;
  /** When the bank is asked next; null if nothing is to be asked. */
  dueAt: Date | null;
  createdAt: Date;
};
