/** The error codes. `status` is the HTTP status, `meaning` the text of the code's page. */
const errorCodes = {
  invalid_json: entry(
    400,
    'Invalid JSON',
    'The body is not JSON as Purser reads it: UTF-8, no duplicate names, at most 32 levels deep and 2,000 values.',
  ),
  invalid_value: entry(
    422,
    'Invalid value',
    'A value is missing, unknown or not of the required form; `source` points at it. In a path, query or header the status is 400, in a body 422.',
  ),
  invalid_pagination_cursor: entry(
    400,
    'Invalid pagination cursor',
    'The cursor was altered, or belongs to another list, party or set of filters. Start again from the first page.',
  ),
  idempotency_key_required: entry(
    400,
    'Idempotency-Key required',
    'This write needs the header `Idempotency-Key`: choose a new one per intent, and send the same one when you retry.',
  ),
  unauthenticated: entry(
    401,
    'Unauthenticated',
    'There is no usable credential: send `Authorization: Bearer <key>` with a key that is active.',
  ),
  forbidden: entry(403, 'Forbidden', 'The caller is known but may not do this.'),
  insufficient_scope: entry(
    403,
    'Insufficient scope',
    'The key lacks the scope that this endpoint needs; the detail names it.',
  ),
  sign_in_required: entry(
    403,
    'Sign-in required',
    'This needs a person who has signed in on the pages, and no key; some of it within ten minutes of the sign-in. Ask for a fresh link by mail.',
  ),
  agent_not_allowed: entry(
    403,
    'Not for agents',
    'Agents never do this, whatever key they use: it needs a person of the party.',
  ),
  delegation_suspended: entry(
    403,
    'Delegation suspended',
    'The customer has suspended its delegation to the caller’s party. Until it resumes it, the caller does nothing about what it asked for from the customer’s wallets.',
  ),
  agent_suspended: entry(
    403,
    'Agent suspended',
    'The agent that acts is suspended: it may read, and nothing else, until its party resumes it.',
  ),
  rule_broken: entry(
    403,
    'Rule broken',
    'The agent’s party, or the customer, has set rules that refuse this. `meta.reasons` names every rule and limit that it exceeds, with the value and the limit.',
  ),
  wallet_not_allowed: entry(
    403,
    'Wallet not allowed',
    'The agent is bound to certain wallets of its party, and this would be paid from another one.',
  ),
  not_found: entry(404, 'Not found', 'Nothing answers at this address.'),
  agent_not_found: entry(
    404,
    'Agent not found',
    'The caller’s party has no agent of this id, or none that is active where it is to act.',
  ),
  agent_key_not_found: entry(404, 'Agent key not found', 'The caller’s party has no agent key of this id.'),
  api_key_not_found: entry(404, 'API key not found', 'The caller’s party has no API key of this id.'),
  oauth_grant_not_found: entry(
    404,
    'OAuth grant not found',
    'The caller’s party has no OAuth grant of this id.',
  ),
  approval_not_found: entry(
    404,
    'Approval not found',
    'There is no approval of this id that the caller may see.',
  ),
  claim_not_found: entry(
    404,
    'Claim not found',
    'The token leads to no money that waits: it was claimed, canceled or returned, or the token is wrong or too old.',
  ),
  contact_not_found: entry(
    404,
    'Contact not found',
    'The caller’s party has no address with this id, or the token of the pending one has expired.',
  ),
  customer_not_found: entry(
    404,
    'Customer not found',
    'There is no customer of this id that delegated to the caller.',
  ),
  customer_invitation_not_found: entry(
    404,
    'Customer invitation not found',
    'There is no customer invitation of this id that the caller’s party sent or received.',
  ),
  delegation_not_found: entry(
    404,
    'Delegation not found',
    'There is no delegation of this id that the caller’s party gave or received.',
  ),
  event_not_found: entry(404, 'Event not found', 'There is no event of this id that the caller may see.'),
  external_account_not_found: entry(
    404,
    'External account not found',
    'The caller’s party has no external account of this id.',
  ),
  invitation_not_found: entry(
    404,
    'Invitation not found',
    'The caller’s party has no invitation of this id. Or the token leads to no open invitation: it was answered, canceled or left too long, or the token is wrong.',
  ),
  party_not_found: entry(404, 'Party not found', 'There is no party of this id.'),
  payment_not_found: entry(
    404,
    'Payment not found',
    'There is no payment of this id that the caller may see.',
  ),
  payment_request_not_found: entry(
    404,
    'Payment request not found',
    'There is no payment request of this id that the caller may see.',
  ),
  recipient_agent_not_found: entry(
    404,
    'Recipient agent not found',
    'There is no active agent of this id to be paid.',
  ),
  transaction_not_found: entry(
    404,
    'Transaction not found',
    'There is no transaction of this id that the caller may see.',
  ),
  transfer_not_found: entry(
    404,
    'Transfer not found',
    'There is no transfer of this id that the caller may see.',
  ),
  user_not_found: entry(404, 'User not found', 'The caller’s party has no member with this id.'),
  webhook_not_found: entry(404, 'Webhook not found', 'The caller’s party has no webhook of this id.'),
  wallet_not_found: entry(
    404,
    'Wallet not found',
    'There is no wallet of this id that the caller may see or use.',
  ),
  method_not_allowed: entry(
    405,
    'Method not allowed',
    'This address exists, but not for this method; the header `Allow` lists those it has.',
  ),
  request_timeout: entry(
    408,
    'Request timeout',
    'The request did not arrive in time, or its body arrived too slowly. Nothing was done; send it again.',
  ),
  already_exists: entry(409, 'Already exists', 'The caller’s party has this already.'),
  conflict: entry(409, 'Conflict', 'The request does not fit the present state.'),
  idempotency_key_reused: entry(
    409,
    'Idempotency key reused',
    'The key was already used here for another request. A new intent needs a new key.',
  ),
  idempotency_request_in_progress: entry(
    409,
    'Request in progress',
    'An earlier request with this key has not ended yet. Send the same request again in a moment.',
  ),
  amount_owed: entry(
    409,
    'Amount owed',
    'A deposit of the party was returned after its money was spent. Until what it owes in this currency is settled, or the operator writes it off, nothing leaves its wallets, and none is closed. Nothing was moved.',
  ),
  insufficient_funds: entry(
    409,
    'Insufficient funds',
    'The wallet does not have this much, with the fee if there is one, available in this currency. Nothing was moved.',
  ),
  external_account_not_usable: entry(
    409,
    'External account not usable',
    'The external account is disabled, or not verified yet. Nothing was moved.',
  ),
  party_frozen: entry(
    409,
    'Party frozen',
    'The party that would pay, or the one that asks for it, is frozen. No money leaves until whoever froze it unfreezes it: people of that party, the operator, or both.',
  ),
  wallet_frozen: entry(409, 'Wallet frozen', 'The wallet that would pay is frozen. Nothing was moved.'),
  payload_too_large: entry(413, 'Payload too large', 'The body is larger than 256 KiB.'),
  unsupported_media_type: entry(
    415,
    'Unsupported media type',
    'Send the body as `application/json` in UTF-8, not compressed.',
  ),
  rate_limited: entry(
    429,
    'Rate limited',
    'This caller sends more than its share. Wait for the seconds in `Retry-After`.',
  ),
  too_many_in_review: entry(
    429,
    'Too many in review',
    'As many payments and withdrawals of this agent as may wait for an approval do. Wait until some of them are decided or canceled, then send the request again, with the same idempotency key.',
    60,
  ),
  server_error: entry(
    500,
    'Server error',
    'Purser failed; the fault is logged under the support id. A write may be retried with the same idempotency key.',
  ),
  service_unavailable: entry(
    503,
    'Service unavailable',
    'Purser is overloaded, stopping, or without its database. Nothing was done; retry after the seconds in `Retry-After`.',
  ),
  lock_timeout: entry(
    503,
    'Lock time-out',
    'Another transaction held a row that this request needs for longer than the server waits. Nothing was done; retry after the seconds in `Retry-After`.',
  ),
  outcome_unknown: entry(
    503,
    'Outcome unknown',
    'The database, or the standby that its commits wait for, went away while the write was being committed. Send the same request with the same idempotency key: it is done once, and the answer says how it ended. Without a key nobody can tell a retry from a new request: look up whether the write took effect before you repeat it.',
  ),
} as const;

