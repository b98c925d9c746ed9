import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { readDatabaseUrl } from './lib/database-url.ts';
import { parseNetworks } from './lib/networks.ts';
import { isEmail, isPrintable } from './lib/text.ts';

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');
const smtpRule =
  'must be smtp:// or smtps:// with user and password, if any, host and port, and nothing else';
const baseUrlRule = 'must be http:// or https:// with host, port and path, if any, and nothing else';
const databaseRule =
  'must be a postgres:// address; several hosts are separated by commas, and target_session_attrs, if any, is ' +
  'read-write, primary or any';
const networksRule = 'must be IP addresses or CIDR ranges, separated by commas';
const senderRule = 'must be an e-mail address, or Name <address>';

/** Every setting, with its default. docs/operations.md has the same list, and a test compares them. */
export const settings = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  PURSER_HEALTH_PORT: wholeNumber(0, 65_535).optional(),
  PURSER_TRUSTED_PROXIES: z
    .string()
    .refine((text) => parseNetworks(text) !== null, networksRule)
    .optional(),
  PURSER_DATA_DIR: z.string().min(1).default('.purser'),
  DATABASE_URL: z
    .string()
    .refine((text) => readDatabaseUrl(text) !== null, databaseRule)
    .optional(),
  PURSER_ENVIRONMENT: z.enum(['sandbox', 'prod'], 'must be sandbox or prod').default('sandbox'),
  PURSER_BASE_URL: z.string().refine(isBaseUrl, baseUrlRule).optional(),
  PURSER_SECRET: z.string().optional(),
  PURSER_SMTP_URL: z.string().refine(isSmtpUrl, smtpRule).optional(),
  PURSER_MAIL_FROM: z
    .string()
    .refine((text) => readSender(text) !== null, senderRule)
    .optional(),
  PURSER_IDEMPOTENCY_HOURS: wholeNumber(48, 100_000).default(48),
  PURSER_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,255}$/, 'must be 16 to 255 ASCII characters without blanks')
    .optional(),
  PURSER_ACCEPT_FLAT_BODIES: flag.default(false),
  PURSER_REQUIRE_IDEMPOTENCY_KEY: flag.default(false),
  PURSER_FRESH_SIGN_IN_ABOVE: wholeNumber(0, 999_999_999).default(100_000),
  PURSER_MAX_IN_REVIEW_PER_AGENT: wholeNumber(1, 10_000).default(50),
  PURSER_WEBHOOKS_TO_LOOPBACK: flag.default(false),
  PURSER_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a pino level')
    .default('info'),
  PURSER_POOL_SIZE: wholeNumber(4, 200).default(12),
  PURSER_QUEUE_SIZE: wholeNumber(1, 100_000).default(2_000),
  PURSER_BATCH_SIZE: wholeNumber(1, 1_000).default(256),
  PURSER_ACQUIRE_TIMEOUT_MS: wholeNumber(10, 60_000).default(1_000),
  PURSER_LOCK_TIMEOUT_MS: wholeNumber(10, 60_000).default(2_000),
  PURSER_STATEMENT_TIMEOUT_MS: wholeNumber(10, 60_000).default(5_000),
  PURSER_IDLE_TRANSACTION_TIMEOUT_MS: wholeNumber(100, 600_000).default(10_000),
  PURSER_REQUIRE_SYNC_STANDBY: flag.default(false),
  PURSER_REQUEST_TIMEOUT_MS: wholeNumber(1_000, 600_000).default(20_000),
  PURSER_SHUTDOWN_TIMEOUT_MS: wholeNumber(100, 600_000).default(10_000),
  PURSER_SANDBOX_SETTLE_MS: wholeNumber(0, 999_999_999).default(5_000),
  PURSER_MAX_CONNECTIONS: wholeNumber(1, 100_000).default(2_000),
  PURSER_MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 100_000).optional(),
  PURSER_MAX_IN_FLIGHT: wholeNumber(1, 100_000).default(1_500),
  PURSER_MAX_IN_FLIGHT_PER_PARTY: wholeNumber(1, 100_000).optional(),
  PURSER_RATE_PER_SECOND: wholeNumber(1, 1_000_000).default(20_000),
  PURSER_RATE_BURST: wholeNumber(1, 10_000_000).default(40_000),
  PURSER_ANONYMOUS_RATE_PER_SECOND: wholeNumber(1, 1_000_000).default(500),
  PURSER_ANONYMOUS_RATE_BURST: wholeNumber(1, 10_000_000).default(2_000),
});

type Settings = z.output<typeof settings>;

/** The settings as the code uses them. `_ms` means milliseconds. */
export type Config = ReturnType<typeof shape>;

/** Invalid settings, all of them in one message. */
export class ConfigError extends Error {}

