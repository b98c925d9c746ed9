import type { ApiClient } from './client.ts';
import { resource, type Resource, type Reply } from './http.ts';

/** Asks the main party to pay the customer, unless the values or the key differ. */
export async function askFor(server: ApiClient, values: object = {}, key?: string): Promise<Resource> {
  const { main, customer } = server.parties;
  const payer = { type: 'party_id', value: main.partyId };
  return resource(
    await server.as(key ?? customer).post('/payment-requests', { amount: 1_250, payer, ...values }),
  );
}

/** Asks a payer that is no party to pay. */
export const askToNobody = (server: ApiClient, key: string): Promise<Resource> =>
  askFor(server, { payer: { type: 'phone', value: '+14155550199' } }, key);

/** Pays a request from the wallet. */
export function fulfil(server: ApiClient, { id }: Pick<Resource, 'id'>, values: object = {}): Promise<Reply> {
  const body = { paymentSource: { type: 'wallet' }, ...values };
  return server.post(`/payment-requests/${id}/fulfill`, body);
}
