import { connect } from 'node:net';

/** The events of a connection. The body is empty unless bodies are kept. */
type Listener = {
  onOpen: () => void;
  onResponse: (status: number, body: string) => void;
  onError: (error: Error) => void;
};

/** Whether the bodies of responses are kept, and the address of the client: on Linux, any that begins with 127. */
type ConnectionOptions = { keepBodies?: boolean; localAddress?: string };

/** Opens a connection that carries one request at a time. */
export function openConnection(
  port: number,
  { onOpen, onResponse, onError }: Listener,
  { keepBodies = false, localAddress = '127.0.0.1' }: ConnectionOptions = {},
) {
  let [status, missing] = [0, 0];
  let parts: Buffer[] = [];
  // Kept bytes are copied, because the next ones overwrite the connection's buffer.
  const begin = (bytes: Buffer): boolean => {
    const headEnd = bytes.indexOf(endOfHead);
    if (headEnd < 0) {
      parts = [Buffer.from(bytes)];
      return false;
    }
    const bodyStart = headEnd + endOfHead.length;
    status = Number(bytes.toString('latin1', 9, 12));
    missing = bodyStart + bodyLength(bytes.subarray(0, bodyStart)) - bytes.length;
    parts = keepBodies ? [Buffer.from(bytes.subarray(bodyStart))] : [];
    return true;
  };
  const received = (chunk: Buffer): void => {
    if (missing > 0) {
      missing -= chunk.length;
      if (keepBodies) parts.push(Buffer.from(chunk));
    } else if (!begin(parts.length === 0 ? chunk : Buffer.concat([...parts, chunk]))) return;
    if (missing > 0) return;
    const body = keepBodies ? Buffer.concat(parts).toString() : '';
    parts = [];
    onResponse(status, body);
  };
  const socket = connect({
    port,
    host: '127.0.0.1',
    localAddress,
    noDelay: true,
    // One buffer for all received data, which avoids garbage for each response.
    onread: {
      buffer: Buffer.allocUnsafe(64 * 1024),
      callback: (length, bytes) => {
        received(Buffer.from(bytes.buffer, bytes.byteOffset, length));
        return true;
      },
    },
  });
  socket.on('connect', onOpen);
  socket.on('error', onError);
  socket.on('close', () => onError(new Error('the server closed a connection')));
  return {
    send: (request: string): void => void socket.write(request, 'latin1'),
    end: (): void => void socket.removeAllListeners('close').end(),
  };
}

const endOfHead = Buffer.from('\r\n\r\n');
// As the measured servers spell it: a case-insensitive search would cost as much as everything else.
const contentLength = Buffer.from('\r\ncontent-length: ');

function bodyLength(head: Buffer): number {
  const at = head.indexOf(contentLength);
  const start = at + contentLength.length;
  return at < 0 ? 0 : Number.parseInt(head.toString('latin1', start, start + 10), 10);
}
