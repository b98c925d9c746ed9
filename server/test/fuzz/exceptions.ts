import { bodyText, headerValues } from './draft.ts';
import type { Draft } from './draft.ts';
import type { ErrorEntry } from '../support/http.ts';

/** What was sent, where an error points, and what the service's clock showed before. */
type Sent = { draft: Draft; text: string; value: unknown; now_ms: number };

type Exception = { why: string; covers: (error: ErrorEntry, sent: Sent) => boolean };

const isAt = ({ source }: ErrorEntry, name: string): boolean =>
  source?.pointer?.endsWith(`/${name}`) ?? false;

const currencies = new Set(Intl.supportedValuesOf('currency'));

/**
 * What the server refuses though the document's schemas allow it. Each is a rule that JSON Schema has no words for, said
 * in the document's texts.
 */
const exceptions: readonly Exception[] = [
  {
    why: 'text is Unicode: half a surrogate pair is none',
    covers: (_error, { value }) => typeof value === 'string' && !value.isWellFormed(),
  },
  {
    why: 'the currencies of ISO 4217 change more often than a schema should',
    covers: (error, { value }) => isAt(error, 'currency') && !currencies.has(String(value)),
  },
  {
    why: 'an invitation ends in the future, within the years that can be written with four digits, at a second that clocks show',
    covers: (error, { value, now_ms }) => isAt(error, 'expiresAt') && !isAhead(String(value), now_ms),
  },
  {
    why: 'the clock of a sandbox ends with the year 9998',
    covers: (error) => isAt(error, 'seconds') && error.detail.includes('9998'),
  },
  {
    why: 'a change may repeat the id of its path, and no other one',
    covers: (error, { draft, value }) =>
      error.source?.pointer === '/data/id' && !Object.values(draft.path).includes(String(value)),
  },
  {
    why: 'an agent is named together with its conversation',
    covers: ({ source }, { draft }) =>
      source?.header === 'X-Instance-ID' &&
      !headerValues(draft, 'X-Instance-ID').some((value) => value !== ''),
  },
  {
    why: 'nobody pays or asks themselves, by whatever name',
    covers: (error) => error.code === 'invalid_value' && /party that (pays|asks)/.test(error.detail),
  },
  {
    why: 'a cursor is a text that was given, not one of a form',
    covers: ({ code, source }) => code === 'invalid_pagination_cursor' && source?.parameter === 'cursor',
  },
];

/** The rule by which an error is right about something that the schemas allow. */
export function exceptionFor(error: ErrorEntry, draft: Draft, now_ms: number): Exception | undefined {
  const text = draft.body === undefined ? '' : bodyText(draft.body);
  const value = error.source?.pointer === undefined ? undefined : valueAt(text, error.source.pointer);
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

// Requests beside this one may move the clock of a sandbox, each by ten years.
const moved_ms = 200 * 365 * 86_400_000;

function isAhead(time: string, now_ms: number): boolean {
  const then_ms = Date.parse(time);
  return then_ms > now_ms + moved_ms && then_ms < Date.UTC(10_000, 0);
}
