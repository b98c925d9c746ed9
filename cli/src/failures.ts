import {
  AbortedError,
  APIError,
  ConnectionError,
  OutcomeUnknownError,
  UsageError,
} from '../../client/src/errors.ts';
import type { Row } from './columns.ts';
import type { Access } from './profiles.ts';
import { reasonsOf } from './reasons.ts';
import { exits, Stop } from './stop.ts';
import { asText, clean, kebab, quoted } from './text.ts';

/** How a command failed, for people and programs. */
export type Failure = {
  exit: number;
  code: string;
  message: string;
  /** What to type next; null if nothing comes to mind. */
  next: string | null;
  requestId: string | null;
  idempotencyKey: string | null;
};

const nouns: Readonly<Record<string, string>> = {
  agent: 'agents',
  agent_key: 'agents keys AGENT',
  api_key: 'keys',
  approval: 'approvals',
  customer: 'customers',
  delegation: 'delegations',
  event: 'events',
  external_account: 'external-accounts',
  invitation: 'members invitations',
  oauth_grant: 'grants',
  payment: 'payments',
  payment_request: 'requests',
  transaction: 'transactions',
  transfer: 'transfers',
  user: 'members',
  wallet: 'wallets',
  webhook: 'webhooks',
};

/** What helps, by the code of the server. */
const advice: Readonly<Record<string, string>> = {
  insufficient_scope: 'ask an owner for a key with this scope, or: purser login --profile NAME',
  forbidden: 'purser whoami',
  agent_not_allowed: 'this is for people: purser login --profile NAME, with the key of a person',
  agent_suspended: 'a person of the party lifts it: purser agents resume AGENT',
  insufficient_funds: 'purser balance',
  wallet_not_allowed: 'purser agents get AGENT shows the wallets that it may spend from',
  rule_broken: 'purser agents rules AGENT',
  idempotency_key_reused: 'leave --idempotency-key out: a new intent has a new key',
  amount_owed: 'purser balance',
  party_frozen: 'purser party unfreeze',
  wallet_frozen: 'purser wallets unfreeze WALLET',
  too_many_in_review: 'purser approvals',
  sign_in_required: 'purser open account',
  not_found: 'purser doctor   (the server may be older than this command)',
  method_not_allowed: 'purser doctor   (the server may be older than this command)',
  unknown: 'purser doctor   (is this the address of Purser?)',
};

function adviceOn(error: APIError, access: Access | null): string | null {
  const { code, status, retryAfter_ms } = error;
  if (status === 401)
    return access?.keyFrom === 'environment' ? 'check PURSER_API_KEY, or unset it' : 'purser login';
  const given = advice[code];
  if (given !== undefined) return given;
  const [, absent = ''] = /^(\w+)_not_found$/.exec(code) ?? [];
  const noun = nouns[absent];
  if (noun !== undefined) return `purser ${noun}`;
  if (retryAfter_ms !== null) return `wait ${Math.ceil(retryAfter_ms / 1000)} s, then type it again`;
  return null;
}

