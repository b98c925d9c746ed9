import { randomUUID } from 'node:crypto';
import { attributes, call, resource, type Resource } from './http.ts';
import { get, post, type ServerAccess } from './moves.ts';
import type { Reply } from './reply.ts';
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
    balance: {
      available: integer,
      held: integer,
      total: integer,
      receivable: integer,
      currency,
    },
    tags,
    createdAt: seconds,
    updatedAt: seconds,
  },
  relationships: { party: related('party', 'pty') },
});

/** Opens a wallet, by default in USD and of the main party, and returns its id. */
export async function newWallet(server: ServerAccess, values: object = {}, key?: string): Promise<string> {
  const options = key === undefined ? {} : { key };
  return resource(await post(server, '/wallets', { displayName: 'Drawer', ...values }, options)).id;
}

/** Opens a wallet of the main party with this amount from its default wallet, and returns its id. */
export async function fundedWallet(server: ServerAccess, amount: number): Promise<string> {
  const id = await newWallet(server);
  const moved = await moveMoney(server, server.parties.main.walletId, id, amount);
  if (moved.status !== 200) throw new Error(moved.text);
  return id;
}

/** Moves money between two wallets of the main party. */
export function moveMoney(
  server: ServerAccess,
  sourceWalletId: string,
  destinationWalletId: string,
  amount: number,
  options: { key?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  return post(
    server,
    '/transfers/internal',
    { sourceWalletId, destWalletId: destinationWalletId, amount },
    options,
  );
}

/** Returns a wallet as GET /wallets/{walletId} shows it. */
export async function walletNow(server: ServerAccess, id: string, key?: string): Promise<Resource> {
  return resource(await get(server, `/wallets/${id}`, key));
}

/** Returns what a wallet has available and held. */
export async function sumsOf(server: ServerAccess, id: string, key?: string): Promise<[number, number]> {
  const { balance } = (await walletNow(server, id, key)).attributes as {
    balance: { available: number; held: number };
  };
  return [balance.available, balance.held];
}

/** Closes a wallet. */
export function closeWallet(server: ServerAccess, id: string, key?: string): Promise<Reply> {
  return call(server.baseUrl, 'DELETE', `/wallets/${id}`, { key: key ?? server.parties.main.apiKey });
}

/** Binds an agent of the main party to wallets; null binds it to none. */
export function bindAgent(
  server: ServerAccess,
  agentId: string,
  walletIds: readonly string[] | null,
): Promise<Reply> {
  return call(server.baseUrl, 'PATCH', `/agents/${agentId}`, {
    key: server.parties.main.apiKey,
    headers: { 'Idempotency-Key': randomUUID() },
    body: attributes({ walletIds }),
  });
}
