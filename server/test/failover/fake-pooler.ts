import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { freePort } from '../../../proof/chaos/ports.ts';

/** A pooler that treats clients as PgBouncer does, as far as Purser can tell. Its clients need no password. */
export type Pooler = { port: number; close: () => Promise<void> };

type Backend = { socket: Socket; client: Socket | null };

/** PgBouncer refuses any other parameter of a connection, unless it is told to ignore it. */
const knownParameters = new Set(['user', 'database', 'application_name', 'client_encoding']);
const ownPid = 4_242_424;
const readyAndIdle = 'I';

/** Opens a pooler in front of a database. */
export async function openPooler(target: NetConnectOpts, mode: 'session' | 'transaction'): Promise<Pooler> {
  const sockets = new Set<Socket>();
  const idle: Backend[] = [];

  function openBackend(client: Socket, startup: Buffer): Backend {
    const backend: Backend = { socket: track(connect(target)), client };
    const read = messageReader();
    backend.socket.on('data', (chunk: Buffer) => {
      for (const message of read(chunk)) {
        const type = message.toString('latin1', 0, 1);
        if (type === 'K') message.writeInt32BE(ownPid, 5);
        backend.client?.write(message);
        const isFree = type === 'Z' && message.toString('latin1', 5) === readyAndIdle;
        if (isFree && mode === 'transaction') idle.push(Object.assign(backend, { client: null }));
      }
    });
    backend.socket.on('close', () => backend.client?.destroy());
    backend.socket.write(startup);
    return backend;
  }

  function serve(client: Socket): void {
    let own: Backend | null = null;
    track(client).on('data', (chunk: Buffer) => {
      if (!own) {
        const unknown = parametersOf(chunk).find((name) => !knownParameters.has(name));
        if (unknown !== undefined) client.end(refusalOf(unknown));
        else own = openBackend(client, chunk);
        return;
      }
      if (mode === 'transaction' && own.client !== client) own = idle.pop() ?? own;
      own.client = client;
      own.socket.write(chunk);
    });
    client.on('close', () => mode === 'session' && own?.socket.destroy());
  }

  function track(socket: Socket): Socket {
    sockets.add(socket.on('error', () => undefined));
    return socket;
  }

  const port = await freePort();
  const server = createServer(serve).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the names of the parameters in the first message of a connection. */
function parametersOf(startup: Buffer): string[] {
  const words = startup.toString('utf8', 8).split('\0');
  return words.filter((word, index) => index % 2 === 0 && word !== '');
}

function refusalOf(parameter: string): Buffer {
  const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`;
  const message = Buffer.from(`E....${fields}`, 'latin1');
  message.writeInt32BE(message.length - 1, 1);
  return message;
}

/** Splits what PostgreSQL sends into its messages: a type, a length and a body. */
function messageReader(): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Buffer[] = [];
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = rest.readInt32BE(1) + 1;
      messages.push(Buffer.from(rest.subarray(0, length)));
      rest = rest.subarray(length);
    }
    return messages;
  };
}