/** Reads and validates all settings. Throws ConfigError, which names every fault and never a value. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  // An empty variable counts as unset, as in `PORT= npm start`.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  const faults = parsed.success
    ? [...missingSecret(parsed.data), ...missingSender(parsed.data), ...openLoopback(parsed.data)]
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(`Purser cannot start with these settings:\n  ${faults.join('\n  ')}`);
  }
  return shape(parsed.data);
}

function missingSecret(values: Settings): string[] {
  const needed = values.PURSER_ENVIRONMENT === 'prod' || values.DATABASE_URL !== undefined;
  if (!needed || values.PURSER_SECRET !== undefined) return [];
  return [
    'PURSER_SECRET is required in prod and with DATABASE_URL: an id and 32 or more characters, like k1:…',
  ];
}

function missingSender(values: Settings): string[] {
  const missing = values.PURSER_SMTP_URL !== undefined && values.PURSER_MAIL_FROM === undefined;
  return missing
    ? ['PURSER_MAIL_FROM is required with PURSER_SMTP_URL: the address that mail comes from']
    : [];
}

function openLoopback(values: Settings): string[] {
  const isOpen = values.PURSER_WEBHOOKS_TO_LOOPBACK && values.PURSER_ENVIRONMENT === 'prod';
  return isOpen ? ['PURSER_WEBHOOKS_TO_LOOPBACK is for development, not for prod'] : [];
}

function isSmtpUrl(text: string): boolean {
  if (!isUrl(text, /^smtps?:$/)) return false;
  const { hostname, username, password, pathname, search, hash } = new URL(text);
  return hostname !== '' && canDecode(username + password) && /^\/?$/.test(pathname) && search + hash === '';
}

function canDecode(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '' || text === '';
  } catch {
    return false;
  }
}

export type Sender = { name: string; address: string };

function readSender(text: string): Sender | null {
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
  const address = inBrackets ?? text;
  return isEmail(address) && isPrintable(name)
    ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
    : null;
}

function mailSettings({ PURSER_SMTP_URL: server, PURSER_MAIL_FROM: sender }: Settings) {
  const from = readSender(sender ?? '');
  return server === undefined || from === null ? null : { server, from };
}

function isBaseUrl(text: string): boolean {
  if (!isUrl(text, /^https?:$/)) return false;
  const { href, origin, pathname } = new URL(text);
  return href === origin + pathname; // neither user nor query nor fragment, not even an empty one
}

function quarter(total: number): number {
  return Math.ceil(total / 4);
}

function isUrl(text: string, protocols: RegExp): boolean {
  return URL.canParse(text) && protocols.test(new URL(text).protocol);
}

function shape(values: Settings) {
  const dataDir = values.PURSER_DATA_DIR;
  return {
    port: values.PORT,
    host: values.HOST,
    /** The port of a listener for health and metrics only; null for none. */
    healthPort: values.PURSER_HEALTH_PORT ?? null,
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir),
    databaseUrl: values.DATABASE_URL,
    environment: values.PURSER_ENVIRONMENT,
    /** As a browser writes it, without a slash at the end. */
    baseUrl: values.PURSER_BASE_URL && new URL(values.PURSER_BASE_URL).href.replace(/\/+$/, ''),
    secret: values.PURSER_SECRET,
    /** Null if no mail server is set. */
    smtp: mailSettings(values),
    idempotencyHours: values.PURSER_IDEMPOTENCY_HOURS,
    /** If null, /metrics needs no token in a sandbox, and does not exist in prod. */
    metricsToken: values.PURSER_METRICS_TOKEN ?? null,
    acceptFlatBodies: values.PURSER_ACCEPT_FLAT_BODIES,
    /** Whether a write that moves money needs an idempotency key, where the specification leaves it open. */
    requireIdempotencyKey: values.PURSER_REQUIRE_IDEMPOTENCY_KEY,
    /** In the smallest unit of the currency: spending more in a browser needs a sign-in of the last ten minutes. */
    freshSignInAbove: BigInt(values.PURSER_FRESH_SIGN_IN_ABOVE),
    /** At most so many payments and withdrawals of an agent wait for approval at once. */
    maxInReviewPerAgent: values.PURSER_MAX_IN_REVIEW_PER_AGENT,
    webhooksToLoopback: values.PURSER_WEBHOOKS_TO_LOOPBACK,
    logLevel: values.PURSER_LOG_LEVEL,
    database: {
      poolSize: values.PURSER_POOL_SIZE,
      acquireTimeout_ms: values.PURSER_ACQUIRE_TIMEOUT_MS,
      lockTimeout_ms: values.PURSER_LOCK_TIMEOUT_MS,
      statementTimeout_ms: values.PURSER_STATEMENT_TIMEOUT_MS,
      idleTransactionTimeout_ms: values.PURSER_IDLE_TRANSACTION_TIMEOUT_MS,
      requireSyncStandby: values.PURSER_REQUIRE_SYNC_STANDBY,
    },
    /** The simulated bank of a sandbox, and how long it takes to settle; null in prod. */
    sandboxBank:
      values.PURSER_ENVIRONMENT === 'sandbox' ? { settlesIn_ms: values.PURSER_SANDBOX_SETTLE_MS } : null,
    engine: { queueSize: values.PURSER_QUEUE_SIZE, batchSize: values.PURSER_BATCH_SIZE },
    http: {
      requestTimeout_ms: values.PURSER_REQUEST_TIMEOUT_MS,
      shutdownTimeout_ms: values.PURSER_SHUTDOWN_TIMEOUT_MS,
      trustedProxies:
        values.PURSER_TRUSTED_PROXIES === undefined ? null : parseNetworks(values.PURSER_TRUSTED_PROXIES),
      maxConnections: values.PURSER_MAX_CONNECTIONS,
      maxConnectionsPerAddress:
        values.PURSER_MAX_CONNECTIONS_PER_ADDRESS ?? quarter(values.PURSER_MAX_CONNECTIONS),
      maxInFlight: values.PURSER_MAX_IN_FLIGHT,
      maxInFlightPerParty: values.PURSER_MAX_IN_FLIGHT_PER_PARTY ?? quarter(values.PURSER_MAX_IN_FLIGHT),
      rate: { perSecond: values.PURSER_RATE_PER_SECOND, burst: values.PURSER_RATE_BURST },
      anonymousRate: {
        perSecond: values.PURSER_ANONYMOUS_RATE_PER_SECOND,
        burst: values.PURSER_ANONYMOUS_RATE_BURST,
      },
    },
  };
}
