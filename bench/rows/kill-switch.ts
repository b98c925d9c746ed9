import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, MeasurementResult, Measurement, Sample } from '../bench.ts';
import { type HttpConnection, openHttpConnection } from '../http.ts';
import { load, percentile } from '../load.ts';
import { openConnection } from '../../proof/support/load/connection.ts';
import { jsonRequest, paymentRequest } from '../../proof/support/load/requests.ts';
import { runRounds } from '../rounds.ts';
import { withoutYardstick } from '../statistics.ts';
import { sandboxParties } from '../world/neighbours.ts';
import { openWorld } from '../world/world.ts';

const connections = 64;
const paying_ms = 200;
const frozen_ms = 150;

/** When the last payment was accepted, and how many were, in a run of payments by one party. */
type Seen = { accepted: number; lastAt_ms: number; sentLate: number; frozenAt_ms: number };

/**
 * Freezes a party while it pays on many connections, again and again. Measures how long after the response to the
 * freeze the last payment is accepted. A row is invalid if a payment was accepted that was sent after that response.
 */
export const killSwitch: Measurement = {
  ids: ['killSwitch'],
  async measure(bench: Bench): Promise<MeasurementResult> {
    const world = await openWorld({ ...bench, wallets: 10 });
    try {
      const { port } = world;
      const { main } = await sandboxParties(world);
      const pay = (): string => paymentRequest(main.apiKey, { email: 'payee@bench.purser.test' });
      await load(port, { connections, seconds: bench.warmUp_s }, pay);
      const control = await openHttpConnection(port);
      const call = (action: string): Promise<number> => change(control, main.apiKey, action);
      const rounds = await runRounds(bench, [
        { name: 'freezes', run: () => sampleFreezes(port, bench.seconds, pay, call) },
      ]);
      control.end();
      const worst = rounds.map(([sample]) => sample?.p99_ms ?? 0);
      const row = withoutYardstick(worst, {
        id: 'killSwitch',
        title: `From the response to a freeze to the last accepted payment, ${connections} connections, p99`,
        asked: { atMost: 50 },
        unit: 'ms',
        notes: [`The freeze itself took ${median(rounds.map(([sample]) => sample?.p50_ms ?? 0))} ms.`],
        rounds,
      });
      return { rows: [row] };
    } finally {
      await world.close();
    }
  },
};

/**
 * Pays and freezes in turn. `p50_ms` is the median time of a freeze, `p99_ms` how long payments outlasted its response.
 */
async function sampleFreezes(
  port: number,
  seconds: number,
  pay: () => string,
  call: (action: string) => Promise<number>,
): Promise<Sample> {
  const seen: Seen = { accepted: 0, lastAt_ms: 0, sentLate: 0, frozenAt_ms: Infinity };
  const startedAt_ms = performance.now();
  const stopped = { isStopped: false };
  const payers = Array.from({ length: connections }, () => keepPaying(port, pay, seen, stopped));
  const [took_ms, beyond_ms]: [number[], number[]] = [[], []];
  while (performance.now() - startedAt_ms < seconds * 1000) {
    await pause(paying_ms);
    took_ms.push(await call('freeze'));
    seen.frozenAt_ms = performance.now();
    await pause(frozen_ms);
    beyond_ms.push(Math.max(0, seen.lastAt_ms - seen.frozenAt_ms));
    seen.frozenAt_ms = Infinity;
    await call('unfreeze');
  }
  stopped.isStopped = true;
  await Promise.all(payers);
  const sample = {
    perSecond: seen.accepted / ((performance.now() - startedAt_ms) / 1000),
    p50_ms: percentile(took_ms, 0.5),
    p99_ms: percentile(beyond_ms, 0.99),
  };
  if (seen.sentLate === 0) return sample;
  return { ...sample, invalid: `${seen.sentLate} accepted although sent after the response` };
}

function keepPaying(
  port: number,
  pay: () => string,
  seen: Seen,
  stopped: { isStopped: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt_ms = 0;
    const connection = openConnection(port, {
      onOpen: () => send(),
      onResponse: (status) => {
        if (status === 201) {
          seen.accepted += 1;
          seen.lastAt_ms = performance.now();
          if (sentAt_ms > seen.frozenAt_ms) seen.sentLate += 1;
        }
        send();
      },
      onError: reject,
    });
    const send = (): void => {
      sentAt_ms = performance.now();
      if (!stopped.isStopped) return connection.send(pay());
      connection.end();
      return resolve();
    };
  });
}

/** Freezes or unfreezes the party, and returns how long that took, in ms. */
async function change(control: HttpConnection, key: string, action: string): Promise<number> {
  const sentAt_ms = performance.now();
  const { status } = await control.send(jsonRequest('POST', `/parties/me/${action}`, key, ''));
  if (status !== 200) throw new Error(`the party could not ${action}: ${status}`);
  return performance.now() - sentAt_ms;
}

function median(values: readonly number[]): string {
  return percentile(values, 0.5).toFixed(1);
}
