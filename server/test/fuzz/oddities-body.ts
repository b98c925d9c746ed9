import { gzipSync } from 'node:zlib';
import { type Change, chunk, inChunks, inPlaceOf, type Oddity, withBody, withLines } from './message.ts';

const oddity = (what: string, refused: readonly number[], change: Change): Oddity => ({
  what,
  refused,
  change,
});

const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json, text/plain',
  'json',
  'application',
  '/',
  ';',
  '*/*',
  'application/json+x',
  'application/xml',
  '\u00e9',
].map((type) => oddity(`the type ${type}`, [415], inPlaceOf('Content-Type', `Content-Type: ${type}`)));

const codings = ['gzip', 'br', 'deflate', 'gzip, identity', 'nonsense'].map((coding) =>
  oddity(`the coding ${coding}`, [415], withLines(`Content-Encoding: ${coding}`)),
);

const lengths = ['-1', '+5', '0x5', '1e1', '5 5', '5, 6', 'five', '', '9'.repeat(20)].map((length) =>
  oddity(`the length ${length}`, [400, 413], inPlaceOf('Content-Length', `Content-Length: ${length}`)),
);

const large = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(300_000, ' ')]);

/** Unusual framing of a body, for any request with a body. */
export const ofFraming: readonly Oddity[] = [
  ...lengths,
  oddity('two lengths', [400], withLines('Content-Length: 1')),
  oddity('a length and chunks', [400], withLines('Transfer-Encoding: chunked')),
  oddity('another transfer coding', [400], inPlaceOf('Content-Length', 'Transfer-Encoding: gzip')),
  oddity(
    'a body that is not chunked',
    [400],
    inChunks(() => '{}'),
  ),
  oddity(
    'a chunk of a negative length',
    [400],
    inChunks(() => '-5\r\n{}\r\n0\r\n\r\n'),
  ),
  oddity(
    'a chunk of a huge length',
    [400, 413],
    inChunks(() => `${'f'.repeat(20)}\r\n{}\r\n`),
  ),
  {
    ...oddity(
      'a chunk without its end',
      [400],
      inChunks(() => '5\r\n{"dat'),
    ),
    isCut: true,
  },
  { ...oddity('a body cut short', [400], ({ body }) => ({ body: body.subarray(0, 9) })), isCut: true },
  {
    ...oddity('a length too long', [400], inPlaceOf('Content-Length', 'Content-Length: 9999')),
    isCut: true,
  },
];

/** Unusual bodies of requests that read their body. */
export const ofBodies: readonly Oddity[] = [
  ...types,
  ...codings,
  ...ofFraming,
  oddity('a length too short', [400], inPlaceOf('Content-Length', 'Content-Length: 3')),
  oddity('a length far too long', [413], inPlaceOf('Content-Length', 'Content-Length: 99999999')),
  oddity('300 KB', [413], withBody(large)),
  oddity(
    '300 KB in chunks',
    [413],
    inChunks((body) => Buffer.concat([chunk(large(body)), chunk(Buffer.alloc(0))])),
  ),
  oddity(
    'chunks',
    [],
    inChunks((body) => Buffer.concat([chunk(body, ';a=1'), Buffer.from('0\r\nX-Last: 1\r\n\r\n')])),
  ),
  oddity('compression', [415], withBody(gzipSync, 'Content-Encoding: gzip')),
  oddity('compression that is not announced', [400], withBody(gzipSync)),
  oddity(
    'UTF-16',
    [400],
    withBody((body) => Buffer.from(body.toString(), 'utf16le')),
  ),
  oddity(
    'a byte order mark',
    [400],
    withBody((body) => Buffer.concat([Buffer.from('\ufeff'), body])),
  ),
  oddity(
    'a NUL at the end',
    [400],
    withBody((body) => Buffer.concat([body, Buffer.alloc(1)])),
  ),
  oddity(
    'its content twice',
    [400],
    withBody((body) => Buffer.concat([body, body])),
  ),
  oddity(
    'only white space',
    [400],
    withBody(() => Buffer.from(' \r\n\t')),
  ),
  oddity(
    'a form',
    [400],
    withBody(() => Buffer.from('amount=1&currency=USD')),
  ),
  oddity(
    '256 KB of brackets',
    [400],
    withBody(() => Buffer.alloc(256 * 1024, '[')),
  ),
  oddity(
    '256 KB of quotes',
    [400],
    withBody(() => Buffer.alloc(256 * 1024, '"')),
  ),
  oddity(
    '256 KB of digits',
    [422],
    withBody(() => Buffer.alloc(256 * 1024, '9')),
  ),
];

/**
 * Applies the oddity to a message that gets a body first. A truncated one may get its response before the
 * server notices.
 */
function afterBody({ change, refused, ...others }: Oddity): Oddity {
  const bring = withBody(() => Buffer.from('{"data":{}}'));
  const both: Change = (message) => {
    const longer = { ...message, ...bring(message) };
    return { ...longer, ...change(longer) };
  };
  return { ...others, change: both, refused: others.isCut ? [] : refused };
}

/** Unusual bodies of requests that should have none. */
export const ofNoBody: readonly Oddity[] = [
  oddity(
    'a body',
    [],
    withBody(() => Buffer.from('{"data":{"attributes":{}}}'), 'Content-Type: application/json'),
  ),
  oddity(
    'a body that is not JSON',
    [],
    withBody(() => Buffer.from('{'), 'Content-Type: application/json'),
  ),
  oddity(
    'a body of an unknown type',
    [],
    withBody(() => Buffer.from('x'), 'Content-Type: ???'),
  ),
  oddity(
    'a body without a content type',
    [],
    withBody(() => Buffer.from('x')),
  ),
  oddity(
    'a compressed body',
    [],
    withBody(() => gzipSync('x'), 'Content-Encoding: gzip'),
  ),
  oddity('300 KB', [], withBody(large)),
  oddity(
    '300 KB in chunks',
    [],
    inChunks(() => Buffer.concat([chunk(Buffer.alloc(300_000)), chunk(Buffer.alloc(0))])),
  ),
  oddity('a length far too long', [], withLines('Content-Length: 99999999')),
  ...ofFraming.map(afterBody),
];
