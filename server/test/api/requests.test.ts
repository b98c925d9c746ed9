import { describe, expect, it } from 'vitest';
import { attributes, call, type ErrorEntry, errors, refusal } from '../support/http.ts';
import { rawRequest, sendRaw } from '../support/raw.ts';
import { main, stranger, to, testServer } from '../support/server.ts';

const server = testServer();
const get = (path: string) => server.get(path);
const auth = (): string => `Authorization: Bearer ${main.apiKey}`;

/** Splits a raw response into its parts. */
function read(response: string): { status: number; head: string; errors: ErrorEntry[] } {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(head)?.[1]);
  return { status, head, errors: body === '' ? [] : (JSON.parse(body) as { errors: ErrorEntry[] }).errors };
}

/** Sends a payment whose body comes in chunks. */
async function sendChunks(body: string): Promise<ReturnType<typeof read>> {
  const encoding = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
  const lines = [auth(), 'Idempotency-Key: k', ...encoding];
  return read(await sendRaw(server.baseUrl, rawRequest('POST /payments', lines, body)));
}

describe('an error response', () => {
  it('has the documented form, its page and its support id', async () => {
    const reply = await get(`/payments/pay_${'0'.repeat(32)}`);
    expect(reply.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(reply.text)).toStrictEqual({
      errors: [
        {
          status: '404',
          code: 'payment_not_found',
          title: 'Payment not found',
          detail: 'There is no such payment.',
          source: { parameter: 'paymentId' },
          links: { about: `${server.baseUrl}/errors/payment_not_found` },
          meta: { supportId: reply.headers.get('Request-Id') },
        },
      ],
    });
  });

  it('has a different support id for each request', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await get('/nowhere')).headers));
    expect(new Set(ids.map((headers) => headers.get('Request-Id'))).size).toBe(20);
  });

  it('takes no request id from the client', async () => {
    const reply = await server
      .as(null)
      .get('/nowhere', { 'Request-Id': 'req_mine', 'X-Request-Id': 'req_mine' });
    expect(reply.headers.get('Request-Id')).toMatch(/^req_[0-9a-f]{32}$/);
  });
});

