import { connect, type Socket } from 'node:net';

/**
 * Sends text as written and returns everything received until the server closes: for requests that `fetch`
 * refuses.
 */
export const sendRaw = (baseUrl: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
    socket.on('error', reject);
  });

/** Builds a request whose connection closes after the response. `lines` are header lines. */
export const rawRequest = (first: string, lines: readonly string[] = [], body = ''): string =>
  [`${first} HTTP/1.1`, 'Host: purser.test', 'Connection: close', ...lines, '', body].join('\r\n');

/** Sends text and resets the connection without waiting for a response. */
export const sendAndLeave = (baseUrl: string, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname, () =>
      socket.write(text, 'latin1', () => socket.resetAndDestroy()),
    );
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });

/** `end` closes the connection, `reset` aborts it, and `finish` sends the body and returns the whole response. */
export type OpenPost = {
  end: () => Promise<void>;
  reset: () => Promise<void>;
  finish: (body: string) => Promise<string>;
};

/**
 * Starts a POST whose headers are sent and whose body is not: it is in flight until `end` is called. For `finish`, the
 * headers have to close the connection. `length` is the announced length of the body in bytes, `from` the address to
 * connect from.
 */
export function startPost(
  baseUrl: string,
  path: string,
  headers: Record<string, string>,
  { length = 2, from }: { length?: number; from?: string } = {},
): Promise<OpenPost> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const first = [`POST ${path} HTTP/1.1`, 'Host: purser.test', 'Expect: 100-continue'];
  const text = [...first, `Content-Length: ${length}`, ...lines, '', ''].join('\r\n');
  const socket = connectFrom(baseUrl, from, (connected) => connected.write(text));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const end = (): Promise<void> => {
    socket.destroy();
    return closed;
  };
  const reset = (): Promise<void> => {
    socket.resetAndDestroy();
    return closed;
  };
  const finish = async (body: string): Promise<string> => {
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part)).write(body);
    await closed;
    return Buffer.concat(parts).toString();
  };
  return new Promise((resolve, reject) => {
    socket.once('data', () => resolve({ end, reset, finish })); // 100 Continue
    socket.once('error', reject);
  });
}

/** Opens a connection from an address of this machine and sends nothing. */
export const openSilent = (baseUrl: string, from?: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connectFrom(baseUrl, from, (connected) => {
      connected.off('error', reject).on('error', () => undefined);
      resolve(connected);
    });
    socket.once('error', reject);
  });

/** Sends text from an address of this machine and returns everything received until the connection is closed. */
export const sendFrom = (baseUrl: string, from: string, text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connectFrom(baseUrl, from, (connected) => connected.write(text, 'latin1'));
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
  });

function connectFrom(
  baseUrl: string,
  localAddress: string | undefined,
  onConnect: (socket: Socket) => void,
): Socket {
  const { hostname: host, port } = new URL(baseUrl);
  const options = { host, port: Number(port), ...(localAddress !== undefined && { localAddress }) };
  const socket = connect(options, () => onConnect(socket));
  return socket;
}
