import { inPlaceOf, type Oddity, withLines } from './message.ts';

const target = (what: string, refused: readonly number[], change: (good: string) => string): Oddity => ({
  what: `the target: ${what}`,
  change: (message) => ({ target: change(message.target) }),
  refused,
});

// Another path, which may lack the method, or a malformed id.
const absent = [400, 404, 405];

const targets: readonly Oddity[] = [
  target('a trailing slash', absent, (good) => `${good}/`),
  target('two slashes', absent, (good) => `/${good}`),
  target('upper case', absent, (good) => good.toUpperCase()),
  target('/api twice', absent, (good) => `/api/api${good}`),
  target('a dot segment', absent, (good) => `/.${good}`),
  target('a parent segment', absent, (good) => `/x/..${good}`),
  target('an encoded parent segment', absent, (good) => `/x/%2e%2e%2f${good}`),
  target('a backslash', absent, (good) => good.replace('/', '\\')),
  target('a bad escape', [400], (good) => `${good}%zz`),
  target('an overlong escape', [400], (good) => `${good}%c0%af`),
  target('an encoded NUL', absent, (good) => `${good}%00`),
  target('an encoded line end', absent, (good) => `${good}%0d%0aX-Break:%201`),
  target('a semicolon', absent, (good) => `${good};a=1`),
  target('a space', [400], (good) => `${good} x`),
  target('a byte over 127', absent, (good) => `${good}\u00ff`),
  target('a star', absent, () => '*'),
  target('nothing', [400], () => ''),
  target('an authority', absent, () => 'purser.test:80'),
  target('15 KB', absent, (good) => `${good}/${'x'.repeat(15_000)}`),
  target('17 KB', [400], (good) => `${good}?x=${'x'.repeat(17_000)}`),
  target('another host', [], (good) => `http://elsewhere.test${good}`),
  target('a fragment', [], (good) => `${good}#x`),
  target('/api', [], (good) => `/api${good}`),
  target('unknown parameters', [400], (good) => `${good}?unknown=1&__proto__=2&constructor[a]=3&%00=4`),
  target('parameters in brackets', [], (good) => `${good}?limit[]=1&cursor[a]=1&status[$ne]=x`),
  target('a bad escape in the query', [], (good) => `${good}?x=%zz&%ff=1`),
  target('many parameters', [], (good) => `${good}?${'a=1&'.repeat(3_000)}`),
];

const method = (name: string, refused: readonly number[]): Oddity => ({
  what: `the method ${name}`,
  change: () => ({ method: name }),
  refused,
});

const methods = [
  ...['OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH', 'PURGE', 'QUERY'].map((name) => method(name, [405])),
  ...['CONNECT', 'get', 'BREW', ''].map((name) => method(name, [400])),
  method('HEAD', []), // works wherever GET does, with the same status
];

const versions = ['HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'HTTP/1.1.1', 'HTTP', 'http/1.1', 'SIP/2.0', ''].map(
  (version): Oddity => ({ what: `the version ${version}`, change: () => ({ version }), refused: [400] }),
);

const badLines = [
  'nonsense',
  ': nameless',
  'X Y: 1',
  'X : 1',
  'X-A: 1\r\n folded',
  'X-A: a\u0000b',
  'X-A: a\rb',
  '\u00e9: 1',
].map((line): Oddity => ({
  what: `the line ${JSON.stringify(line)}`,
  change: withLines(line),
  refused: [400],
}));

const lines = (what: string, refused: readonly number[], ...more: readonly string[]): Oddity => ({
  what,
  change: withLines(...more),
  refused,
});

const headers: readonly Oddity[] = [
  { what: 'HTTP/1.0', change: () => ({ version: 'HTTP/1.0' }), refused: [] },
  { what: 'no Host', change: inPlaceOf('Host'), refused: [400] },
  lines('two hosts', [400], 'Host: elsewhere.test'),
  lines('17 KB of a header', [400], `X-Long: ${'x'.repeat(17_000)}`),
  lines('3000 headers', [400], ...Array.from({ length: 3_000 }, () => 'X-A: 1')),
  lines('500 headers', [], ...Array.from({ length: 500 }, (_, index) => `X-${index}: 1`)),
  lines('an unknown Expect', [], 'Expect: nonsense'),
  lines('an Upgrade', [], 'Connection: Upgrade', 'Upgrade: websocket'),
  lines('an upgrade to HTTP/2', [], 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
  lines('another method in a header', [], 'X-HTTP-Method-Override: DELETE'),
  lines('another path in a header', [], 'X-Original-URL: /x', 'X-Forwarded-Host: elsewhere.test'),
  lines('a range', [], 'Range: bytes=0-1', 'If-None-Match: *'),
  lines('a request for XML', [], 'Accept: application/xml', 'Accept-Encoding: br;q=1, *;q=0'),
];

const credentials = [
  '',
  'Bearer',
  'Bearer  ',
  'Basic eDp5',
  'Digest username="x"',
  'Bearer sk_pur_sandbox_',
  `Bearer ${'x'.repeat(9_000)}`,
  'Bearer \u00e9',
  'Bearer a b',
  'Bearer null',
  "Bearer ' OR 1=1 --",
  'Bearer __proto__',
  'sk_pur_sandbox_x',
].map((value): Oddity => ({
  what: `the credential ${value.slice(0, 30)}`,
  change: inPlaceOf('Authorization', `Authorization: ${value}`),
  refused: [401],
}));

/** Unusual heads of any request. */
export const ofHeads: readonly Oddity[] = [
  ...targets,
  ...methods,
  ...versions,
  ...badLines,
  ...headers,
  ...credentials,
];
