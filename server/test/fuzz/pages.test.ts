import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type Browser, locationOf, openBrowser } from '../support/browser.ts';
import { newMember } from '../support/members.ts';
import { stranger, testServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';
import { until } from '../flows/support.ts';
import { digestOf } from './digest.ts';
import { type Form, makeForms } from './forms.ts';
import { count, reportOn, runs, seed, testTimeout_ms, timeout_ms } from './runs.ts';
import { texts } from './traps.ts';
import { exchange, type Outcome, type Reply } from './wire.ts';

// About whoever is signed in, and the party of that user.
const ownForms = new Set([
  '/sign-out',
  '/account/freeze',
  '/account/keys',
  '/account/approvals',
  '/account/limits',
  '/account/bank',
]);

const server = testServer({ PURSER_ANONYMOUS_RATE_BURST: '10000000', PURSER_RATE_BURST: '10000000' });
let made: { forms: Form[]; owner: Browser };
beforeAll(async () => {
  made = await makeForms(server);
});
reportOn('paths outside the API');

const forms = 'pay claims invitations join sign-in review invited mailbox account verify'.split(' ');
const places = [
  ...forms,
  'account/keys',
  'account/bank',
  'account/withdraw',
  'errors',
  'docs',
  'docs/errors',
  'llms.txt',
  'healthz',
  'readyz',
  'metrics',
  'openapi.json',
  'api',
  'api/errors',
  '',
];
const segments = fc.oneof(
  fc.constantFrom('', '?', '?x=%zz', 'insufficient_funds', 'not_found?x=1'),
  fc.constantFrom(...texts.map(([, text]) => encodeURIComponent(String(text).toWellFormed()))),
  fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.stringMatching(/^[A-Za-z0-9_-]{32}$/),
  fc.stringMatching(/^[!-~]{1,40}$/), // not encoded: a percent sign, a question mark, a slash
);
const methods = fc.constantFrom(
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'QUERY',
  'TRACE',
  'PROPFIND',
  'UNLOCK',
);

/** Returns what is wrong with the headers of a response to this method, given the response to GET. */
function methodFaults(method: string, outcome: Outcome, get: Outcome): string[] {
  if (typeof outcome === 'string' || typeof get === 'string') return ['no response'];
  const allow = outcome.headers.get('allow');
  const lengths = [outcome, get].map(({ headers }) => headers.get('content-length'));
  if (method === 'HEAD') {
    const isSame = outcome.status === get.status && (lengths[0] === lengths[1] || isAlive(outcome));
    return isSame ? [] : [`HEAD ${outcome.status} ${lengths[0]}, GET ${get.status} ${lengths[1]}`];
  }
  const isForm = method === 'POST' && outcome.status === 403; // from no page of this server
  if (outcome.status !== 405) return get.status === 200 && !isForm ? [`${method} ${outcome.status}`] : [];
  return allow === 'GET, HEAD' || allow === 'GET, HEAD, POST' ? [] : [`Allow: ${allow}`];
}

/** Metrics change between two requests. */
const isAlive = ({ headers }: Reply): boolean =>
  headers.get('content-type')?.startsWith('text/plain') ?? false;

it(
  'paths outside the API never fail, echo no input and change nothing',
  async () => {
    const before = await digestOf(server);
    const requests = fc.record({ method: methods, place: fc.constantFrom(...places), segment: segments });
    const promise = fc.asyncProperty(requests, async ({ method, place, segment }) => {
      const path = segment === '' ? place : `${place}/${segment}`;
      const send = (name: string): Promise<Outcome> => {
        const lines = [`${name} /${path} HTTP/1.1`, 'Host: purser.test', 'Connection: close', '', ''];
        const bytes = Buffer.from(lines.join('\r\n'));
        return exchange(server.baseUrl, { bytes, isHead: name === 'HEAD', timeout_ms });
      };
      const outcome = count(await send(method));
      expect(method === 'GET' ? [] : methodFaults(method, outcome, await send('GET'))).toEqual([]);
      expect(outcome).toMatchObject({ status: expect.toBeOneOf([200, 303, 400, 403, 404, 405]) as unknown });
      const page = typeof outcome === 'string' || outcome.status === 200 ? '' : outcome.text;
      expect(segment.length > 11 && page.includes(segment)).toBe(false);
    });
    await fc.assert(promise, { numRuns: runs * 10, seed });
    expect(await digestOf(server)).toEqual(before);
  },
  testTimeout_ms,
);

/** Waits until background work has done what the forms' making has left, and returns the digest then. */
async function quietDigest(): Promise<Record<string, string>> {
  let [last, digest] = ['', await digestOf(server)];
  await until('nothing changes any more', async () => {
    last = JSON.stringify(digest);
    digest = await digestOf(server);
    return JSON.stringify(digest) === last;
  });
  return digest;
}

it('a well-formed form of another site, without a session or of a foreign one is refused and changes nothing', async () => {
  const { forms: all, owner } = made;
  const other = await signIn(server, (await newMember(server, 'OWNER', stranger)).email);
  const forged = openBrowser(server.baseUrl);
  for (const [name, value] of owner.cookies) {
    forged.cookies.set(name, `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`);
  }
  const before = await quietDigest();
  const elsewhere = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': undefined, Origin: 'https://example.com' },
    { 'Sec-Fetch-Site': undefined },
  ];
  for (const { path, fields, authority } of all) {
    for (const headers of elsewhere) {
      expect([path, headers, (await owner.post(path, fields, headers)).status]).toEqual([path, headers, 403]);
    }
    if (authority !== 'session') continue;
    for (const browser of [openBrowser(server.baseUrl), forged]) {
      expect([path, locationOf(await browser.post(path, fields))]).toEqual([
        path,
        expect.stringMatching(/^\/sign-in/),
      ]);
    }
    if (ownForms.has(path)) continue; // about the stranger's own session and key
    expect([path, (await other.post(path, fields)).status]).toEqual([
      path,
      expect.toBeOneOf([403, 404]) as unknown,
    ]);
  }
  expect(await quietDigest()).toEqual(before);
});

it(
  'a form with any values never fails, and shows none of them as markup',
  async () => {
    const { forms: all, owner } = made;
    const hostile = fc.oneof(
      fc.constantFrom(...texts.map(([, text]) => String(text).toWellFormed())),
      fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
    );
    const drafts = fc
      .constantFrom(...all.filter(({ path }) => path !== '/sign-out'))
      .chain(({ path, fields }) =>
        fc.record({
          path: fc.constant(path),
          fields: fc.constant(fields),
          changes: fc.dictionary(fc.constantFrom(...Object.keys(fields), 'other'), hostile, { minKeys: 1 }),
          browser: fc.constantFrom(owner, openBrowser(server.baseUrl)),
        }),
      );
    const promise = fc.asyncProperty(drafts, async ({ path, fields, changes, browser }) => {
      const { status, text } = await browser.post(path, { ...fields, ...changes });
      expect(status).toBeOneOf([200, 303, 400, 403, 404, 409, 422, 429]);
      expect(text).not.toContain('<script>');
    });
    await fc.assert(promise, { numRuns: runs * 3, seed });
  },
  testTimeout_ms,
);
