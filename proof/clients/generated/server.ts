import type * as Ids from '../../../server/src/lib/id.ts';
import type * as Make from '../../../server/src/seed/make.ts';
import { openAdministration } from '../../hammer/world/administration.ts';
import { here, type Program, startProgram } from '../../support/program.ts';

/** What each client pays, in minor units: more than 32 bits can hold. */
export const amount = 3_000_000_000;

/** A server whose party `main` can pay the amount with each client, and has an approval and a payment request. */
export type Server = { program: Program; env: Readonly<Record<string, string>> };

/** Starts the server and prepares the party. */
export async function prepareServer(): Promise<Server> {
  const unlimited = String(10_000_000);
  const program = await startProgram({
    settings: { PURSER_RATE_BURST: unlimited, PURSER_ANONYMOUS_RATE_BURST: unlimited },
  });
  const { main, customer } = program.sandbox.parties;
  await deposit(program, main.partyId, main.externalAccountId, BigInt(amount) * 100n);
  const payee = { type: 'email', value: customer.email };
  await post(program, '/payments', main.limitedAgentKey, { amount: 25_000, counterparty: payee }); // over its limit
  await post(program, '/payment-requests', main.apiKey, { amount: 900, payer: payee });
  const env = {
    PURSER_URL: program.baseUrl,
    PURSER_KEY: main.apiKey,
    PURSER_PAYEE: customer.email,
    PURSER_ACCOUNT: main.externalAccountId,
  };
  return { program, env };
}

/** Returns what a client did, if the server has its payment of the amount and its withdrawal. Throws otherwise. */
export async function isPaid({ program, env }: Server, output: string): Promise<string> {
  const printed = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
  const read = async (path: string): Promise<{ amount?: number; status?: string }> => {
    const headers = { Authorization: `Bearer ${env['PURSER_KEY']}` };
    const response = await fetch(`${program.baseUrl}${path}`, { headers });
    const { data } = (await response.json()) as { data?: { attributes: object } };
    return data?.attributes ?? {};
  };
  const { amount: paid, status } = await read(`/payments/${String(printed['paymentId'])}`);
  const { amount: withdrawn } = await read(`/transfers/${String(printed['transferId'])}`);
  if (paid !== amount || printed['amount'] !== amount)
    throw new Error(`paid ${paid}, printed ${String(printed['amount'])}`);
  if (withdrawn === undefined) throw new Error('withdrew nothing');
  return `paid ${paid}, ${status}; withdrew ${withdrawn}`;
}

/** Adds money to a party, since the sandbox's parties have less than the amount. */
async function deposit(program: Program, partyId: string, accountId: string, sum: bigint): Promise<void> {
  const administration = await openAdministration(here, program.connection);
  try {
    const { parseId } = await administration.load<typeof Ids>('lib/id.ts');
    const { fund } = await administration.load<typeof Make>('seed/make.ts');
    const [party, account] = [parseId('pty', partyId), parseId('eac', accountId)];
    if (!party || !account) throw new Error('the sandbox names no party');
    await administration.administer((tx) =>
      fund(tx, [{ partyId: party, account, amount: sum, currency: 'USD' }]),
    );
  } finally {
    await administration.end();
  }
}

async function post({ baseUrl }: Program, path: string, key: string, attributes: object): Promise<void> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify({ data: { attributes } }),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
}
