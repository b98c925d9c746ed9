import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCursor, newest } from '../../server/src/http/pages.ts';
import { parseKeyring } from '../../server/src/lib/keyring.ts';
import { listTransactionsBefore } from '../../server/src/money/transactions/queries.ts';
import { sendOnce } from '../http.ts';
import type { Bench, Measurement, MeasurementResult, Sample } from '../bench.ts';
import { load } from '../load.ts';
import { getRequest } from '../../proof/support/load/requests.ts';
import { runRounds, sampleLoad } from '../rounds.ts';
import { compare } from '../statistics.ts';
import { fillParty } from '../world/fill.ts';
import type { Payer } from '../world/payers.ts';
import { pgbenchSide, recordStatements } from '../world/recorded.ts';
import { openWorld, type World } from '../world/world.ts';

const connections = 16;
const clients = 8;
const pageSize = 50;

/** Measures a party's list of transactions, at its start and near its end, against pgbench with the same statement. */
export const transactionList: Measurement = {
  ids: ['listFirst', 'listDeep', 'listDeepAsFirst'],
  async measure(bench: Bench, wanted): Promise<MeasurementResult> {
    const world = await openWorld(bench);
    try {
      const party = await fillParty(world, bench.transactions);
      const [first, deep] = [newest, await idNearTheEnd(world, party, bench.transactions)];
      const [pages, sql] = [await pagesOf(world, party), await statementFor(world, party)];
      for (const before of [first, deep]) await checkPage(world, pages(before));
      const options = { connections, seconds: bench.seconds };
      const warm = pages(deep);
      await load(world.port, { connections, seconds: bench.warmUp_s }, () => warm);
      const side = (name: string, before: string, place: number) => {
        const request = pages(before);
        const page = (): string => request;
        return [
          { name: `SQL ${name}`, run: () => sql(bench, before), beside: null },
          {
            name: `GET ${name}`,
            run: () => sampleLoad(world, options, page, 200),
            beside: place,
          },
        ];
      };
      const rounds = await runRounds(bench, [...side('first', first, 0), ...side('deep', deep, 2)]);
      const list = `GET /transactions of ${bench.transactions.toLocaleString('en')}`;
      const yardstick = 'its SQL by pgbench';
      const asked = { ratio: 0.25 };
      const rows = [
        compare(rounds, 0, 1, { id: 'listFirst', title: `${list}, first page`, asked, yardstick }),
        compare(rounds, 2, 3, { id: 'listDeep', title: `${list}, a page near the end`, asked, yardstick }),
        compare(rounds, 1, 3, {
          id: 'listDeepAsFirst',
          title: `${list}, near the end compared with the start`,
          asked: { ratio: 0.9 },
          yardstick: 'the first page',
        }),
      ];
      return { rows: rows.filter(({ id }) => wanted.has(id)) };
    } finally {
      await world.close();
    }
  },
};

/** Returns the id of a transaction that is older than nine tenths of the party's transactions. */
async function idNearTheEnd({ client }: World, { partyId }: Payer, count: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM payments WHERE $1 IN (payer_party_id, payee_party_id) ORDER BY id OFFSET $2 LIMIT 1',
    [partyId, Math.floor(count / 10)],
  );
  return rows[0]?.id ?? '';
}

/**
 * Returns a function that makes requests for the party's transactions before an id, with cursors as the server makes
 * them.
 */
async function pagesOf({ dataDir }: World, { key, partyId }: Payer): Promise<(before: string) => string> {
  const keyring = parseKeyring((await readFile(join(dataDir, 'secret'), 'utf8')).trim());
  if (!keyring) throw new Error('the secret in the data folder cannot be read');
  const view = { list: 'transactions', partyId, filters: { type: 'all', partyId } };
  return (before) => {
    const cursor = before === newest ? '' : `&cursor=${makeCursor(keyring, view, before)}`;
    return getRequest(key, `/transactions?limit=${pageSize}${cursor}`);
  };
}

async function checkPage({ port }: World, request: string): Promise<void> {
  const { status, body } = await sendOnce(port, request);
  const found = body.split('"type":"transaction"').length - 1;
  if (status !== 200 || found !== pageSize) {
    throw new Error(`a page of the list returned ${status} with ${found} transactions`);
  }
}

/** Returns a function that runs the server's statement for a page by pgbench. */
async function statementFor(world: World, { partyId }: Payer) {
  const [only, another] = await recordStatements((db) =>
    listTransactionsBefore(db, { type: 'all', partyId, own: null, before: newest, count: pageSize + 1 }),
  );
  if (!only || another) throw new Error('a page of the list is no longer one statement');
  const sql = await pgbenchSide(world, 'list', only.text, clients);
  return (bench: Bench, before: string): Promise<Sample> =>
    sql(
      bench,
      only.values.map((value) => (value === newest ? before : String(value))),
    );
}
