import { pythonName } from '../../../http/openapi/library-names.ts';
import type { Library } from './library.ts';

const beginning = `The package \`purser\` is part of the project and not published yet: \`pip install\` takes the folder
\`clients/python\`. It runs on Python 3.11 and newer.`;

const example = `from purser import Purser

purser = Purser()  # PURSER_API_KEY and PURSER_URL, or api_key= and base_url=`;

const promises = `A method takes the arguments that the API takes, in snake_case. A write keeps its idempotency key over its retries;
\`OutcomeUnknownError\` carries the key where no answer came. What waits for an approval is a result: \`status\` is
\`IN_REVIEW\`. Lists are iterated, or read page by page. Errors are classes with \`code\`, \`errors\` and \`request_id\`.
\`AsyncPurser\` has the same methods, which are awaited.`;

const options = [
  [
    '`api_key`',
    'An API key or an agent key; by default `PURSER_API_KEY`. An empty one and None are refused: another key would pay.',
  ],
  [
    '`token`',
    'A function that returns a token in place of a key; asked for each try, and once more after a 401.',
  ],
  ['`base_url`', 'Where the server is; by default `PURSER_URL`, or else `http://127.0.0.1:8080`.'],
  ['`timeout_s`', 'For each try, in seconds; 30 by default.'],
  ['`max_retries`', 'How often a call is repeated where that is safe; 2 by default.'],
  ['`headers`', 'Sent with each request; not `Authorization` or `Idempotency-Key`.'],
  ['`http_client`', 'Your own client of httpx2, which you close.'],
];

const optionsOfCalls = [
  [
    '`idempotency_key`',
    'Of a write. Names what is paid, such as `invoice-114`: the same key takes effect once. By default one per call.',
  ],
  ['`timeout_s`, `max_retries`', 'As above, for this call.'],
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
  ['`APIError`', 'what all from `ValidationError` on are: `status`, `code`, `errors`, `request_id`', 'no'],
  ['`ConnectionError`', 'also Python’s own: the server could not be reached', 'no'],
  [
    '`TimeoutError`',
    'a `ConnectionError`, and Python’s own: a read, or the token for a call, took too long',
    'no',
  ],
  ['`OutcomeUnknownError`', 'no answer came that says what happened', 'nobody knows'],
  ['`SignatureError`', 'a delivery of a webhook is not from Purser, or too old', '–'],
  ['`PurserError`', 'the base of all of these', '–'],
];

const unknownOutcomes = `If nobody knows, send the same call again with the \`idempotency_key\` of the error: it takes effect once. The key of
\`payments.create\` is kept for ever, that of every other write for 48 hours, or as long as the operator has set: later,
look first. \`refusal\` is why the last try was refused. Every call can be refused for its key, its values and the rate of
requests; what a method can meet beside that stands with it.`;

const helpers = [
  [
    '`purser.webhooks.unwrap(raw_body, headers, webhook.signing_secret)`',
    'Verifies a delivery and returns its event, with the `resource` as it was then. While a secret is rotated, give both in a list.',
  ],
  [
    '`purser.events.stream(after=event.id)`',
    'Yields events as they happen, behind the one that you saw last, and goes on where it was after a break.',
  ],
  [
    '`purser.as_agent(agent_id, instance_id="…")`',
    'A client that acts as an agent of the party, under its limits. `instance_id` is the conversation.',
  ],
  [
    '`response_of(payment)`',
    'How a result came: `status`, `request_id` and `is_replayed`. Take it from `purser`, as the next ones.',
  ],
  [
    '`page.data`, `page.next_cursor`, `page.next_page()`',
    'A page of a list, and the next one: None after the last.',
  ],
  [
    '`money("12.50", "USD")`, `format_money(1250, "USD")`',
    'An amount from and to what people write, never by a float.',
  ],
];

/** The client library in Python. */
export const python: Library = {
  language: 'Python',
  path: '/docs/python',
  intro: [{ text: beginning }, { code: example }, { text: promises }],
  options,
  optionsOfCalls: { text: 'Each call takes these among its arguments:', rows: optionsOfCalls },
  errors,
  unknownOutcomes,
  helpers,
  nameOf: pythonName,
  call: (noun, method, given) => {
    const start = `purser.${pythonName(noun)}.${pythonName(method)}(`;
    const args = given.map(
      ([name, value]) => `${pythonName(name)}=${literal(value, '    ', name === 'tags')}`,
    );
    const line = args.join(', ');
    return line.length < 70 && !line.includes('\n')
      ? `${start}${line})`
      : `${start}\n${args.map((each) => `    ${each},\n`).join('')})`;
  },
};

/** Returns a value as a program in Python writes it. Names that the API does not know, as those of tags, stay as they are. */
function literal(value: unknown, indent: string, keepsNames = false): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const within = `${indent}    `;
  const entries = Array.isArray(value)
    ? value.map((each) => literal(each, within))
    : Object.entries(value).map(([name, each]) => {
        const own = keepsNames ? name : pythonName(name);
        return `${JSON.stringify(own)}: ${literal(each, within, name === 'tags')}`;
      });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const onOneLine = entries.join(', ');
  if (onOneLine.length + indent.length < 70 && !onOneLine.includes('\n'))
    return `${open}${onOneLine}${close}`;
  return `${open}\n${entries.map((each) => `${within}${each},\n`).join('')}${indent}${close}`;
}
