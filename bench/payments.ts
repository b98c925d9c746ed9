import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { load, percentile, perSecond } from './load.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';
import { findPgbench, prepareTpcb, tpcb } from './yardstick.ts';

/**
 * POST /payments over HTTP beside pgbench's TPC-B on the same PostgreSQL, in turn, as a ratio: the only form in which
 * figures of different minutes and machines compare.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '6' },
      connections: { type: 'string', default: '64' },
      wallets: { type: 'string', default: '10000' },
    },
  });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const connections = Number(values.connections);
  const pgbench = findPgbench();
  const world = await openWorld(Number(values.wallets));
  try {
    await prepareTpcb(pgbench, world, 10);
    await load(world.port, { connections, seconds: 2 }, paymentOf(world)); // warm-up
    const ratios: number[] = [];
    print(['round', 'TPC-B /s', 'payments /s', 'ratio', 'p50 ms', 'p99 ms', 'other']);
    for (let round = 1; round <= rounds; round++) {
      const yardstick = await tpcb(pgbench, world, 64, seconds);
      const result = await load(world.port, { connections, seconds }, paymentOf(world));
      const rate = perSecond(result, 201);
      const other = result.latencies_ms.length - (result.statuses.get(201) ?? 0);
      ratios.push(rate / yardstick);
      const [p50, p99] = [percentile(result, 0.5), percentile(result, 0.99)];
      print([
        round,
        yardstick.toFixed(0),
        rate.toFixed(0),
        (rate / yardstick).toFixed(2),
        p50.toFixed(1),
        p99.toFixed(1),
        other,
      ]);
    }
    const sorted = ratios.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    process.stdout.write(
      `ratio: min ${sorted[0]?.toFixed(2)}, median ${median.toFixed(2)}, max ${sorted.at(-1)?.toFixed(2)}\n`,
    );
  } finally {
    await world.close();
  }
}

function paymentOf(world: World): () => string {
  const pick = () => world.payers[Math.floor(Math.random() * world.payers.length)] ?? world.payers[0];
  return () => {
    const [from, to] = [pick(), pick()];
    const email = to === from ? 'payer0@bench.purser.test' : to?.email;
    const body = `{"data":{"attributes":{"amount":1,"currency":"USD","counterparty":{"type":"email","value":"${email}"},"description":"bench"}}}`;
    return `POST /payments HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${from?.key}\r\nContent-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
}

function print(cells: ReadonlyArray<string | number>): void {
  process.stdout.write(`${cells.map((cell) => String(cell).padStart(12)).join('')}\n`);
}

await main();
