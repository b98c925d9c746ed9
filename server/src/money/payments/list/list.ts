import { listedParty } from '../../../authority/customers/readable.ts';
import type { Context } from '../../../context.ts';
import type { HttpResponse } from '../../../http/endpoint.ts';
import { ofParty } from '../../../http/fields.ts';
import { ownReader } from '../../../http/permission.ts';
import { pageOf } from '../../../http/pages.ts';
import { idsBetween } from '../../../lib/id.ts';
import { listPaymentsBefore } from './queries.ts';
import type { PaymentsQuery } from '../schema.ts';
import { paymentResource } from '../view.ts';

/**
 * Returns a page of payments that the actor's party, or a customer who delegated `payments.read`, pays, initiated or,
 * once accepted, receives, newest first. A page reads a bounded number of payments, so it can be short, even empty,
 * although another one follows. Throws `party_not_found` for any other party.
 */
export async function listPayments(ctx: Context, query: PaymentsQuery): Promise<HttpResponse> {
  const partyId = await listedParty(ctx, query);
  return pageOf(
    ctx,
    'payments',
    ofParty(query, partyId),
    (end, count) => {
      const { createdAfter: after = null, createdBefore: before = null } = query;
      const range = idsBetween(after, before, end, ctx.clockOffset_ms);
      return listPaymentsBefore(ctx.db, { ...range, partyId, count, own: ownReader(ctx.actor) }, query);
    },
    (payment) => paymentResource(payment, ctx.actor),
  );
}
