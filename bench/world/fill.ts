import type { Client } from 'pg';
import { auditBooks } from '../../server/src/engine/audit/audit.ts';
import { payRoute } from '../../server/src/engine/model/implied-rows.ts';
import { keyDigest } from '../../server/src/engine/model/actor.ts';
import { parseId } from '../../server/src/lib/id.ts';
import { sendOnce } from '../http.ts';
import { paymentRequest } from '../../proof/support/load/requests.ts';
import { copyStatements, type Substitutions } from './copies.ts';
import { showProgress } from '../report/terminal.ts';
import { insertAll } from './insert-all.ts';
import type { Payer } from './payers.ts';
import type { World } from './world.ts';

/** The parties of the inserted payments: any two, or the first with any other in both directions. */
export type PairSelection = 'any two' | 'the first with any';

/** Inserts this many more payments. */
export type Fill = (count: number, progress: (done: number) => void) => Promise<void>;

const chunk = 50_000;

/**
 * Returns a function that inserts payments in bulk by SQL, as the engine would write them: it sends one payment over
 * HTTP and copies all rows that appear in any table, with other ids, parties and times.
 */
export async function openFill(world: World, pairs: PairSelection): Promise<Fill> {
  const { client, payers } = world;
  const inserts = await copyStatements(client, () => sendTemplatePayment(world));
  await client.query(
    'CREATE TEMP TABLE fill_payers (n int PRIMARY KEY, party uuid, party_hex text, wallet uuid, key uuid, prefix text)',
  );
  await insertAll(client, 'fill_payers', {}, payers.map(numbered));
  await client.query('ANALYZE fill_payers');
  const fill: Fill = async (count, progress) => {
    for (let done = 0; done < count;) {
      const size = Math.min(chunk, count - done);
      await client.query('BEGIN');
      await client.query('SET LOCAL synchronous_commit = off');
      for (const statement of [
        newPayments(size, payers.length, pairs),
        ...inserts,
        moveMoney,
        'DROP TABLE fill',
      ])
        await client.query(statement);
      await client.query('COMMIT');
      done += size;
      progress(done);
    }
  };
  await fill(100, () => undefined);
  await checkBooks(client);
  return fill;
}

/** Inserts this number of payments of the first party, to and from any other, and returns it. */
export async function fillParty(world: World, count: number): Promise<Payer> {
  const fill = await openFill(world, 'the first with any');
  await fill(count, (done) => showProgress('transactions inserted', done, count));
  await world.client.query('VACUUM ANALYZE');
  await world.client.query('CHECKPOINT');
  const [party] = world.payers;
  if (!party) throw new Error('there is no party');
  return party;
}

/** Audits the copied payments: if they differ from what the engine would write, all further figures are meaningless. */
async function checkBooks(client: Client): Promise<void> {
  const { findings } = await auditBooks(client);
  const wrong = findings.filter(({ differences }) => differences > 0).map(({ check }) => check);
  if (wrong.length > 0) throw new Error(`payments inserted by SQL fail the audit: ${wrong.join('; ')}`);
}

/** Sends the template payment and returns the values that are specific to it. */
async function sendTemplatePayment({ port, payers }: World): Promise<Substitutions> {
  const [payer, payee] = [payers[0], payers[1]];
  if (!payer || !payee) throw new Error('there are fewer than two parties');
  const request = paymentRequest(payer.key, { email: payee.email });
  const { status, body } = await sendOnce(port, request);
  const id = parseId('pay', /"id":"(pay_[0-9a-f]{32})"/.exec(body)?.[1] ?? '');
  const key = /Idempotency-Key: (\S+)/.exec(request)?.[1];
  if (status !== 201 || id === null || key === undefined) throw new Error(`a payment returned ${status}`);
  return new Map([
    ...idSubstitutions(id, 'f.id', 'f.id_hex'),
    ...idSubstitutions(payer.partyId, 'f.payer', 'f.payer_hex'),
    ...idSubstitutions(payee.partyId, 'f.payee', 'f.payee_hex'),
    ...idSubstitutions(payer.walletId, 'f.payer_wallet', 'f.payer_wallet::text'),
    ...idSubstitutions(payee.walletId, 'f.payee_wallet', 'f.payee_wallet::text'),
    ...idSubstitutions(payer.keyId, 'f.credential', 'f.credential::text'),
    ...idSubstitutions(payer.userId, `'${payer.userId}'::uuid`, `'${payer.userId}'`),
    [payer.keyPrefix, 'f.prefix'],
    ...idSubstitutions(keyDigest({ partyId: payer.partyId, route: payRoute, key }), 'f.key', 'f.key::text'),
  ]);
}

/** Returns the substitutions of an id as the database prints it, and as it appears in texts. */
function idSubstitutions(hex: string, asUuid: string, asText: string): Array<[string, string]> {
  const dashed = hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
  return [
    [dashed, asUuid],
    [hex, asText],
  ];
}

function numbered({ partyId, walletId, keyId, keyPrefix }: Payer, n: number): object {
  return { n, party: partyId, party_hex: partyId, wallet: walletId, key: keyId, prefix: keyPrefix };
}

/** Returns SQL that creates the table `fill`: a row for each new payment, in the order of their ids. */
function newPayments(size: number, parties: number, pairs: PairSelection): string {
  const any = `floor(random() * ${parties})::int`;
  const other = `1 + floor(random() * ${parties - 1})::int`;
  const [from, step] =
    pairs === 'any two' ? [any, other] : [`CASE WHEN i % 2 = 0 THEN 0 ELSE ${other} END`, other];
  const to =
    pairs === 'any two' ? `(p.payer + p.step) % ${parties}` : 'CASE WHEN p.payer = 0 THEN p.step ELSE 0 END';
  return `CREATE TEMP TABLE fill AS
    WITH p AS MATERIALIZED (
      SELECT (left(uuidv7()::text, 35) || '0')::uuid AS id, ${from} AS payer, ${step} AS step FROM generate_series(1, ${size}) i)
    SELECT p.id, replace(p.id::text, '-', '') AS id_hex, gen_random_uuid() AS key,
           uuid_extract_timestamp(p.id) AS at, a.party AS payer, a.party_hex AS payer_hex, a.wallet AS payer_wallet,
           a.key AS credential, a.prefix, b.party AS payee, b.party_hex AS payee_hex, b.wallet AS payee_wallet
    FROM p JOIN fill_payers a ON a.n = p.payer JOIN fill_payers b ON b.n = ${to} ORDER BY p.id`;
}

const moveMoney = `UPDATE wallets w SET posted = w.posted + d.amount, dated_to_us = greatest(w.dated_to_us, d.to_us)
  FROM (SELECT wallet, sum(amount) AS amount, (extract(epoch FROM max(at)) * 1000000)::bigint + 1 AS to_us
        FROM (SELECT payer_wallet AS wallet, -1 AS amount, at FROM fill UNION ALL SELECT payee_wallet, 1, at FROM fill) x
        GROUP BY wallet) d
  WHERE w.id = d.wallet`;
