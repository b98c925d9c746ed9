import { beforeAll, expect, it } from 'vitest';
import type { Queryable } from '../../src/db/sql.ts';
import type { Id } from '../../src/lib/id.ts';
import { listInvitationsBefore } from '../../src/identity/party-invitations/queries.ts';
import { listPaymentRequestsBefore } from '../../src/money/payment-requests/queries.ts';
import { listTransactionsBefore } from '../../src/money/transactions/queries.ts';
import { listTransfersBefore } from '../../src/money/transfers/queries.ts';
import { testServer } from '../support/server.ts';
import { planOf, somePartyId } from './plans.ts';

const server = testServer();
beforeAll(async () => {
  await server.sql(`INSERT INTO tagged_resources
    SELECT md5((n % 5)::text)::uuid, r, 'env', 'prod', md5(r || n)::uuid
    FROM generate_series(1, 20000) n, unnest(ARRAY['payment', 'transfer', 'paymentRequest', 'invitation']) r`);
  await server.sql('ANALYZE tagged_resources');
});
const party = somePartyId as Id<'pty'>;
const tag = { name: 'env', value: 'prod' };
const page = { partyId: party, own: null, before: 'f'.repeat(32), count: 51 };
const lists: Record<string, (db: Queryable) => Promise<unknown>> = {
  transactions: (db) => listTransactionsBefore(db, { ...page, type: 'all', tag }),
  transfers: (db) => listTransfersBefore(db, { ...page, tag }),
  'payment requests': (db) => listPaymentRequestsBefore(db, { ...page, tag }),
  'party invitations': (db) =>
    listInvitationsBefore(db, { ...page, statuses: ['PENDING'] }, { email: null, tag }),
};

it.each(Object.entries(lists))(
  'a list of %s by tag reads a range of the index in list order, and no row of another party',
  async (_name, read) => {
    const plan = await planOf(server, read);
    expect(plan).toMatch(/Index Only Scan Backward using tagged_resources_pkey/);
    expect(plan).not.toMatch(
      /(Seq Scan|Bitmap Heap Scan) on (tagged_resources|payments|transfers|party_invitations)/,
    );
  },
);
