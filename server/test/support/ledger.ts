import type { TestServer } from './server.ts';

export type Balance = { available: bigint; held: bigint };

/** The id as the database has it. */
export function idOf(publicId: string): string {
  return publicId.slice(publicId.indexOf('_') + 1);
}

/** What a party has in a currency, in all of its wallets. */
export async function balanceOf(server: TestServer, partyId: string, currency = 'USD'): Promise<Balance> {
  const [balance] = await server.sql<Balance>(
    `SELECT coalesce(sum(posted - held), 0)::bigint AS available, coalesce(sum(held), 0)::bigint AS held
     FROM wallets WHERE party_id = $1 AND currency = $2`,
    [idOf(partyId), currency],
  );
  return balance ?? { available: 0n, held: 0n };
}
