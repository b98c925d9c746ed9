import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call, codes, resource } from '../support/http.ts';
import { main, testServer } from '../support/server.ts';

const server = testServer();

/** Creates a payment request and returns the path of its link. */
async function linkTo(values: object): Promise<string> {
  const payer = { type: 'email', value: 'casey@example.com' };
  const reply = await server.post('/payment-requests', { amount: 1250, payer, ...values });
  const url = String(resource(reply).attributes['paymentLinkUrl']);
  return url.slice(url.indexOf('/pay/'));
}
const open = (path: string, method = 'GET') => call(server.baseUrl, method, path);

describe('the payment page', () => {
  it('shows, without a key, the requester, the amount, the purpose and the expiry', async () => {
    const page = await open(await linkTo({ description: 'Invoice 1042' }));
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const part of [`<bdi>${main.name}</bdi>`, `<bdi>${main.email}</bdi>`, '<bdi>Invoice 1042</bdi>']) {
      expect(page.text).toContain(part);
    }
    expect(page.text).toContain('USD 12.50');
    expect(page.text).toMatch(
      /<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ">\d+ \w+ \d{4} at \d\d:\d\d UTC</i,
    );
  });

  it('shows amounts in the minor units of their currency, exactly', async () => {
    const cases: Array<[number, string, string]> = [
      [1, 'USD', 'USD 0.01'],
      [123_456_789, 'EUR', 'EUR 1,234,567.89'],
      [1250, 'JPY', 'JPY 1,250'],
      [1250, 'KWD', 'KWD 1.250'],
      [9_007_199_254_740_991, 'USD', 'USD 90,071,992,547,409.91'],
    ];
    for (const [amount, currency, expected] of cases) {
      expect((await open(await linkTo({ amount, currency }))).text).toContain(`>${expected}<`);
    }
  });

  it('omits an empty description', async () => {
    for (const description of [null, '']) {
      expect((await open(await linkTo({ description }))).text).not.toContain('<dt>For</dt>');
    }
  });

  it('reveals nothing about the payer', async () => {
    const page = await open(await linkTo({ payerName: 'Casey the payer' }));
    expect(page.text).not.toMatch(/casey/i);
  });

  it('runs no script, loads nothing, forbids framing, caching, indexing and sending a referrer', async () => {
    const link = await linkTo({});
    for (const path of [link, `/pay/${'A'.repeat(32)}`]) {
      const { headers, text } = await open(path);
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; frame-ancestors 'none'/,
      );
      expect(policy).not.toContain('unsafe');
      expect(headers.get('Referrer-Policy')).toBe('same-origin');
      expect(headers.get('X-Frame-Options')).toBe('DENY');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('X-Robots-Tag')).toContain('noindex');
      expect(text).not.toMatch(/<script|<link|<img|src=|@import|url\(|style="| on\w+=/i);
    }
  });

  it('sends the hash of its own style in the policy, as browsers require', async () => {
    for (const path of [await linkTo({}), `/pay/${'A'.repeat(32)}`, '/errors', '/errors/not_found']) {
      const { headers, text } = await open(path);
      const [, style = ''] = /<style>([^]*)<\/style>/.exec(text) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(headers.get('Content-Security-Policy')).toContain(`'sha256-${hash}'`);
    }
  });

  it('escapes all text', async () => {
    const hostile = `</bdi><script>alert(1)</script><img src=x onerror='a()'> "&amp; &lt;`;
    const { text } = await open(await linkTo({ description: hostile }));
    expect(text).not.toContain('<script');
    expect(text).toContain(
      '<bdi>&lt;/bdi&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#x27;a()&#x27;&gt; &quot;&amp;amp; &amp;lt;</bdi>',
    );
  });

  it('strips bidirectional control characters from text', async () => {
    const controls = [
      '\u202a',
      '\u202b',
      '\u202c',
      '\u202d',
      '\u202e',
      '\u2066',
      '\u2067',
      '\u2068',
      '\u2069',
    ];
    const { text } = await open(await linkTo({ description: `a${controls.join('b')}c \u200fשלום` }));
    for (const control of controls) expect(text).not.toContain(control);
    expect(text).toContain('<bdi>abbbbbbbbc \u200fשלום</bdi>');
  });

  it('responds to HEAD with the headers only', async () => {
    const link = await linkTo({});
    const [page, head] = [await open(link), await open(link, 'HEAD')];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('Content-Length')).toBe(String(Buffer.byteLength(page.text)));
    expect((await open(`/pay/${'A'.repeat(32)}`, 'HEAD')).status).toBe(404);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const reply = await open(await linkTo({}), method);
    expect([reply.status, codes(reply)]).toEqual([405, ['method_not_allowed']]);
    expect(reply.headers.get('Allow')).toBe('GET, HEAD, POST');
  });

  it('is served at its own path only', async () => {
    const link = await linkTo({});
    for (const path of [`/api${link}`, `${link}/`, `${link}/x`, '/pay']) {
      const reply = await open(path);
      expect([path, reply.status, codes(reply)]).toEqual([path, 404, ['not_found']]);
    }
  });
});

describe('a link without a request', () => {
  it('always shows the same page', async () => {
    const link = await linkTo({});
    const tokens = [
      randomBytes(24).toString('base64url'),
      link.slice(5, -1),
      `${link.slice(5)}A`,
      link.slice(5).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      link.slice(5).toUpperCase().replaceAll(/[AB]/g, 'C'),
      'x',
      '%00',
      '%F0%9F%92%A9',
      `..%2F..%2Fhealthz`,
      '<script>',
      `${link.slice(5)}%00`,
      'x'.repeat(8_000),
      '',
    ];
    const first = await open(`/pay/${tokens[0]}`);
    expect(first.text).toContain('<h1>This link leads to no request</h1>');
    for (const token of tokens) {
      const reply = await open(`/pay/${token}`);
      expect([token, reply.status, reply.text]).toEqual([token, 404, first.text]);
      expect([...reply.headers.keys()]).toEqual([...first.headers.keys()]);
    }
  });
});
