import type { Client } from 'pg';
import { within } from '../../server/src/db/tx.ts';
import { runWithin } from '../../server/src/engine/queue/within.ts';
import { type Id, newId } from '../../server/src/lib/id.ts';
import { newKey } from '../../server/src/lib/secret.ts';
import { bytesInJson, insertAll } from './insert-all.ts';

/** A party with a verified address, an owner with a key, and a well-funded wallet. */
export type Payer = {
  partyId: Id<'pty'>;
  walletId: Id<'wal'>;
  keyId: Id<'apy'>;
  /** The user who created the key. */
  userId: Id<'usr'>;
  keyPrefix: string;
  key: string;
  email: string;
};
type NewPayer = Payer & { accountId: Id<'eac'>; hash: string };

const batch = 250;
const funds = 1_000_000_000n; // minor units of USD: more than any run spends

/** Creates parties in bulk and funds them through the engine, so that the books balance. */
export async function makePayers(client: Client, count: number): Promise<Payer[]> {
  const created_at = new Date();
  const made = Array.from({ length: count }, (_, index) => newPayer(`payer${index}@bench.purser.test`));
  await insertAll(
    client,
    'parties',
    { type: 'ORG', status: 'ACTIVE', default_currency: 'USD', created_at, updated_at: created_at },
    made.map(({ partyId: id, email }) => ({ id, email, name: email, name_key: email })),
  );
  await insertAll(
    client,
    'contacts',
    { kind: 'email', verified_at: created_at, created_at },
    made.map(({ partyId: party_id, email: value }) => ({ party_id, value })),
  );
  await insertAll(
    client,
    'users',
    { created_at },
    made.map(({ userId: id, email }) => ({ id, email, name: email })),
  );
  await insertAll(
    client,
    'members',
    { role: 'OWNER', created_at },
    made.map(({ userId: user_id, partyId: party_id }) => ({ party_id, user_id })),
  );
  await insertAll(
    client,
    'wallets',
    {
      currency: 'USD',
      status: 'active',
      is_default: true,
      opened_on_demand: false,
      posted: 0,
      held: 0,
      created_at,
    },
    made.map(({ walletId: id, partyId: party_id }) => ({ id, party_id })),
  );
  await insertAll(
    client,
    'external_accounts',
    { last_four: '0000', status: 'active', created_at },
    made.map(({ accountId: id, partyId: party_id, userId: created_by }) => ({ id, party_id, created_by })),
  );
  const scopes = [
    'party.update',
    'payments.create',
    'payments.read',
    'wallets.read',
    'webhooks.create',
    'webhooks.delete',
  ];
  await insertAll(
    client,
    'api_keys',
    { name: 'bench', environment: 'sandbox', scopes, created_at },
    made.map(({ keyId: id, partyId: party_id, userId: created_by, keyPrefix: prefix, hash }) => ({
      id,
      party_id,
      created_by,
      prefix,
      hash,
    })),
  );
  await client.query('ANALYZE');
  for (let at = 0; at < count; at += batch) await fund(client, made.slice(at, at + batch));
  await client.query('VACUUM ANALYZE');
  return made.map(({ accountId: _account, hash: _hash, ...payer }) => payer);
}

/** Returns the id of an existing user of the sandbox. */
export async function anyUser(client: Client): Promise<Id<'usr'>> {
  const { rows } = await client.query<{ id: Id<'usr'> }>('SELECT id FROM users LIMIT 1');
  if (!rows[0]) throw new Error('the sandbox was not seeded');
  return rows[0].id;
}

function newPayer(email: string): NewPayer {
  const { secret: key, prefix: keyPrefix, hash } = newKey('sk', 'sandbox');
  return {
    partyId: newId('pty'),
    walletId: newId('wal'),
    keyId: newId('apy'),
    accountId: newId('eac'),
    hash: bytesInJson(hash),
    userId: newId('usr'),
    key,
    keyPrefix,
    email,
  };
}

async function fund(client: Client, payers: readonly NewPayer[]): Promise<void> {
  await within(client, async (tx) => {
    const outcomes = await runWithin(
      tx,
      payers.map(({ partyId, accountId: externalAccountId }) => ({
        kind: 'deposit',
        now: new Date(),
        partyId,
        externalAccountId,
        rail: 'sandbox',
        amount: funds,
        currency: 'USD',
        description: null,
        newIds: { transfer: newId('trf'), wallet: newId('wal'), clearing: newId('wal') },
      })),
    );
    if (!outcomes.every(({ done }) => done)) throw new Error('the parties could not be funded');
  });
}
