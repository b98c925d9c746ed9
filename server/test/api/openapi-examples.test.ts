import { expect, describe, it } from 'vitest';
import { endpoints, streams } from '../../src/start/app.ts';
import { errorTable } from '../../src/errors.ts';
import { eventShape } from '../../src/history/events/resource.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { objectsIn } from '../support/objects.ts';

// The examples of the document, read beside one another as somebody would who learns from them.

type Values = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '-');
type Content = { content?: Record<string, { example?: unknown }> };
type Operation = { requestBody?: Content; responses: Record<string, Content> };

const document = JSON.parse(JSON.stringify(openApiDocument({ endpoints, streams, metrics: true }))) as {
  paths: Record<string, Record<string, Operation>>;
};

type Example = { name: string; sent: Values; shown: Values[]; whole: unknown };
const examples = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) =>
    exampleOf(`${method.toUpperCase()} ${path}`, operation),
  ),
);

function exampleOf(name: string, { requestBody, responses }: Operation): Example {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const request = requestBody?.content?.['application/json']?.example as
    | { data: { attributes: Values } }
    | undefined;
  const whole = response?.content?.['application/json']?.example;
  const { data } = (whole ?? {}) as { data?: { attributes?: Values } | Array<{ attributes: Values }> };
  const shown = [data ?? []].flat().map(({ attributes = {} }) => attributes);
  return { name, sent: request?.data.attributes ?? {}, shown, whole };
}

/** Returns the names of operations of which an attribute of the response is wrong. */
const wrong = (isWrong: (shown: Values, example: Example) => boolean): string[] =>
  examples.filter((each) => each.shown.some((shown) => isWrong(shown, each))).map(({ name }) => name);

/** Returns whether what is shown has what was sent; of objects in a list, what it knows of them by the same names. */
function has(shown: unknown, sent: unknown): boolean {
  if (!Array.isArray(shown) || !Array.isArray(sent) || typeof sent[0] !== 'object')
    return JSON.stringify(shown) === JSON.stringify(sent);
  return sent.every((each: Values, index) => {
    const entry = (shown as Values[])[index] ?? {};
    return Object.entries(each).every(([name, value]) => !(name in entry) || has(entry[name], value));
  });
}

const sayAlike = (shown: Values, sent: Values): boolean =>
  Object.entries(sent).every(([name, value]) => !(name in shown) || has(shown[name], value));

/** Returns what a request says of what it expects to pay. */
const expected = ({ expectedAmount, expectedCurrency }: Values): Values =>
  expectedAmount === undefined ? {} : { amount: expectedAmount, currency: expectedCurrency };

/** Returns whether a name is set without the status that it goes with, or the status is there without it. */
const goesWith = (name: string, word: string) => (shown: Values) =>
  name in shown && 'status' in shown && (shown[name] !== null) !== (shown['status'] === word);

const isEmpty = (list: unknown): boolean => !Array.isArray(list) || list.length === 0;

describe('the example of a response', () => {
  it('shows what the request beside it says', () => {
    const withBoth = examples.filter(
      ({ sent, shown }) => shown[0] && Object.keys(sent).some((key) => key in (shown[0] ?? {})),
    );
    expect(withBoth.length).toBeGreaterThan(20);
    expect(wrong((shown, { sent }) => !sayAlike(shown, sent))).toEqual([]);
    expect(wrong((shown, { sent }) => !sayAlike(shown, expected(sent)))).toEqual([]);
  });

  it('has no tag that the request beside it did not give, and no fee, which nobody charges', () => {
    const creates = /^POST \/(payments|payment-requests|wallets|agents|webhooks|transfers\/\w+|api-keys)$/;
    expect(wrong(({ tags }, { name, sent }) => creates.test(name) && !has(tags, sent['tags'] ?? {}))).toEqual(
      [],
    );
    expect(wrong((shown) => 'fee' in shown)).toEqual([]);
  });

  it('has the status that the request asks for', () => {
    const statuses: Record<string, RegExp> = {
      cancel: /^(CANCELED|PROCESSING)$/,
      suspend: /^SUSPENDED$/,
      resume: /^ACTIVE$/,
      freeze: /^frozen$/i,
      unfreeze: /^active$/i,
      accept: /^(ACCEPTED|ACTIVE)$/,
      decline: /^DECLINED$/,
      approve: /^approved$/,
      deny: /^denied$/,
      settle: /^COMPLETED$/,
      fail: /^FAILED$/,
      return: /^RETURNED$/,
      rotate: /^ACTIVE$/,
      verify: /^(VERIFIED|active)$/,
    };
    const asked = examples.filter(({ name }) => (name.split('/').at(-1) ?? '') in statuses);
    expect(asked.length).toBeGreaterThan(20);
    expect(
      wrong(({ status }, { name }) => !(statuses[name.split('/').at(-1) ?? ''] ?? /./).test(textOf(status))),
    ).toEqual([]);
    const ended = /^(REVOKED|CANCELED|DISABLED|ENABLED|disabled|closed|PENDING)$/;
    expect(
      wrong(
        ({ status }, { name }) =>
          name.startsWith('DELETE') && status !== undefined && !ended.test(textOf(status)),
      ),
    ).toEqual([]);
  });

  it('agrees with itself: reasons, times and errors go with the status', () => {
    expect(wrong(goesWith('failure', 'FAILED'))).toEqual([]);
    expect(wrong(goesWith('return', 'RETURNED'))).toEqual([]);
    expect(wrong(goesWith('revokedAt', 'REVOKED'))).toEqual([]);
    expect(wrong(goesWith('acceptedAt', 'ACCEPTED'))).toEqual([]);
    expect(wrong(goesWith('verifiedAt', 'VERIFIED'))).toEqual([]);
    expect(wrong(({ status, resolvedAt }) => status === 'pending' && (resolvedAt ?? null) !== null)).toEqual(
      [],
    );
    expect(wrong(({ decision, reason }) => decision === 'accepted' && reason !== null)).toEqual([]);
    expect(
      wrong(
        ({ outcome, approvals, errors }) =>
          outcome === 'accepted' && !(isEmpty(approvals) && isEmpty(errors)),
      ),
    ).toEqual([]);
    expect(wrong(({ decision, outcome }) => decision === 'accepted' && has(outcome, 'REFUSED'))).toEqual([]);
  });

  it('names errors by their own status and title', () => {
    const errors = [...objectsIn(document)].flatMap(([, object]) => {
      const { code, title } = object;
      const isError = typeof code === 'string' && code in errorTable && title !== undefined;
      return isError ? [{ code: code as keyof typeof errorTable, title }] : [];
    });
    expect(errors.length).toBeGreaterThan(20);
    expect(errors.filter(({ code, title }) => errorTable[code].title !== title)).toEqual([]);
  });

  it('of the stream is an event', () => {
    const { content } = document.paths['/events/stream']?.['get']?.responses['200'] ?? {};
    const [, data = ''] = /\ndata: (.*)\n\n$/.exec(String(content?.['text/event-stream']?.example)) ?? [];
    expect(eventShape.safeParse(JSON.parse(data)).error).toBeUndefined();
  });
});
