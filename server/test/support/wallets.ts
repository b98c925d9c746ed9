import type { ApiClient } from './client.ts';
import { resource, type Reply, type Resource } from './http.ts';
import { boolean, currency, idOf, integer, orNull, related, seconds, tags, text } from './shapes.ts';

/** A wallet with this status. */
export const walletWith = (status: unknown) => ({
  type: 'wallet',
  id: idOf('wal'),
  attributes: {
    displayName: orNull(text),
    currency,
    status,
    walletType: 'standard',
    isDefault: boolean,
    balance: { available: integer, held: integer, total: integer, receivable: integer, currency },
    tags,
    createdAt: seconds,
    updatedAt: seconds,
  },
  relationships: { party: related('party', 'pty') },
});

/** Opens a wallet, by default in USD, and returns its id. */
export const newWallet = async (server: ApiClient, values: object = {}): Promise<string> =>
  resource(await server.post('/wallets', { displayName: 'Drawer', ...values })).id;

/** Opens a wallet of the main party with this amount from its default wallet, and returns its id. */
export async function fundedWallet(server: ApiClient, amount: number): Promise<string> {
  const id = await newWallet(server);
  const moved = await moveMoney(server, server.parties.main.walletId, id, amount);
  if (moved.status !== 200) throw new Error(moved.text);
  return id;
}

/** Moves money between two wallets of the main party. */
export const moveMoney = (
  server: ApiClient,
  sourceWalletId: string,
  destinationWalletId: string,
  amount: number,
): Promise<Reply> =>
  server.post('/transfers/internal', { sourceWalletId, destWalletId: destinationWalletId, amount });

/** Returns a wallet as GET /wallets/{walletId} shows it. */
export const walletNow = async (server: ApiClient, id: string): Promise<Resource> =>
  resource(await server.get(`/wallets/${id}`));

/** Returns what a wallet has available and held. */
export async function sumsOf(server: ApiClient, id: string): Promise<[number, number]> {
  const { balance } = (await walletNow(server, id)).attributes as {
    balance: { available: number; held: number };
  };
  return [balance.available, balance.held];
}

/** Closes a wallet. */
export const closeWallet = (server: ApiClient, id: string): Promise<Reply> => server.delete(`/wallets/${id}`);

/** Binds an agent of the main party to wallets; null binds it to none. */
export const bindAgent = (
  server: ApiClient,
  agentId: string,
  walletIds: readonly string[] | null,
): Promise<Reply> => server.patch(`/agents/${agentId}`, { walletIds });