describe('a path', () => {
  it.each([
    '/nowhere',
    '/api',
    '/api/',
    '/api/nowhere',
    '/api/api/transactions',
    '/Transactions',
    '//transactions',
    '/payments/a/b',
    '/.env',
    '/__proto__',
    '/constructor',
    '/transactions;x=1',
    '/transactions%20',
    '/tr%61nsactions/x/y',
  ])('outside the API is not found: %s', async (path) => {
    const reply = await get(path);
    expect(refusal(reply)).toEqual([404, ['not_found'], [undefined]]);
  });

  it.each(['/payments/%', '/payments/%zz', '/payments/%c0%af', '/%ff'])(
    'that is not a valid URL is refused: %s',
    async (path) => {
      const reply = read(await sendRaw(server.baseUrl, rawRequest(`GET ${path}`, [auth()])));
      expect([reply.status, reply.errors.map((error) => error.code)]).toEqual([400, ['invalid_value']]);
      expect(reply.head).toMatch(/Request-Id: req_/i);
    },
  );

  it('that ends where an id belongs is refused for the missing id', async () => {
    expect(refusal(await get('/payments/'))).toEqual([400, ['invalid_value'], ['paymentId']]);
    expect(refusal(await get('/transactions/'))).toEqual([400, ['invalid_value'], ['transaction_id']]);
  });

  it('is found with an absolute target and with an empty query', async () => {
    const absolute = await sendRaw(server.baseUrl, rawRequest('GET http://purser.test/approvals', [auth()]));
    expect(absolute).toContain('HTTP/1.1 200');
    expect((await get('/approvals?')).status).toBe(200);
  });

  it('is refused with unusual names in its query, however long it is', async () => {
    expect(refusal(await get(`/approvals?x=${'y'.repeat(8_000)}`))).toEqual([400, ['invalid_value'], ['x']]);
    for (const name of ['__proto__', 'constructor[prototype]', '', '%c3%bf', 'x'.repeat(8_000)]) {
      const found = [400, ['invalid_value'], [decodeURIComponent(name)]];
      expect(refusal(await get(`/approvals?${name}=1`))).toEqual(found);
    }
  });

  it('names the nearest query parameter to one that nothing knows', async () => {
    const details: string[] = [];
    for (const path of ['/payments?state=FAILED', '/approvals?paymentId=x', '/parties/me?full=1']) {
      details.push(...errors(await get(path)).map(({ detail }) => detail));
    }
    expect(details).toEqual([
      'There is no such query parameter. The nearest that this request knows is `status`.',
      expect.stringMatching(
        /^There is no such query parameter\. The nearest that this request knows is `\w+`\.$/,
      ),
      'There is no such query parameter. This request takes none.',
    ]);
  });

  it.each([
    ['/transactions?tag[a]=%ed%a0%80', 'tag[a]'],
    ['/transactions?type=withdrawal&limit=%ff', 'limit'],
    ['/transactions?cursor=%zz', 'cursor'],
    ['/approvals?status=%', 'status'],
    ['/approvals?%c3%28=1', undefined],
    ['/nowhere?a=%ff', 'a'],
  ])('whose query is not UTF-8 is refused instead of read as another one: %s', async (path, source) => {
    expect(refusal(await get(path))).toEqual([400, ['invalid_value'], [source]]);
  });

  it('whose query is UTF-8 without escapes is refused by the parser, which takes ASCII only', async () => {
    const reply = await sendRaw(server.baseUrl, rawRequest('GET /transactions?tag[a]=\u00c3\u00a9'));
    expect(reply).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('a method', () => {
  it.each(['OPTIONS', 'PUT', 'QUERY'])('not supported by a path, like %s, is refused', async (method) => {
    const reply = await server.send(method, '/transactions');
    expect([reply.status, reply.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('unknown to the API gets 404 at an unknown path', async () => {
    const reply = await call(server.baseUrl, 'QUERY', '/nowhere', { key: main.apiKey });
    expect(refusal(reply)).toEqual([404, ['not_found'], [undefined]]);
  });

  it('is not overridden by a header or a query', async () => {
    const path = '/payments/pay_019a9e2c7b1e7c10b3a6d0c9e8f71234/refund';
    const reply = await server.get(`${path}?_method=POST`, { 'X-HTTP-Method-Override': 'POST' });
    expect(refusal(reply)).toEqual([405, ['method_not_allowed'], [undefined]]);
    expect(reply.headers.get('Allow')).toBe('POST');
  });
});

describe('malformed HTTP', () => {
  it.each([
    ['not HTTP', 'nonsense\r\n\r\n'],
    ['an unknown method', rawRequest('BREW /payments')],
    ['a CONNECT request', rawRequest('CONNECT purser.test:80')],
    ['a header without a colon', rawRequest('GET /payments', ['nonsense'])],
    ['a header with a NUL', rawRequest('GET /approvals', ['X-Instance-ID: a\u0000b'])],
    ['two content lengths', rawRequest('POST /payments', ['Content-Length: 2', 'Content-Length: 3'], '{}')],
    [
      'a length and chunks',
      rawRequest('POST /payments', ['Content-Length: 2', 'Transfer-Encoding: chunked'], '{}'),
    ],
    ['a length that is not a number', rawRequest('POST /payments', ['Content-Length: two'], '{}')],
    ['a negative length', rawRequest('POST /payments', ['Content-Length: -2'], '{}')],
    ['headers of more than 16 KiB', rawRequest('GET /approvals', [`X-Long: ${'x'.repeat(17_000)}`])],
    ['a path of more than 16 KiB', rawRequest(`GET /approvals?x=${'x'.repeat(17_000)}`)],
  ])('gets a complete error response: %s', async (_name, text) => {
    const reply = read(await sendRaw(server.baseUrl, text));
    expect(reply.status).toBe(400);
    expect(reply.errors.map((error) => error.code)).toEqual(['invalid_value']);
    expect(reply.head).toContain(`Request-Id: ${reply.errors[0]?.meta.supportId}`);
    expect((await get('/approvals')).status).toBe(200);
  });

  it.each([
    ['without a Host header', 'GET /approvals HTTP/1.1\r\nConnection: close\r\n\r\n', [{ header: 'Host' }]],
    ['with two Host headers', rawRequest('GET /approvals', ['host: elsewhere.test']), [{ header: 'Host' }]],
    ['as HTTP/0.9', 'GET /approvals HTTP/0.9\r\nConnection: close\r\n\r\n', [undefined]],
    ['as HTTP/2.0', 'GET /approvals HTTP/2.0\r\nHost: a\r\nConnection: close\r\n\r\n', [undefined]],
  ])('is refused %s', async (_name, text, sources) => {
    const reply = read(await sendRaw(server.baseUrl, text));
    expect([reply.status, reply.errors.map(({ source }) => source)]).toEqual([400, sources]);
  });

  it('is refused with a chunk without a length', async () => {
    expect((await sendChunks('zz\r\n{}\r\n0\r\n\r\n')).status).toBe(400);
  });

  it('does not include a chunked body, which is read like any other', async () => {
    const reply = await sendChunks('2\r\n{}\r\n0\r\n\r\n');
    expect([reply.status, reply.errors.map((error) => error.code)]).toEqual([422, ['invalid_value']]);
  });

  it('does not affect the response to the request before it', async () => {
    const body = JSON.stringify(attributes({ amount: 1, ...to(stranger) }));
    const lines = [auth(), 'Content-Type: application/json', `Content-Length: ${body.length}`];
    for (const rest of ['\r\n', 'x', 'nonsense\r\n\r\n', '\u0000', rawRequest('GET /approvals')]) {
      const response = await sendRaw(server.baseUrl, rawRequest('POST /payments', lines, body + rest));
      expect([rest, response.slice(0, 12)]).toEqual([rest, 'HTTP/1.1 201']);
    }
  });

  it('is refused when chunks exceed the size limit', async () => {
    const reply = await sendChunks(`${(270_000).toString(16)}\r\n${' '.repeat(270_000)}\r\n0\r\n\r\n`);
    expect([reply.status, reply.errors.map((error) => error.code)]).toEqual([413, ['payload_too_large']]);
  });
});

const twice = (name: string, one: string, other: string): string[] => [
  `${name}: ${one}`,
  `${name}: ${other}`,
];

const post = async (lines: string[]) => {
  const all = ['Content-Type: application/json', 'Content-Length: 2', ...lines];
  return read(await sendRaw(server.baseUrl, rawRequest('POST /payments', all, '{}')));
};

describe('repeated headers', () => {
  it('cannot name two agents, two conversations or two credentials', async () => {
    const agents = twice('X-Agent-ID', main.agentId, main.limitedAgentId);
    expect((await post([auth(), 'Idempotency-Key: k', 'X-Instance-ID: i', ...agents])).status).toBe(400);
    const instances = twice('X-Instance-ID', 'one', 'other');
    const reply = await post([auth(), 'Idempotency-Key: k', `X-Agent-ID: ${main.agentId}`, ...instances]);
    expect(reply.errors.map(({ source }) => source)).toEqual([{ header: 'X-Instance-ID' }]);
    const credentials = twice('Authorization', `Bearer ${main.revokedApiKey}`, `Bearer ${main.apiKey}`);
    expect((await post(['Idempotency-Key: k', ...credentials])).status).toBe(401);
  });
});
