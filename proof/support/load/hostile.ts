import type { SandboxFile } from '../../../server/src/start/sandbox-file.ts';
import { openConnection } from './connection.ts';
import { getRequest, jsonRequest, paymentRequest } from './requests.ts';

/** A way in which a party sends as much as it can: the requests, on this number of connections. */
export type Way = { name: string; connections: number; nextRequest: () => string };

const connections = 100;
const manyConnections = 1_800;
const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'; // connections are bounded per address
const hugeLength = 250 * 1024;

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

/** Starts a flood, one request after the other on each connection, whatever the responses. Returns how to stop it. */
export function startFlood(port: number, { connections: count, nextRequest }: Way): () => void {
  const open = new Set<() => void>();
  let isStopped = false;
  const connect = (): void => {
    if (isStopped) return;
    const again = (): void => {
      if (open.delete(end)) setTimeout(connect, 100);
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
  for (let index = 0; index < count; index += 1) connect();
  return () => {
    isStopped = true;
    for (const end of open) end();
  };
}
