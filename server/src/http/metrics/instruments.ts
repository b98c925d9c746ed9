import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Sessions } from '../../db/sessions.ts';
import type { Replication } from '../../db/watch.ts';
import type { EngineWatch } from '../../engine/queue/engine.ts';
import { PurserError } from '../../errors.ts';
import type { Observe } from '../log.ts';

/** Values that are read at each scrape. */
export type Sources = {
  inFlight: () => number;
  waitingCommands: () => number;
  sessions: Pick<Sessions, 'counts'>;
  replication: () => Replication | null;
  openDifferences: () => number;
  waitingOrders: { count: number; oldest_s: number };
  unsealed_s: () => number;
  eventDelay_s: () => number;
  webhooks: () => WebhookFigures;
};

/** How many webhooks a server delivers, how many of them fail, and how old the oldest event is that one still gets. */
export type WebhookFigures = { held: number; failing: number; delay_s: number };

/** What is told of each attempt to deliver an event, and of each webhook that Purser disables. */
export type DeliveryWatch = {
  attempted: (status: 'DELIVERED' | 'FAILED') => void;
  disabled: (reason: 'FAILING' | 'GONE') => void;
};

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Creates the metrics of one program, in its own registry, because tests run several programs in a process. */
export function createInstruments() {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'purser_http_request_duration_seconds',
    help: 'Duration of requests, from the head of the request to the end of the response, or until it was aborted.',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  });
  const batches = new Histogram({
    name: 'purser_engine_batch_size',
    help: 'Commands in one transaction of the engine.',
    buckets: batchSizes,
    registers,
  });
  const commands = new Counter({
    name: 'purser_engine_commands_total',
    help: 'Commands of the engine by outcome: done, replayed, a refusal, or the code of an error.',
    labelNames: ['command', 'outcome'],
    registers,
  });
  const lockTimeouts = new Counter({
    name: 'purser_lock_timeouts_total',
    help: 'Transactions that waited for a lock for longer than the lock time-out.',
    registers,
  });
  const deliveries = new Counter({
    name: 'purser_webhook_deliveries_total',
    help: 'Attempts to deliver an event to a webhook, by status.',
    labelNames: ['status'],
    registers,
  });
  const disabled = new Counter({
    name: 'purser_webhooks_disabled_total',
    help: 'Webhooks that were disabled because their receiver failed or was gone, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const watchDeliveries: DeliveryWatch = {
    attempted: (status) => deliveries.inc({ status }),
    disabled: (reason) => disabled.inc({ reason }),
  };
  const watchEngine: EngineWatch = (batch, settled) => {
    batches.observe(batch.length);
    if (settled.some((each) => outcomeOf(each) === 'lock_timeout')) lockTimeouts.inc();
    batch.forEach(({ kind }, index) => commands.inc({ command: kind, outcome: outcomeOf(settled[index]) }));
  };
  const labelOf = createLabels();
  const observe: Observe = (method, url, status, duration_s) =>
    requests.observe({ method, route: labelOf(url), status }, duration_s);
  return { registry, watchEngine, watchDeliveries, lockTimeout: (): void => lockTimeouts.inc(), observe };
}

export type Instruments = ReturnType<typeof createInstruments>;

/** Adds gauges that are read at each scrape. */
export function addGauges(
  registry: Registry,
  { inFlight, waitingCommands, sessions, replication, openDifferences, waitingOrders, ...sources }: Sources,
): void {
  const gauges: Array<[name: string, help: string, read: () => number]> = [
    ['purser_http_requests_in_flight', 'Requests in progress.', inFlight],
    ['purser_engine_queue_length', 'Commands waiting for the engine.', waitingCommands],
    ['purser_database_connections', 'Database sessions, except the engine’s.', () => sessions.counts().open],
    ['purser_database_connections_idle', 'Idle ones of these.', () => sessions.counts().idle],
    ['purser_database_waiting_reads', 'Reads waiting for a session.', () => sessions.counts().waitingReads],
    [
      'purser_database_waiting_writes',
      'Plain writes waiting for a session.',
      () => sessions.counts().waitingWrites,
    ],
    [
      'purser_reconciliation_differences',
      'Open differences between clearing accounts and the bank.',
      openDifferences,
    ],
    ['purser_rail_orders_waiting', 'Orders that no bank has taken yet.', () => waitingOrders.count],
    [
      'purser_rail_orders_waiting_oldest_seconds',
      'How long the oldest of these has waited.',
      () => waitingOrders.oldest_s,
    ],
    [
      'purser_audit_unsealed_seconds',
      'How long the oldest line of the audit log has waited to be sealed.',
      sources.unsealed_s,
    ],
    [
      'purser_events_delay_seconds',
      'How long ago events went on, or none was held back by an open transaction.',
      sources.eventDelay_s,
    ],
    ['purser_webhooks', 'Webhooks that this server delivers.', () => sources.webhooks().held],
    [
      'purser_webhooks_failing',
      'How many of these failed in all of their last deliveries.',
      () => sources.webhooks().failing,
    ],
    [
      'purser_webhook_delay_seconds',
      'The age of the oldest event that one of them has not been sent yet.',
      () => sources.webhooks().delay_s,
    ],
    ['purser_database_replicas', 'Attached replicas.', () => replication()?.replicas ?? NaN],
    [
      'purser_database_waits_for_standby',
      'Whether commits wait for a replica: 1 or 0.',
      () => Number(replication()?.waitsForStandby ?? NaN),
    ],
  ];
  for (const [name, help, read] of gauges) {
    const gauge: Gauge = new Gauge({ name, help, registers: [], collect: () => gauge.set(read()) });
    registry.registerMetric(gauge);
  }
}

let ofProcess: Registry | null = null;

/** Returns the metrics of the process (memory, CPU, event loop, garbage collection), shared by all its programs. */
export function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

function outcomeOf(settled: Parameters<EngineWatch>[1][number] | undefined): string {
  if (!settled || 'error' in settled) {
    return settled?.error instanceof PurserError ? settled.error.faults[0].code : 'failed';
  }
  const { outcome } = settled;
  if (!outcome.done) return outcome.refusal;
  return outcome.replayed ? 'replayed' : 'done';
}

/** Returns a function from routes to labels. A route has one label with and without `/api`. */
function createLabels(): (url: string | undefined) => string {
  const labels = new Map<string | undefined, string>([[undefined, 'none']]);
  return (url) => {
    let label = labels.get(url);
    if (label === undefined) {
      label = (url ?? '').replace(/^\/api(?=\/)/, '');
      labels.set(url, label);
    }
    return label;
  };
}
