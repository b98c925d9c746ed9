import { z } from 'zod';
import { type AskedApproval, expiryOf } from '../engine/model/asked-approvals.ts';
import { reasonsFor, type Viewer } from '../engine/model/records.ts';
import { idShape, secondsShape } from '../http/shapes.ts';
import { publicId } from '../lib/id.ts';
import { isoSeconds } from '../lib/time.ts';
import { reasonShape } from './reasons.ts';

/** How a payment or withdrawal shows why it waits. */
export const askedApprovalsShape = z
  .array(
    z.strictObject({
      id: idShape('apr'),
      reasons: z.array(reasonShape).meta({
        description:
          'Why, as the approval shows it: figures of another party are left out, so it may be empty.',
      }),
      deciderPartyId: idShape('pty').meta({ description: 'The party that decides.' }),
      expiresAt: secondsShape.meta({ description: 'When the approval is over if nobody has decided.' }),
    }),
  )
  .nullable()
  .meta({
    description:
      'The approvals for which it waits; null if it waits for none, and for everybody but the party that pays and the one that asked for it.',
    examples: [null],
  });

/** Returns the approvals as they are read: null unless the party pays or asked for what they are about. */
export function askedToJson(
  approvals: readonly AskedApproval[] | null,
  viewer: Viewer,
): z.output<typeof askedApprovalsShape> {
  const shown = (approvals ?? []).filter(
    ({ payerPartyId, initiatorPartyId }) =>
      viewer.partyId === payerPartyId || viewer.partyId === initiatorPartyId,
  );
  if (shown.length === 0) return null;
  return shown.map((approval) => ({
    id: publicId('apr', approval.id),
    reasons: reasonsFor(viewer, approval),
    deciderPartyId: publicId('pty', approval.deciderPartyId),
    expiresAt: isoSeconds(expiryOf(approval)),
  }));
}
