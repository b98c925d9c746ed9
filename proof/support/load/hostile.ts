import { connect, type Socket } from 'node:net';
import { newKey } from '../../../server/src/lib/secret.ts';
import type { SandboxFile } from '../../../server/src/start/sandbox-file.ts';
import { openConnection } from './connection.ts';
import { getRequest, jsonRequest, paymentRequest } from './requests.ts';

/**
 * A way in which somebody sends as much as possible: the requests, on this number of connections. With `perSecond`, so
 * many are sent on each without waiting for responses.
 */
export type Way = { name: string; connections: number; nextRequest: () => string; perSecond?: number };

const connections = 480; // an address may have 500
const manyConnections = 1_800;
const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'; // connections are bounded per address
const hugeLength = 250 * 1024;
const batchesPerSecond = 10;

/** Returns the ways in which the sandbox's main party tries to shut out the others. */
export function waysOf({ main }: Pick<SandboxFile['parties'], 'main'>): Way[] {
  const { apiKey, approverApiKey, readOnlyApiKey } = main;
  const email = 'payee@bench.purser.test';
  const limits = '{"data":{"attributes":{"limits":{"perDay":900000000}}}}';
  const huge = `{"data":{"attributes":{"amount":1,"description":"${'x'.repeat(hugeLength)}"}}}`;
  const always = (name: string, request: string): Way => ({ name, connections, nextRequest: () => request });
  let sent = 0;
  return [
    always('plain writes', jsonRequest('PUT', '/parties/me/limits', apiKey, limits)),
    always('reads', getRequest(apiKey, '/parties/me/limits')),
    always('lists', getRequest(apiKey, '/transactions?limit=100')),
    always('pages of agents', getRequest(apiKey, '/agents?limit=100')),
    always('huge bodies', jsonRequest('POST', '/payments', apiKey, huge)),
    always('404s', getRequest(apiKey, `/payments/pay_${'0'.repeat(32)}`)),
    { name: '403s', connections, nextRequest: () => paymentRequest(readOnlyApiKey, { email }) },
    {
      name: 'unfinished bodies',
      connections: manyConnections,
      nextRequest: () => paymentRequest((sent += 1) % 2 ? apiKey : approverApiKey, { email }).slice(0, -20),
    },
  ];
}

const token = 'x'.repeat(43);

// An address of every kind that answers without a key: documents, pages, links that lead nowhere, and refusals.
const publicPaths = [
  '/',
  '/docs',
  '/docs.md',
  '/docs/api/agents',
  '/docs/api/payments',
  '/docs/api/wallets.md',
  '/docs/errors',
  '/docs/errors/rate_limited',
  '/errors',
  '/errors/forbidden',
  '/llms.txt',
  '/openapi.json',
  '/docs/x',
  '/sign-in',
  `/sign-in/${token}`,
  '/account',
  `/pay/${token}`,
  `/claims/${token}`,
  `/invitations/${token}`,
  `/join/${token}`,
  `/mailbox/${token}`,
  '/review/x',
  '/verify/x/y',
  '/payments',
  '/agents?limit=x',
  '/nothing',
  '/%',
  '/?%',
  '/healthz',
  '/readyz',
  '/metrics',
  '/payments/preview',
  '/accounts',
];

/** Returns a request with a key of the right form that nobody has. */
const guess = (): string => getRequest(newKey('ak', 'sandbox').secret, '/payments');

/** Returns the ways in which somebody without a key tries to shut out the payers. */
export function anonymousWays(): Way[] {
  let sent = 0;
  const paths = (accept: string) => (): string => {
    const path = publicPaths[(sent += 1) % publicPaths.length] ?? '';
    return `GET ${path} HTTP/1.1\r\nHost: purser.test\r\nAccept: ${accept}\r\n\r\n`;
  };
  return [
    { name: 'public addresses', connections, nextRequest: paths('application/json') },
    { name: 'public addresses, pipelined', connections: 4, nextRequest: paths('text/html'), perSecond: 500 },
    { name: 'guessed keys', connections, nextRequest: guess },
  ];
}

/** Starts a flood, whatever the responses. Returns how to stop it. */
export function startFlood(port: number, way: Way): () => void {
  return way.perSecond === undefined ? startTurns(port, way) : startPipelined(port, way, way.perSecond);
}

function startPipelined(
  port: number,
  { connections: count, nextRequest }: Way,
  perSecond: number,
): () => void {
  const open = Array.from({ length: count }, () => ({ socket: connectAgain() }));
  function connectAgain(): Socket {
    return connect({ port, host: '127.0.0.1', localAddress })
      .on('error', () => undefined)
      .resume();
  }
  const timer = setInterval(() => {
    for (const each of open) {
      if (each.socket.destroyed) each.socket = connectAgain();
      if (each.socket.writableLength > 0) continue; // the server reads no more
      each.socket.write(Array.from({ length: perSecond / batchesPerSecond }, nextRequest).join(''), 'latin1');
    }
  }, 1000 / batchesPerSecond);
  return () => {
    clearInterval(timer);
    for (const { socket } of open) socket.destroy();
  };
}

/** Sends one request after the other on each connection. */
function startTurns(port: number, { connections: count, nextRequest }: Way): () => void {
  const open = new Set<() => void>();
  let isStopped = false;
  const connectOne = (): void => {
    if (isStopped) return;
    const again = (): void => {
      if (open.delete(end)) setTimeout(connectOne, 100);
    };
    const listener = {
      onOpen: () => connection.send(nextRequest()),
      onResponse: () => connection.send(nextRequest()),
      onError: again, // also when the server closes it
    };
    const connection = openConnection(port, listener, { localAddress });
    const end = (): void => connection.end();
    open.add(end);
  };
  for (let index = 0; index < count; index += 1) connectOne();
  return () => {
    isStopped = true;
    for (const end of open) end();
  };
}
