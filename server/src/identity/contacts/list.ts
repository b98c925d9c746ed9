import { recorded } from '../../db/recorded.ts';
import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { contactAsRecorded, listContactsBefore } from './queries.ts';
import type { ContactsQuery } from './schema.ts';
import { contactResource } from './view.ts';

/** Returns a page of the addresses of the actor's party, verified and pending. */
export function listContacts(ctx: Context, query: ContactsQuery): Promise<HttpResponse> {
  return page(ctx, 'contacts', query, listContactsBefore, contactResource);
}

export const recordedContact = recorded(contactAsRecorded, contactResource);
