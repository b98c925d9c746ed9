import type { ApiClient } from './client.ts';
import { randomInt, randomUUID } from 'node:crypto';
import { sealSecrets, textOfAmounts } from '../../src/money/external-accounts/secrets.ts';
import { parseKeyring } from '../../src/lib/keyring.ts';
import type { Id } from '../../src/lib/id.ts';
import { resource, type Reply } from './http.ts';
import { testSecret, type TestServer } from './server.ts';

/** Returns an account number that no other call returns. */
export const newAccountNumber = (): string => String(randomInt(10 ** 13, 10 ** 14));

/** Returns attributes that link a new account. */
export function newAccount(accountNumber = newAccountNumber()) {
  const account = { type: 'us', routingNumber: '021000021', accountNumber, accountType: 'savings' };
  return { accountName: 'Main Street Books', bankName: 'First Bank', account };
}

/** Links an account. */
export const link = (server: ApiClient, values: object = newAccount()) =>
  server.post('/external-accounts', values);

/** Returns the id of a new pending account. */
export const linked = async (server: ApiClient): Promise<string> => resource(await link(server)).id;

/** Sends amounts to verify an account, with a fresh idempotency key. */
export const verify = (
  server: ApiClient,
  id: string,
  amounts: readonly unknown[],
  key = server.parties.main.apiKey,
  idempotencyKey: string = randomUUID(),
): Promise<Reply> =>
  server.as(key).post(`/external-accounts/${id}/verify`, { amounts }, { 'Idempotency-Key': idempotencyKey });

/** Returns the amounts of an account's micro-deposits, as the sandbox shows them. */
export async function amountsOf(server: ApiClient, id: string): Promise<number[]> {
  const shown = await server.get(`/simulations/external-accounts/${id}/micro-deposits`);
  return resource(shown).attributes['amounts'] as number[];
}

/** Returns amounts that are never those of an account, because the amounts of one differ. */
export const wrongAmounts = (guess: number): number[] => [guess, guess];

/** Links an account whose micro-deposits are 32 and 45 cents, as in the documented example, and returns its id. */
export async function linkedWithExample(server: TestServer): Promise<string> {
  await verifyAll(server);
  const id = await linked(server);
  const digits = id.slice(4) as Id<'eac'>;
  const keyring = parseKeyring(testSecret);
  if (!keyring) throw new Error('the secret of the tests is malformed');
  const { sealedAmounts } = sealSecrets(keyring, digits, { number: '', amounts: textOfAmounts([32, 45]) });
  await server.sql`UPDATE external_accounts SET sealed_amounts = ${sealedAmounts} WHERE id = ${digits}`;
  return id;
}

/** Makes all pending accounts active, since a party may have few of them. */
export async function verifyAll(server: TestServer): Promise<void> {
  await server.sql(
    "UPDATE external_accounts SET status = 'active', sealed_amounts = NULL WHERE status = 'pending'",
  );
}

/** Disables all accounts that requests linked, so that their numbers can be linked again. */
export async function removeLinked(server: TestServer): Promise<void> {
  await server.sql(
    `UPDATE external_accounts SET status = 'disabled', secret_id = NULL, sealed_number = NULL, sealed_amounts = NULL
     WHERE secret_id IS NOT NULL`,
  );
}
