import { isIban, isRoutingNumber } from '../../src/lib/bank-numbers.ts';
import { isCurrency } from '../../src/lib/currencies.ts';
import { idPrefixes } from '../../src/lib/id.ts';
import { isEmail } from '../../src/lib/text.ts';
import { isTimeZone } from '../../src/lib/time-zone.ts';
import { bodyText, type Draft, headerValues } from './draft.ts';
import type { ErrorEntry } from '../support/http.ts';

/** A sent request, the value in body or query that an error points at, if any, and the service's clock before it. */
type Sent = { draft: Draft; text: string; value: unknown; now_ms: number };

type Exception = { why: string; covers: (error: ErrorEntry, sent: Sent) => boolean };

const isAt = ({ source }: ErrorEntry, name: string): boolean =>
  source?.pointer?.endsWith(`/${name}`) ?? false;

/**
 * Refusals of values that the document's schemas allow. Each is a rule that JSON Schema cannot express and
 * that the document states in its text.
 */
const exceptions: readonly Exception[] = [
  {
    why: 'text is Unicode, which excludes lone surrogates',
    covers: (_error, { value }) => typeof value === 'string' && !value.isWellFormed(),
  },
  {
    why: 'the list of ISO 4217 currencies changes more often than a schema should',
    covers: (error, { value }) => isAt(error, 'currency') && !isCurrency(String(value)),
  },
  {
    why: 'the currencies that a rule allows are of the same list',
    covers: ({ source }, { value }) =>
      /\/currencies\/allow\/[0-9]+$/.test(source?.pointer ?? '') && !isCurrency(String(value)),
  },
  {
    why: 'the time zones of IANA change more often than a schema should',
    covers: (error, { value }) => isAt(error, 'timeZone') && !isTimeZone(String(value)),
  },
  {
    why: 'a routing number has a check digit',
    covers: (error, { value }) => isAt(error, 'routingNumber') && !isRoutingNumber(String(value)),
  },
  {
    why: 'an IBAN has check digits, and a length for each country',
    covers: (error, { value }) => isAt(error, 'iban') && !isIban(String(value)),
  },
  {
    why: 'the amounts of micro-deposits are those that arrived',
    covers: (error) => isAt(error, 'amounts') && error.detail.includes('arrived'),
  },
  {
    why: 'the address of a webhook is one that everybody could reach',
    covers: (error) => isAt(error, 'url'),
  },
  {
    why: 'the bank of a sandbox brings in less at once than an amount may be',
    covers: (error) => isAt(error, 'amount') && error.detail.startsWith('The sandbox’s bank brings in'),
  },
  {
    why: 'money moves between two wallets of one currency',
    covers: (error, { draft }) =>
      draft.operation.id === 'internalTransfer' &&
      error.code === 'invalid_value' &&
      isAt(error, 'destWalletId'),
  },
  {
    why: 'a change of a delegation names agents that have a grant in it',
    covers: ({ source }, { draft }) =>
      draft.operation.id === 'updateDelegation' && /\/agents\/[0-9]+\/agentId$/.test(source?.pointer ?? ''),
  },
  {
    why: '* stands alone among the events of a webhook',
    covers: (error, { value }) => isAt(error, 'enabledEvents') && Array.isArray(value) && value.includes('*'),
  },
  {
    why: 'a range of events ends after it begins, at seconds that exist',
    covers: (error) => isAt(error, 'createdBefore') || isAt(error, 'createdAfter'),
  },
  {
    why: 'a time of a filter is a second that exists, in UTC of the years 1 to 9999',
    covers: ({ source }, { value }) =>
      /^(created(After|Before)|from|to)$/.test(source?.parameter ?? '') && !isTime(String(value)),
  },
  {
    why: 'the period of a statement begins before its end',
    covers: ({ source, detail }) =>
      /^(from|to)$/.test(source?.parameter ?? '') && detail === '`to` must be after `from`.',
  },
  {
    why: 'an address has no space, and no character that is invisible, private or unassigned; patterns know ASCII',
    covers: (_error, { value }) =>
      typeof value === 'string' &&
      value.includes('.') &&
      /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value),
  },
  {
    why: 'a name has a character that is seen; patterns know controls and spaces',
    covers: (_error, { value }) =>
      typeof value === 'string' && !/[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value),
  },
  {
    why: 'the invited address of a filter is one that an invitation takes',
    covers: ({ source }, { value }) => source?.parameter === 'recipient' && !isEmail(String(value)),
  },
  {
    why: 'an id of any resource has a prefix that Purser gives, which are more than a pattern should list',
    covers: ({ source }, { value }) =>
      /^(target|resource)Id$/.test(source?.parameter ?? '') &&
      !idPrefixes.some((prefix) => String(value).startsWith(`${prefix}_`)),
  },
  {
    why: 'a rule lists accounts at banks to which the party withdraws, and none that was removed',
    covers: ({ detail }) => detail.startsWith('`value` must be the id of an external account'),
  },
  {
    why: 'a rule about counterparties has a list of them, as its description says',
    covers: ({ source }, { value }) =>
      source?.pointer?.endsWith('/counterparties') === true &&
      typeof value === 'object' &&
      value !== null &&
      !('allow' in value) &&
      !('block' in value),
  },
  {
    why: 'a domain is in lower case, also in letters beyond ASCII',
    covers: (_error, { value }) => typeof value === 'string' && value.toLowerCase() !== value,
  },
  {
    why: 'an address has at most 254 characters in lower case, too, in which some characters become two',
    covers: (_error, { value }) =>
      typeof value === 'string' && value.includes('@') && Array.from(value.toLowerCase()).length > 254,
  },
  {
    why: 'an invitation expires in the future, in a year of four digits, at a second that exists',
    covers: (error, { value, now_ms }) => isAt(error, 'expiresAt') && !isAhead(String(value), now_ms),
  },
  {
    why: 'the clock of a sandbox stops at the end of the year 9998',
    covers: (error) => isAt(error, 'seconds') && error.detail.includes('9998'),
  },
  {
    why: 'a change may repeat only the id of its path',
    covers: (error, { draft, value }) =>
      error.source?.pointer === '/data/id' && !Object.values(draft.path).includes(String(value)),
  },
  {
    why: 'an agent is always sent with its conversation',
    covers: ({ source }, { draft }) =>
      source?.header === 'X-Instance-ID' &&
      !headerValues(draft, 'X-Instance-ID').some((value) => value !== ''),
  },
  {
    why: 'a party can neither pay nor request money from itself',
    covers: (error) => error.code === 'invalid_value' && /party that (pays|asks)/.test(error.detail),
  },
  {
    why: 'both names of a parameter say the same',
    covers: ({ code, source }) =>
      code === 'invalid_value' && /^(customerPartyId|partyId|customerEmail)$/.test(source?.parameter ?? ''),
  },
  {
    why: 'both names of a party are one',
    covers: (error, { draft }) => draft.operation.id === 'updateParty' && isAt(error, 'displayName'),
  },
  {
    why: 'the limits of a party are sent in one of two forms, in its default currency',
    covers: (error, { draft }) =>
      draft.operation.id === 'setPartyLimits' && (isAt(error, 'limits') || isAt(error, 'currency')),
  },
  {
    why: 'an agent key has an agent, named by its attribute, its relationship, or both alike',
    covers: (error, { draft }) =>
      draft.operation.id === 'createAgentKey' &&
      (isAt(error, 'agentId') || error.source?.pointer === '/data/relationships/agent/data/id'),
  },
  {
    why: 'a cursor must have been issued by the server',
    covers: ({ code, source }) => code === 'invalid_pagination_cursor' && source?.parameter === 'cursor',
  },
];

/** Returns the rule that justifies an error about a value that the schemas allow. */
export function exceptionFor(error: ErrorEntry, draft: Draft, now_ms: number): Exception | undefined {
  const text = draft.body === undefined ? '' : bodyText(draft.body);
  const { pointer, parameter } = error.source ?? {};
  const value =
    pointer === undefined ? draft.query.find(([name]) => name === parameter)?.[1] : valueAt(text, pointer);
  return exceptions.find(({ covers }) => covers(error, { draft, text, value, now_ms }));
}

function valueAt(text: string, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown> | undefined)?.[name],
    JSON.parse(text),
  );
}

// Concurrent requests may advance the sandbox's clock, each by ten years.
const moved_ms = 200 * 365 * 86_400_000;

const isAhead = (time: string, now_ms: number): boolean =>
  isTime(time) && Date.parse(time) > now_ms + moved_ms;

/** Whether the text is a second that exists, which a leap second is not, in UTC of the years 1 to 9999. */
function isTime(text: string): boolean {
  const time_ms = Date.parse(text);
  return time_ms >= Date.parse('0001-01-01T00:00:00Z') && time_ms < Date.UTC(10_000, 0);
}
