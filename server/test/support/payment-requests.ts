import { resource, type Resource } from './http.ts';
import { post, type RequestOptions, type ServerAccess } from './moves.ts';
import type { Reply } from './reply.ts';

/** Asks the main party to pay the customer, unless the values or the key differ. */
export async function askFor(server: ServerAccess, values: object = {}, key?: string): Promise<Resource> {
  const { main, customer } = server.parties;
  const payer = { type: 'party_id', value: main.partyId };
  const options = { key: key ?? customer.apiKey };
  return resource(await post(server, '/payment-requests', { amount: 1_250, payer, ...values }, options));
}

/** Asks a payer that is no party to pay. */
export function askToNobody(server: ServerAccess, key: string): Promise<Resource> {
  return askFor(server, { payer: { type: 'phone', value: '+14155550199' } }, key);
}

/** Pays a request from the main party's wallet, unless another key is given. */
export function fulfil(
  server: ServerAccess,
  { id }: Pick<Resource, 'id'>,
  options: RequestOptions = {},
  values: object = {},
): Promise<Reply> {
  const body = { paymentSource: { type: 'wallet' }, ...values };
  return post(server, `/payment-requests/${id}/fulfill`, body, options);
}
