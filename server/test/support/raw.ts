import { connect } from 'node:net';

/**
 * Sends text as written and returns everything received until the server closes: for requests that `fetch`
 * refuses.
 */
export function sendRaw(baseUrl: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
    socket.on('error', reject);
  });
}

/** Builds a request whose connection closes after the response. `lines` are header lines. */
export function rawRequest(first: string, lines: readonly string[] = [], body = ''): string {
  return [`${first} HTTP/1.1`, 'Host: purser.test', 'Connection: close', ...lines, '', body].join('\r\n');
}

/** Sends text and resets the connection without waiting for a response. */
export function sendAndLeave(baseUrl: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname, () =>
      socket.write(text, 'latin1', () => socket.resetAndDestroy()),
    );
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}

export type OpenPost = { end: () => Promise<void> };

/** Starts a POST whose headers are sent and whose body is not: it is in flight until `end` is called. */
export function startPost(baseUrl: string, path: string, headers: Record<string, string>): Promise<OpenPost> {
  const { hostname, port } = new URL(baseUrl);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const first = [`POST ${path} HTTP/1.1`, 'Host: purser.test', 'Expect: 100-continue', 'Content-Length: 2'];
  const socket = connect(Number(port), hostname, () =>
    socket.write([...first, ...lines, '', ''].join('\r\n')),
  );
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const end = (): Promise<void> => {
    socket.destroy();
    return closed;
  };
  return new Promise((resolve, reject) => {
    socket.once('data', () => resolve({ end })); // 100 Continue
    socket.once('error', reject);
  });
}
