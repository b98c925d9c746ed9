import { z } from 'zod';
import { idShape, secondsShape, textShape } from '../http/shapes.ts';
import type { AskedPayee } from '../engine/model/records.ts';
import { type Id, publicId } from '../lib/id.ts';
import { isoSeconds } from '../lib/time.ts';

/** What a party knows of a payee from what it has paid itself: a payment of the payee to it makes nobody known. */
export type Acquaintance = {
  /** When its first and its last payment to the payee were accepted, of those before what is asked about. */
  knownSince: Date | null;
  lastPaidAt: Date | null;
  /** Another party that it has paid by now, whose name is the same or looks like it. */
  namesake: { id: Id<'pty'>; name: string } | null;
};

/** A payee with what the party that reads knows of it. */
export type ShownPayee = AskedPayee & { payeePartyId: Id<'pty'> | null; acquaintance: Acquaintance | null };

const nameText = textShape('Casey Customer');
const shared = {
  address: textShape('casey@example.com').nullable().meta({
    description: 'The address by which the payer named it; null if it named a party or an agent.',
  }),
  partyId: idShape('pty').nullable(),
  knownSince: secondsShape.nullable().meta({
    description:
      'When your party’s first payment to it was accepted, of those before the request; null if none was.',
  }),
  lastPaidAt: secondsShape.nullable().meta({
    description: 'When the last one of these was accepted.',
  }),
  nameWarning: z
    .strictObject({ partyId: idShape('pty'), name: nameText })
    .nullable()
    .meta({
      description:
        'Another party that your party has paid, whose name is the same or looks like it: make sure which of the two you mean. Judged when it is read; events show null.',
      examples: [null],
    }),
};

/** How an approval shows who is paid. */
export const payeeShape = z.strictObject({
  name: nameText.meta({
    description: 'The name of the payee, which the payee chooses; its address if that led to no party.',
  }),
  verified: z.boolean().meta({ description: 'Whether it had proved an address.', examples: [true] }),
  ...shared,
});

/** How a preview shows it: an address alone tells nothing of who has it. */
export const previewedPayeeShape = z
  .strictObject({
    name: nameText.nullable(),
    verified: z
      .boolean()
      .nullable()
      .meta({ examples: [true] }),
    ...shared,
  })
  .meta({ title: 'previewedPayee' });

/** Returns who is paid, as of the request; null for a withdrawal. */
export function payeeToJson({ payeeName: name, payeeVerified: verified, ...payee }: ShownPayee) {
  if (name === null || verified === null) return null;
  return { name, verified, ...knownToJson(payee) };
}

/** Returns who would be paid. */
export function previewedPayeeToJson({ payeeName: name, payeeVerified: verified, ...payee }: ShownPayee) {
  return { name, verified, ...knownToJson(payee) };
}

function knownToJson({
  payeeAddress,
  payeePartyId,
  acquaintance,
}: Pick<ShownPayee, 'payeeAddress' | 'payeePartyId' | 'acquaintance'>) {
  const { knownSince = null, lastPaidAt = null, namesake = null } = acquaintance ?? {};
  return {
    address: payeeAddress,
    partyId: payeePartyId && publicId('pty', payeePartyId),
    knownSince: knownSince && isoSeconds(knownSince),
    lastPaidAt: lastPaidAt && isoSeconds(lastPaidAt),
    nameWarning: namesake && { partyId: publicId('pty', namesake.id), name: namesake.name },
  };
}