export type ErrorCode = keyof typeof errorCodes;
/** `retryAfter_s`: the seconds to wait before a retry, where neither the status nor the refusal says it. */
export type ErrorEntry = { status: number; title: string; meaning: string; retryAfter_s?: number };

function entry(status: number, title: string, meaning: string, retryAfter_s?: number): ErrorEntry {
  return { status, title, meaning, ...(retryAfter_s !== undefined && { retryAfter_s }) };
}

/** The error codes, for their pages, the OpenAPI document and docs/errors.md. */
export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = errorCodes;

/** The source of a fault: a JSON pointer into the body, a path or query parameter, or a header. */
export type ErrorSource = { pointer: string } | { parameter: string } | { header: string };

export type Fault = {
  code: ErrorCode;
  detail: string;
  source?: ErrorSource | undefined;
  /** For `rule_broken`: everything that is exceeded, for programs. */
  reasons?: readonly object[];
};

/**
 * The only error that clients see. `http/fail.ts` turns it into a response. Details never repeat a value that was sent.
 */
export class PurserError extends Error {
  readonly faults: readonly [Fault, ...Fault[]];
  readonly status: number;
  /** Seconds to wait before a retry; always set with 429 and 503. */
  readonly retryAfter_s: number | undefined;
  /**
   * The engine's word for the refusal of a command, for the audit log; null for every other error. If it is set, the
   * engine has checked the actor in its transaction.
   */
  readonly engineRefusal: string | null;
  /** What a refused payment or withdrawal of an agent was to do, as the audit log keeps it; null for every other error. */
  readonly attempt: object | null;

  constructor(
    faults: readonly [Fault, ...Fault[]],
    options: {
      status?: number;
      retryAfter_s?: number;
      cause?: unknown;
      engineRefusal?: string;
      attempt?: object | null;
    } = {},
  ) {
    const status = options.status ?? errorCodes[faults[0].code].status;
    const { stackTraceLimit } = Error;
    if (status < 500) Error.stackTraceLimit = 0; // nobody reads it, and it takes a third of a refusal's time
    super(faults[0].detail, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'PurserError';
    this.faults = faults;
    this.engineRefusal = options.engineRefusal ?? null;
    this.attempt = options.attempt ?? null;
    this.status = status;
    const isBrief = this.status === 429 || this.status === 503;
    this.retryAfter_s =
      options.retryAfter_s ?? errorTable[faults[0].code].retryAfter_s ?? (isBrief ? 1 : undefined);
  }
}

/** Returns an error with a single fault. */
export function fault(code: ErrorCode, detail: string, source?: ErrorSource): PurserError {
  return new PurserError([{ code, detail, source }]);
}

/** Returns a 400 for invalid values in the path, the query or a header. */
export function badRequest(faults: readonly [Fault, ...Fault[]]): PurserError {
  return new PurserError(faults, { status: 400 });
}
