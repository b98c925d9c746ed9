import { z } from 'zod';
import { amountToJson } from '../lib/money.ts';

/** The fee of a payment or withdrawal, as its paying side sees it. Absent if there is none. */
export const feeShape = z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional().meta({
  description:
    'What the operator charges, in minor units, beside the amount and out of the same wallet. Absent if nothing is charged, and for the recipient.',
});

export function feeToJson({ fee }: { fee: bigint | null }): { fee?: number } {
  return fee === null ? {} : { fee: amountToJson(fee) };
}
