import { type Fault, PurserError } from '../../errors.ts';
import type { ReasonShown } from '../../terms/reasons.ts';
import { type OutcomeStatus, refused } from './outcome.ts';
import { shownReason } from './reasons.ts';
import type { Result } from './result.ts';

/** The arguments of tools, by the names that the API gives what they become. */
const argumentNames: Readonly<Record<string, string>> = {
  amount: 'amount',
  currency: 'currency',
  counterparty: 'to',
  payer: 'from',
  payerName: 'payer_name',
  description: 'description',
  customerPartyId: 'customer_id',
  partyId: 'customer_id',
  walletId: 'wallet_id',
  paymentSource: 'wallet_id',
  sourceWalletId: 'from_wallet_id',
  destWalletId: 'to_wallet_id',
  externalAccountId: 'external_account_id',
  expectedAmount: 'expected_amount',
  expectedCurrency: 'expected_currency',
  paymentId: 'payment_id',
  paymentRequestId: 'payment_request_id',
  limit: 'limit',
  cursor: 'cursor',
};

type Faulty = { argument: string; problem: string };

/** Returns a refusal of the API as what a tool says; null if the failure is ours, and nobody may see it. */
export function refusalOf(error: unknown): Result | null {
  if (!(error instanceof PurserError)) return null;
  const [{ code, detail, reasons }] = error.faults;
  const wait_s = error.retryAfter_s ?? 1;
  if (error.status === 429) return brief('rate_limit', `${detail} This call did nothing. Wait ${wait_s} s.`);
  if (error.status === 503) return brief('overload', `${detail} Wait ${wait_s} s.`);
  if (code === 'agent_suspended')
    return refused(
      'This agent is suspended: it may read, and nothing else, until a person resumes it. This call moved nothing.',
    );
  const faulty = error.faults.flatMap(faultyArgument);
  const why = { ...(faulty.length > 0 && { faulty }), ...(reasons && { reasons: reasons.map(shown) }) };
  const details = [...new Set(error.faults.map((each) => each.detail))].join(' ');
  return refused(`${details} This call changed nothing.`, { code, ...why } as object);
}

/** Returns whether a purpose was used for something else. */
export function isReused(error: unknown): boolean {
  return error instanceof PurserError && error.faults[0].code === 'idempotency_key_reused';
}

/** Returns the faults of the arguments of a call, all of them, by the names of the arguments. */
export function faultyArguments(faults: readonly Fault[]): Result {
  const faulty = faults.flatMap(faultyArgument);
  const details = [...new Set(faults.map(({ detail }) => detail))].join(' ');
  const message = `Nothing was done. ${details}`;
  return refused(message, { code: 'invalid_value', faulty } as object);
}

function brief(status: OutcomeStatus, message: string): Result {
  return { says: { status, message }, isError: true };
}

const shown = (reason: object) => shownReason(reason as ReasonShown);

function faultyArgument({ source, detail }: Fault): Faulty[] {
  if (!source || 'header' in source) return [];
  if ('parameter' in source)
    return [{ argument: argumentNames[source.parameter] ?? source.parameter, problem: detail }];
  const attribute = /^\/data\/attributes\/([^/]+)/.exec(source.pointer)?.[1] ?? '';
  const argument = argumentNames[attribute];
  return argument === undefined ? [] : [{ argument, problem: detail }];
}
