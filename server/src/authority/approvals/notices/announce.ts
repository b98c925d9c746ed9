import type { Program } from '../../../context.ts';
import { inTransaction } from '../../../db/tx.ts';
import { enqueueMails } from '../../../engine/plain-writes/enqueue-mail.ts';
import { rolesWith } from '../../../http/roles.ts';
import { markAnnounced } from './queries.ts';

const chunk = 200;

/**
 * Writes the mails about approvals that wait: one for each person who may decide. A party gets mails once a minute at
 * most; what comes meanwhile is in the next ones. Returns of how many approvals.
 */
export function announceApprovals({ db }: Program, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { announced, readers } = await markAnnounced(tx, rolesWith('approvals.decide'), now, chunk);
    const mails = readers.map(({ approvalId, partyId, email }) => ({
      kind: 'approval' as const,
      resourceId: approvalId,
      partyId,
      recipient: email,
      now,
    }));
    await enqueueMails(tx, mails);
    return announced;
  });
}
