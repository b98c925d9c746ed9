import type { PreviewData } from './responses.ts';
import type { Caller } from './caller.ts';
import { decimal, feeOf } from './money.ts';
import { type Outcome, refused } from './outcome.ts';
import { shownReason } from './reasons.ts';
import { type Result, said } from './result.ts';
import { untrusted } from './untrusted.ts';

/** Returns what would become of a payment. Nothing has moved, whatever it says. */
export function outcomeOfPreview(caller: Caller, { attributes }: PreviewData): Result {
  const { outcome, amount, currency, fee, payee, claim, approvals, errors } = attributes;
  const of = `${decimal(amount, currency)} ${currency}`;
  const [error] = errors;
  if (error) {
    const reasons = error.meta?.reasons?.map(shownReason);
    return refused(`This would be refused: ${error.detail}`, { ...(reasons && { reasons }) });
  }
  const about = {
    fee: feeOf(fee, currency),
    payee: {
      party_id: payee.partyId,
      verified: payee.verified,
      known_since: payee.knownSince,
      last_paid_at: payee.lastPaidAt,
      ...(payee.nameWarning && { another_party_has_this_name: payee.nameWarning.partyId }),
      ...(isShown(caller, payee.lastPaidAt !== null) && untrusted({ name: payee.name })),
    },
    ...(claim && { waits_to_be_claimed_until: claim.expiresAt, only_if_unverified: claim.onlyIfUnverified }),
  };
  const reasons = approvals.flatMap((each) => each.reasons.map(shownReason));
  const says: Outcome =
    outcome === 'needsApproval'
      ? { status: 'needs_approval', message: `${of} would wait for a person. Nothing has moved.`, reasons }
      : { status: 'would_pay', message: `${of} would be paid. Nothing has moved.` };
  return said({ ...says, ...about });
}

/** Returns whether text of another party is shown: locked down, only that of parties which this one has paid. */
export function isShown({ switches }: Pick<Caller, 'switches'>, isPaidBefore: boolean): boolean {
  return !switches.isLocked || isPaidBefore;
}
