import type { TestServer } from './server.ts';

export type Balance = { available: bigint; held: bigint };

/** Returns the id as the database stores it. */
export const idOf = (publicId: string): string => publicId.slice(publicId.indexOf('_') + 1);

/** Returns the sum of a party's wallets in a currency. */
export async function balanceOf(server: TestServer, partyId: string, currency = 'USD'): Promise<Balance> {
  const [balance] = await server.sql<Balance>`SELECT coalesce(sum(posted - held), 0)::bigint AS available,
    coalesce(sum(held), 0)::bigint AS held FROM wallets WHERE party_id = ${idOf(partyId)}
    AND currency = ${currency} AND NOT is_receivable`;
  return balance ?? { available: 0n, held: 0n };
}