function placeOf(fault: APIError['errors'][number]): string {
  const { pointer, parameter, header } = fault.source ?? {};
  const name = pointer?.replace(/^\/data\/attributes\//, '') ?? parameter;
  if (name === undefined) return header === undefined ? '' : clean(` (${header})`);
  return clean(` (${kebab(name.replaceAll('/', '.'))})`);
}

function apiMessage(error: APIError, access: Access | null): string {
  if (error.status === 401)
    return access?.session
      ? 'The server does not take this login: it was ended, or is for another server. Log in again.'
      : 'The server does not take this key: it is wrong, revoked or expired.';
  if (error.code === 'unknown') return `The answer (${error.status}) is none of Purser's.`;
  return error.errors
    .map((fault) => {
      const { meta } = fault as { meta?: { reasons?: unknown } };
      const reasons = reasonsOf(meta?.reasons);
      const because = reasons.length === 0 ? '' : ` Because ${reasons.join('; and ')}.`;
      return `${clean(fault.detail)}${placeOf(fault)}${because}`;
    })
    .join(' ');
}

const exitOf = ({ status }: { status: number }): number =>
  status === 401 || status === 403 ? exits.notAllowed : exits.refused;

/** Returns the same command with the key under which it takes effect once. */
function againWith(argv: readonly string[], key: string): string {
  const at = argv.findIndex((word) => word === '--idempotency-key' || word.startsWith('--idempotency-key='));
  const count = argv[at] === '--idempotency-key' ? 2 : 1;
  const rest = at === -1 ? argv : [...argv.slice(0, at), ...argv.slice(at + count)];
  return `purser ${quoted([...rest, '--idempotency-key', key])}`;
}

/** Returns what the last try came to, if it was an answer, in brackets: the wrong server answers, too. */
function lastOf({ cause }: Error): string {
  if (!(cause instanceof APIError)) return '';
  return cause.code === 'unknown'
    ? ` (the last, ${cause.status}, is none of Purser's)`
    : ` (the last was ${cause.status})`;
}

/** What a failed command was: as typed, as whom, and the last thing that it did make or change. */
export type Attempted = { argv: readonly string[]; access: Access | null; made: Row | null };

/** Returns what to say of an error, and the code to exit with. */
export function failureOf(error: unknown, attempted: Attempted): Failure {
  const failure = failedAs(error, attempted);
  const { made } = attempted;
  return made === null || error instanceof OutcomeUnknownError ? failure : behind(made, failure);
}

/** Returns a failure that came after something took effect: nobody may take it for a payment that was not made. */
function behind({ object, id }: Row, failure: Failure): Failure {
  const what = clean(`${asText(object)} ${asText(id)}`);
  const isMoney = object === 'payment' || object === 'transfer';
  const isInterrupted = failure.exit === exits.interrupted;
  const then = failure.message.replace(/ ?Nothing was done\.$/, '');
  return {
    ...failure,
    exit: isInterrupted ? exits.interrupted : exits.waits,
    message: `The ${what} ${isMoney ? 'was made' : 'took effect'}${then === '' ? '.' : `, and then: ${then}`}`,
    next: isMoney ? `purser ${object}s get ${clean(asText(id))}` : failure.next,
  };
}

function failedAs(error: unknown, { argv, access }: Attempted): Failure {
  const none = { next: null, requestId: null, idempotencyKey: null };
  const isPay = argv[0] === 'pay';
  const hint = isPay ? '' : ' Within 48 hours: later, look first whether it is there.';
  if (error instanceof OutcomeUnknownError || (error instanceof AbortedError && error.isOutcomeUnknown)) {
    const key = error.idempotencyKey;
    const again = key === null ? 'look whether it took effect before you try again' : againWith(argv, key);
    return {
      exit: error instanceof AbortedError ? exits.interrupted : exits.outcomeUnknown,
      code: 'outcome_unknown',
      message: `No answer says whether this took effect${lastOf(error)}.${key === null ? '' : ` Type it again with its key, and it takes effect once.${hint}`}`,
      next: again,
      requestId: error instanceof OutcomeUnknownError ? error.requestId : null,
      idempotencyKey: key,
    };
  }
  if (error instanceof AbortedError)
    return { ...none, exit: exits.interrupted, code: 'interrupted', message: 'Nothing was done.' };
  if (error instanceof Stop)
    return { ...none, exit: error.exit, code: error.code, message: error.message, next: error.next };
  if (error instanceof APIError)
    return {
      exit: exitOf(error),
      code: error.code,
      message: apiMessage(error, access),
      next: adviceOn(error, access),
      requestId: error.requestId,
      idempotencyKey: error.idempotencyKey,
    };
  if (error instanceof ConnectionError)
    return {
      ...none,
      exit: exits.refused,
      code: 'no_connection',
      message: `No answer from ${access?.url ?? 'the server'}. Nothing was done.`,
      next: 'start the server (npm start), or say where it is: PURSER_URL=https://… or purser login --url https://…',
    };
  if (error instanceof UsageError) {
    const [, target] = / redirects to (.+): give /.exec(error.message) ?? [];
    const message = target
      ? `${access?.url ?? 'The server'} redirects to ${clean(target)}. The key was not sent there.`
      : clean(error.message);
    const next = target ? 'purser login --url ADDRESS, with the address that it leads to' : null;
    return { ...none, exit: exits.usage, code: 'usage', message, next };
  }
  return {
    ...none,
    exit: exits.refused,
    code: 'fault',
    message: `This is a fault of the command: ${clean(error instanceof Error ? error.message : String(error))}`,
    next: 'type it again with PURSER_DEBUG=1 and report what it prints',
  };
}

/** Returns a refusal that a preview foretells, as an error of the server. */
export function foretold(errors: readonly Row[]): Stop {
  const [first] = errors;
  const status = Number(first?.['status'] ?? 0);
  const code = asText(first?.['code'] ?? 'refused');
  const text = errors
    .map((each) => {
      const meta = each['meta'] as { reasons?: unknown } | undefined;
      const reasons = reasonsOf(meta?.reasons);
      return `${clean(String(each['detail']))}${reasons.length === 0 ? '' : ` Because ${reasons.join('; and ')}.`}`;
    })
    .join(' ');
  return new Stop(exitOf({ status }), code, `${text} Nothing was moved.`, advice[code] ?? null);
}
