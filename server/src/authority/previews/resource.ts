import { z } from 'zod';
import { reasonShape } from '../../terms/reasons.ts';
import { type Approval, reasonsFor, type Viewer } from '../../engine/model/records.ts';
import { publicId } from '../../lib/id.ts';
import { amountToJson } from '../../lib/money.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { feeShape, feeToJson } from '../../terms/fee.ts';
import { previewedPayeeShape, previewedPayeeToJson, type ShownPayee } from '../../terms/payee.ts';
import { errorShape } from '../../http/openapi/errors.ts';
import { claimTime_ms } from '../../engine/model/waiting.ts';
import { isoSeconds } from '../../lib/time.ts';
import { amountShape, currencyShape, idShape, secondsShape, singleShape } from '../../http/shapes.ts';

const fundsWords = ['checked', 'notChecked'] as const;

/** What is previewed: the type of the preview, what would be paid or withdrawn, and when. */
export type Previewed = { amount: bigint; currency: string; askedAt: Date } & (
  | { type: 'paymentPreview'; payee: ShownPayee }
  | { type: 'transferPreview' }
);

const payees = {
  paymentPreview: {
    payee: previewedPayeeShape.meta({
      description:
        'Who would be paid. `name`, `verified` and `partyId` are null for an address whose owner your party has not paid.',
    }),
    claim: z
      .strictObject({
        onlyIfUnverified: z.boolean().meta({
          description:
            'True for every address whose owner your party has not paid: the money waits only if nobody has verified the address, and nothing tells whether somebody has.',
          examples: [true],
        }),
        expiresAt: secondsShape.meta({
          description: 'Until when, if the money left now; then it is returned.',
        }),
      })
      .nullable()
      .meta({
        description: 'If the money would wait to be claimed. Null if the payee can have it at once.',
        examples: [null],
      }),
  },
  transferPreview: {},
};

/** Returns the shape of what a preview responds with. It has no id, because nothing exists. */
export function previewShape(type: Previewed['type']) {
  return singleShape(
    z
      .strictObject({
        type: z.literal(type),
        attributes: z.strictObject({
          outcome: z.enum(['accepted', 'needsApproval', 'refused']).meta({
            description: 'What would happen at this moment.',
          }),
          amount: amountShape,
          currency: currencyShape,
          ...payees[type],
          fee: feeShape,
          funds: z.enum(fundsWords).meta({
            description:
              'Whether the outcome takes into account what the wallet has. `notChecked` if you may not read it, if an external account pays, and if that is not looked at yet: before an approval, or after an earlier error.',
          }),
          approvals: z
            .array(z.strictObject({ deciderPartyId: idShape('pty'), reasons: z.array(reasonShape) }))
            .meta({
              description:
                'The approvals that would be needed, with who decides and why, as an approval shows it.',
              examples: [[]],
            }),
          errors: z.array(errorShape).meta({
            description: 'The error of a refusal; otherwise empty.',
            examples: [[]],
          }),
        }),
      })
      .meta({ title: type }),
  );
}

/** Returns the response of a preview: accepted, unless there is an error or an approval is needed. */
export function previewOf(
  previewed: Previewed,
  viewer: Viewer,
  {
    funds,
    approvals = [],
    errors = [],
    fee = null,
  }: {
    funds: (typeof fundsWords)[number];
    approvals?: readonly Approval[];
    errors?: readonly object[];
    fee?: bigint | null;
  },
): HttpResponse {
  const { type, amount, currency } = previewed;
  const accepted = approvals.length > 0 ? 'needsApproval' : 'accepted';
  const attributes = {
    outcome: errors.length > 0 ? 'refused' : accepted,
    amount: amountToJson(amount),
    currency,
    ...(previewed.type === 'paymentPreview' && {
      payee: previewedPayeeToJson(previewed.payee),
      claim: claimToJson(previewed.payee, previewed.askedAt),
    }),
    ...feeToJson({ fee }),
    funds,
    approvals: approvals.map((approval) => ({
      deciderPartyId: publicId('pty', approval.deciderPartyId),
      reasons: reasonsFor(viewer, approval),
    })),
    errors,
  };
  return { status: 200, body: { data: { type, attributes } } };
}

/**
 * Returns whether the money would wait, and until when. An address that leads to nobody whom the party has paid is treated
 * alike, whether or not it leads to somebody.
 */
function claimToJson({ payeeAddress, payeeVerified }: ShownPayee, askedAt: Date) {
  const onlyIfUnverified = payeeAddress !== null && payeeVerified === null;
  if (!onlyIfUnverified && payeeVerified !== false) return null;
  return { onlyIfUnverified, expiresAt: isoSeconds(new Date(askedAt.getTime() + claimTime_ms)) };
}
