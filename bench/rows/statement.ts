import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { publicId } from '../../server/src/lib/id.ts';
import { readLines } from '../../server/src/money/wallets/statement/queries.ts';
import type { Bench, Measurement, MeasurementResult, Sample } from '../bench.ts';
import { load } from '../load.ts';
import { paymentsBetween } from '../requests.ts';
import { runRounds } from '../rounds.ts';
import { compare, withoutYardstick } from '../statistics.ts';
import { residentMemory_MB } from '../usage.ts';
import { fillParty } from '../world/fill.ts';
import type { Payer } from '../world/payers.ts';
import { pgbenchSide } from '../world/recorded.ts';
import { openWorld, type World } from '../world/world.ts';

const yardstick = 'its SQL by pgbench';
const sampleEvery_ms = 20;

/** A type of the statement, how one of its lines begins or ends, and its row. */
const formats = [
  { id: 'statementJson', accept: 'application/json', ofLine: '"time":', ratio: 0.3 },
  { id: 'statementCsv', accept: 'text/csv', ofLine: '\r\n', ratio: 0.3 },
];

/** Measures lines per second of a long statement against the same rows by pgbench, and the memory that it takes. */
export const statement: Measurement = {
  ids: [...formats.map(({ id }) => id), 'statementMemory'],
  async measure(bench: Bench, wanted): Promise<MeasurementResult> {
    const world = await openWorld(bench);
    try {
      const lines = bench.transactions;
      const party = await fillParty(world, lines);
      const from = new Date(0);
      const to = new Date(Date.now() + 86_400_000);
      const sql = await statementSql(world, party, from, to);
      // The heap's young generation has grown to its full size before memory is compared.
      await load(world.port, { connections: 64, seconds: bench.warmUp_s }, paymentsBetween(world.payers));
      const grown_MB: number[] = [];
      const path = `/wallets/${publicId('wal', party.walletId)}/statement?from=${from.toISOString()}&to=${to.toISOString()}`;
      const get = async (accept: string, ofLine: string): Promise<Sample> => {
        const { found, seconds, more_MB } = await read(world, { path, key: party.key, accept, ofLine });
        grown_MB.push(more_MB);
        const sample = { perSecond: found / seconds };
        return found >= lines ? sample : { ...sample, invalid: `${found} lines` };
      };
      const rounds = await runRounds(bench, [
        { name: 'SQL', run: async () => ({ perSecond: (await sql(bench)).perSecond * lines }) },
        ...formats.map(({ id, accept, ofLine }) => ({ name: id, run: () => get(accept, ofLine) })),
      ]);
      const title = `GET statement of ${lines.toLocaleString('en')} lines`;
      const rows = formats.map(({ id, accept, ratio }, index) =>
        compare(rounds, 0, index + 1, { id, title: `${title}, ${accept}`, asked: { ratio }, yardstick }),
      );
      const memory = {
        id: 'statementMemory',
        title: `${title}, more memory`,
        asked: { atMost: 64 },
        unit: 'MB',
        notes: ['The first statement of a process also grows its young generation to the full size, once.'],
      };
      return { rows: [...rows, withoutYardstick(grown_MB, memory)].filter(({ id }) => wanted.has(id)) };
    } finally {
      await world.close();
    }
  },
};

/** Returns a function that reads all rows of the statement by pgbench, planned as the server has it planned. */
async function statementSql(world: World, { partyId, walletId }: Payer, from: Date, to: Date) {
  const recorded: Array<{ text: string; values: unknown[] }> = [];
  const db = {
    parts: async function* <Row>({ text }: { text: string }, values: unknown[]): AsyncGenerator<Row[]> {
      recorded.push({ text, values });
      yield [];
    },
  };
  const all = {
    lowest: '00000000-0000-0000-0000-000000000000',
    above: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  };
  const period = { partyId, walletId, from: { time: from, ...all }, to: { time: to, ...all } };
  for await (const part of readLines(db, period, 1))
    if (part.length > 0) throw new Error('a recording returned rows');
  const [only, another] = recorded;
  if (!only || another) throw new Error('the lines of a statement are no longer one query');
  const planning = { max_parallel_workers_per_gather: '0', jit: 'off' };
  const sql = await pgbenchSide(world, 'statement', only.text, 1, planning);
  return (bench: Bench): Promise<Sample> => sql(bench, only.values.map(String));
}

type Wanted = { path: string; key: string; accept: string; ofLine: string };

/** Reads a statement to its end. Returns its lines, how long it took, and how much the server grew meanwhile. */
async function read({ port, pid }: World, { path, key, accept, ofLine }: Wanted) {
  const before_MB = residentMemory_MB(pid) ?? 0;
  let most_MB = before_MB;
  const sampling = setInterval(() => {
    most_MB = Math.max(most_MB, residentMemory_MB(pid) ?? 0);
  }, sampleEvery_ms);
  const startedAt_ms = performance.now();
  try {
    const sent = request({ port, path, headers: { Authorization: `Bearer ${key}`, Accept: accept } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`a statement returned ${response.statusCode}`);
    const found = await countIn(response.setEncoding('latin1'), ofLine);
    return { found, seconds: (performance.now() - startedAt_ms) / 1000, more_MB: most_MB - before_MB };
  } finally {
    clearInterval(sampling);
  }
}

/** Counts a text in a stream, also where it lies across two chunks. */
async function countIn(stream: AsyncIterable<string>, text: string): Promise<number> {
  let count = 0;
  let rest = '';
  for await (const chunk of stream) {
    const pieces = (rest + chunk).split(text);
    count += pieces.length - 1;
    rest = (pieces.at(-1) ?? '').slice(-(text.length - 1));
  }
  return count;
}
