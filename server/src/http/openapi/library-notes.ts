/** An operation of the document, as far as the notes need it. */
type Operation = {
  operationId?: string;
  summary: string;
  description?: string;
  responses: Readonly<Record<string, { $ref?: string }>>;
};

const units = '`amount` is a whole number of minor units: 1250 is 12.50 USD.';
const hours = 'Its idempotency key is kept for 48 hours, or as long as the operator has set.';

/** When money moves by an operation, for how long its idempotency key holds, and in which unit amounts are. */
export const moneyNotes: Readonly<Record<string, string>> = {
  createPayment: `${units} With the response it has left the payer's wallet, or is held there until it is claimed, and the operator's fee with it; unless the status is \`IN_REVIEW\`: then nothing is held, and it leaves with the last approval. The idempotency key is kept for ever.`,
  createPaymentRefund: `${units} It is back with the response. ${hours}`,
  cancelPayment: `What was held is available again with the response. ${hours}`,
  withdrawTransfer: `${units} It is held with the response, unless the status is \`IN_REVIEW\`: then it is held with the last approval. ${hours}`,
  depositTransfer: `${units} It arrives once the bank reports it, which is after the response. ${hours}`,
  internalTransfer: `${units} It has moved with the response. ${hours}`,
  cancelTransfer: `What is canceled at once is available again with the response. ${hours}`,
  createPaymentRequest: `${units} Nothing moves until it is paid. ${hours}`,
  fulfillPaymentRequest: `From a wallet, the money has left with the response, unless the status is \`IN_REVIEW\`. From an external account, it moves once the bank has settled the deposit. ${hours}`,
  approveApproval: `With the last approval, the money of a payment has moved with the response, and that of a withdrawal is held. ${hours}`,
  denyApproval: hours,
  simulateDeposits: `${units} It has arrived with the response. ${hours}`,
};

/** What every call can meet: it is said once, in the documents of the libraries. */
const general: ReadonlySet<string> = new Set([
  'agent_not_allowed',
  'agent_not_found',
  'forbidden',
  'idempotency_key_required',
  'idempotency_key_reused',
  'idempotency_request_in_progress',
  'insufficient_scope',
  'invalid_json',
  'invalid_pagination_cursor',
  'invalid_value',
  'lock_timeout',
  'outcome_unknown',
  'payload_too_large',
  'rate_limited',
  'request_timeout',
  'server_error',
  'service_unavailable',
  'unauthenticated',
  'unsupported_media_type',
]);

const classes: Readonly<Record<string, string>> = {
  403: 'PermissionError',
  404: 'NotFoundError',
  409: 'ConflictError',
  429: 'RateLimitError',
};

/** Returns what stands above a method: what it does, when money moves, and its own errors. */
export function noteOf(operation: Operation, isOnce: boolean): string {
  const { operationId = '', summary, description = '' } = operation;
  const repeats = isOnce
    ? 'It takes no idempotency key, so it is not repeated if it may have taken effect.'
    : '';
  const texts = [`${summary}.`, description, moneyNotes[operationId] ?? '', repeats, errorsOf(operation)];
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Returns the errors of an operation that not every call can meet, by class. */
export function errorsOf({ responses }: Operation): string {
  const found = Object.entries(responses).flatMap(([status, { $ref = '' }]) => {
    const codes = codesIn($ref).filter((code) => !general.has(code));
    const name = classes[status] ?? 'APIError';
    return codes.length === 0 ? [] : [`\`${name}\` (${codes.map((code) => `\`${code}\``).join(', ')})`];
  });
  return found.length === 0 ? '' : `Errors: ${found.join(', ')}.`;
}

/** Returns the codes that a response stands for: its component is named by its status and its codes. */
const codesIn = (ref: string): string[] => /\/\d+\.(.+)$/.exec(ref)?.[1]?.split('.') ?? [];
