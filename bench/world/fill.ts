import type { Client } from 'pg';
import { auditBooks } from '../../server/src/engine/audit/audit.ts';
import { payRoute } from '../../server/src/engine/commands/pay.ts';
import { keyDigest } from '../../server/src/engine/model/actor.ts';
import { parseId } from '../../server/src/lib/id.ts';
import { askOnce } from '../ask.ts';
import { payment } from '../requests.ts';
import { copiesOf } from './copies.ts';
import type { Places } from './copies.ts';
import { insertAll } from './insert-all.ts';
import type { Payer } from './payers.ts';
import type { World } from './world.ts';

/** Who pays whom in the payments that are put in: any two parties, or the first with any other, both ways. */
export type Who = 'any two' | 'the first with any';

/** Puts in so many more payments. */
export type Fill = (count: number, progress: (done: number) => void) => Promise<void>;

const chunk = 50_000;

/**
 * Payments put into the database by SQL, many at once, as if the engine had made them: one payment is made over HTTP,
 * and whatever rows appear in any table are copied with other ids, parties and times.
 */
export async function openFill(world: World, who: Who): Promise<Fill> {
  const { client, payers } = world;
  const inserts = await copiesOf(client, () => payModel(world));
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
        newPayments(size, payers.length, who),
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

/** What was copied so far has to be what the engine would have written, or nothing that follows means anything. */
async function checkBooks(client: Client): Promise<void> {
  const { findings } = await auditBooks(client);
  const wrong = findings.filter(({ differences }) => differences > 0).map(({ check }) => check);
  if (wrong.length > 0) throw new Error(`payments put in by SQL fail the audit: ${wrong.join('; ')}`);
}

/** The payment that is copied, and what in its rows is its own. */
async function payModel({ port, payers }: World): Promise<Places> {
  const [payer, payee] = [payers[0], payers[1]];
  if (!payer || !payee) throw new Error('nobody is there to pay');
  const request = payment(payer.key, { email: payee.email });
  const { status, body } = await askOnce(port, request);
  const id = parseId('pay', /"id":"(pay_[0-9a-f]{32})"/.exec(body)?.[1] ?? '');
  const key = /Idempotency-Key: (\S+)/.exec(request)?.[1];
  if (status !== 201 || id === null || key === undefined) throw new Error(`a payment was answered ${status}`);
  return new Map([
    ...idPlaces(id, 'f.id', 'f.id_hex'),
    ...idPlaces(payer.partyId, 'f.payer', 'f.payer_hex'),
    ...idPlaces(payee.partyId, 'f.payee', 'f.payee_hex'),
    ...idPlaces(payer.walletId, 'f.payer_wallet', 'f.payer_wallet::text'),
    ...idPlaces(payee.walletId, 'f.payee_wallet', 'f.payee_wallet::text'),
    ...idPlaces(payer.keyId, 'f.credential', 'f.credential::text'),
    ...idPlaces(payer.userId, `'${payer.userId}'::uuid`, `'${payer.userId}'`),
    [payer.keyPrefix, 'f.prefix'],
    ...idPlaces(keyDigest({ partyId: payer.partyId, route: payRoute, key }), 'f.key', 'f.key::text'),
  ]);
}

/** An id as the database shows it, and as it stands in texts. */
function idPlaces(hex: string, asUuid: string, asText: string): Array<[string, string]> {
  const dashed = hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
  return [
    [dashed, asUuid],
    [hex, asText],
  ];
}

function numbered({ partyId, walletId, keyId, keyPrefix }: Payer, n: number): object {
  return { n, party: partyId, party_hex: partyId, wallet: walletId, key: keyId, prefix: keyPrefix };
}

/** The table `fill`: a row for each new payment, in the order of their ids. */
function newPayments(size: number, parties: number, who: Who): string {
  const any = `floor(random() * ${parties})::int`;
  const other = `1 + floor(random() * ${parties - 1})::int`;
  const [from, step] =
    who === 'any two' ? [any, other] : [`CASE WHEN i % 2 = 0 THEN 0 ELSE ${other} END`, other];
  const to =
    who === 'any two' ? `(p.payer + p.step) % ${parties}` : 'CASE WHEN p.payer = 0 THEN p.step ELSE 0 END';
  return `CREATE TEMP TABLE fill AS
    WITH p AS MATERIALIZED (
      SELECT uuidv7() AS id, ${from} AS payer, ${step} AS step FROM generate_series(1, ${size}) i)
    SELECT p.id, replace(p.id::text, '-', '') AS id_hex, gen_random_uuid() AS key,
           uuid_extract_timestamp(p.id) AS at, a.party AS payer, a.party_hex AS payer_hex, a.wallet AS payer_wallet,
           a.key AS credential, a.prefix, b.party AS payee, b.party_hex AS payee_hex, b.wallet AS payee_wallet
    FROM p JOIN fill_payers a ON a.n = p.payer JOIN fill_payers b ON b.n = ${to} ORDER BY p.id`;
}

const moveMoney = `UPDATE wallets w SET posted = w.posted + d.amount
  FROM (SELECT wallet, sum(amount) AS amount
        FROM (SELECT payer_wallet AS wallet, -1 AS amount FROM fill UNION ALL SELECT payee_wallet, 1 FROM fill) x
        GROUP BY wallet) d
  WHERE w.id = d.wallet`;
