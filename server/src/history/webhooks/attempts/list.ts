import type { Context } from '../../../context.ts';
import type { HttpResponse } from '../../../http/endpoint.ts';
import { pageOf } from '../../../http/pages.ts';
import type { Id } from '../../../lib/id.ts';
import { getWebhook } from '../get.ts';
import type { DeliveriesQuery } from '../schema.ts';
import { deliveryResource } from '../view.ts';
import { listDeliveriesBefore } from './queries.ts';

/** Returns a page of the attempts to deliver to a webhook, newest first. Throws `webhook_not_found`. */
export async function listDeliveries(
  ctx: Context,
  id: Id<'whk'>,
  query: DeliveriesQuery,
): Promise<HttpResponse> {
  const { db, actor } = ctx;
  return pageOf(
    ctx,
    'webhookDeliveries',
    { ...query, webhookId: id },
    // After the cursor was read: what is wrong with the request comes first.
    async (before, count) => {
      await getWebhook(db, actor.partyId, id);
      return listDeliveriesBefore(db, { ...query, webhookId: id, before, count });
    },
    deliveryResource,
  );
}
