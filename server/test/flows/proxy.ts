import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';

/** Where the wire to the database is to break: before a COMMIT gets there, or before its answer gets back. */
export type Cut = 'before commit' | 'after commit';

export type Proxy = {
  connection: { host: string; port: number; user: string; database: string };
  /** Breaks the next connection that commits, once. */
  cutNext: (where: Cut) => void;
  close: () => Promise<void>;
};

/** Stands between a server and its database, so that a test can break the wire at an exact place. */
export async function openProxy(target: Proxy['connection']): Promise<Proxy> {
  let cut: Cut | null = null;
  const open = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(join(target.host, `.s.PGSQL.${target.port}`));
    const end = (): void => [near, far].forEach((socket) => void socket.destroy());
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', end).on('close', end);
      socket.on('close', () => open.delete(socket));
    }
    let committing = false;
    const breakHere = (): void => {
      cut = null;
      end();
    };
    near.on('data', (chunk) => {
      committing = cut !== null && chunk.includes('engine_commit');
      if (committing && cut === 'before commit') breakHere();
      else far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (committing && chunk.includes('COMMIT\0')) breakHere();
      else near.write(chunk);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    connection: { ...target, host: '127.0.0.1', port },
    cutNext: (where) => (cut = where),
    close: async () => {
      open.forEach((socket) => socket.destroy());
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
