import type { Library } from './library.ts';

const beginning = `The package \`@purser/client\` is part of the project and not published yet: \`npm pack
--workspace @purser/client\` makes a file that \`npm install\` takes. It runs on Node 20.3 and newer, and in browsers.`;

const example = `import { Purser } from '@purser/client';

const purser = new Purser(); // PURSER_API_KEY and PURSER_URL, or {apiKey, baseUrl}`;

const promises = `A method takes the arguments that the API takes, all in one object. A write keeps its idempotency key over its retries;
\`OutcomeUnknownError\` carries the key where no answer came. What waits for an approval is a result: \`status\` is
\`IN_REVIEW\`. Lists are iterated with \`for await\`, or awaited page by page. Errors are classes with \`code\`, \`errors\` and
\`requestId\`.`;

const options = [
  [
    '`apiKey`',
    'An API key or an agent key; by default `PURSER_API_KEY`. An empty one is refused: another key would pay.',
  ],
  [
    '`token`',
    'A function that returns a token in place of a key; asked for each try, and once more after a 401.',
  ],
  ['`baseUrl`', 'Where the server is; by default `PURSER_URL`, or else `http://127.0.0.1:8080`.'],
  ['`timeout_ms`', 'For each try; 30,000 by default.'],
  ['`maxRetries`', 'How often a call is repeated where that is safe; 2 by default.'],
  ['`headers`', 'Sent with each request; not `Authorization` or `Idempotency-Key`.'],
  ['`fetch`', 'In place of that of the platform.'],
];

const optionsOfCalls = [
  [
    '`idempotencyKey`',
    'Names what is paid, such as `invoice-114`: the same key takes effect once. By default one per call.',
  ],
  ['`signal`', 'Ends the call. A limit for all tries is `AbortSignal.timeout(60_000)`.'],
  ['`timeout_ms`, `maxRetries`', 'As above, for this call.'],
];

const errors = [
  ['`UsageError`', 'a wrong argument, key or option; an address that redirects', 'no'],
  ['`ValidationError`', '400, 422: a value is wrong; `errors` has each with its place', 'no'],
  ['`AuthenticationError`', '401: the key is missing, wrong, revoked or expired', 'no'],
  ['`PermissionError`', '403: the key, its user or its agent may not do this', 'no'],
  ['`NotFoundError`', '404: nothing of this name that the key may see', 'no'],
  ['`ConflictError`', '409: the state of the world does not allow it', 'no'],
  ['`RateLimitError`', '429: too many requests, also after waiting', 'no'],
  ['`ServerError`', '5xx, where it surely did nothing', 'no'],
  ['`APIError`', 'what all from `ValidationError` on are: `status`, `code`, `errors`, `requestId`', 'no'],
  ['`ConnectionError`', 'the server could not be reached', 'no'],
  ['`TimeoutError`', 'a `ConnectionError`: a read, or the token for a call, took too long', 'no'],
  ['`OutcomeUnknownError`', 'no answer came that says what happened', 'nobody knows'],
  ['`AbortedError`', 'your `signal` ended the call', 'if `isOutcomeUnknown`, nobody knows'],
  ['`SignatureError`', 'a delivery of a webhook is not from Purser, or too old', '–'],
  ['`PurserError`', 'the base of all of these', '–'],
];

const unknownOutcomes = `If nobody knows, send the same call again with the \`idempotencyKey\` of the error: it takes effect once. The key of
\`payments.create\` is kept for ever, that of every other write for 48 hours, or as long as the operator has set: later,
look first. \`refusal\` is why the last try was refused. Every call can be refused for its key, its values and the rate of
requests; what a method can meet beside that stands with it.`;

const helpers = [
  [
    '`purser.webhooks.unwrap(rawBody, headers, webhook.signingSecret)`',
    'Verifies a delivery and returns its event, with the `resource` as it was then. While a secret is rotated, give both in a list.',
  ],
  [
    '`purser.events.stream({ after: event.id })`',
    'Yields events as they happen, behind the one that you saw last, and goes on where it was after a break.',
  ],
  [
    '`purser.asAgent(agentId, { instanceId })`',
    'A client that acts as an agent of the party, under its limits. `instanceId` is the conversation.',
  ],
  [
    '`await purser.payments.get({ paymentId }).withResponse()`',
    'The result as `data`, with `status`, `requestId` and `isReplayed`.',
  ],
  [
    '`page.data`, `page.nextCursor`, `await page.nextPage()`',
    'A page of a list, and the next one: null after the last.',
  ],
  [
    "`money('12.50', 'USD')`, `format({ amount: 1250, currency: 'USD' })`",
    'An amount from and to what people write, never by a float.',
  ],
];

/** The client library in TypeScript. */
export const typescript: Library = {
  language: 'TypeScript',
  path: '/docs/typescript',
  intro: [{ text: beginning }, { code: example }, { text: promises }],
  options,
  optionsOfCalls: { text: 'Each call takes these behind its arguments:', rows: optionsOfCalls },
  errors,
  unknownOutcomes,
  helpers,
  nameOf: (name) => name,
  call: (noun, method, given) => {
    const args = given.length === 0 ? '' : literal(Object.fromEntries(given), '');
    return `await purser.${noun}.${method}(${args});`;
  },
};

/** Returns a value as a program writes it. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const within = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((each) => literal(each, within))
    : Object.entries(value).map(([name, each]) => `${nameOf(name)}: ${literal(each, within)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const onOneLine = entries.join(', ');
  if (onOneLine.length + indent.length < 70 && !onOneLine.includes('\n'))
    return Array.isArray(value) ? `[${onOneLine}]` : `{ ${onOneLine} }`;
  return `${open}\n${entries.map((each) => `${within}${each},\n`).join('')}${indent}${close}`;
}

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);
