import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A network path to a local port. */
export type Link = {
  port: number;
  /** Carries nothing more, in either direction, and closes nothing, as a network does that is cut. */
  cut: () => void;
  /** Drops what was under way when it was cut, and carries new connections. */
  mend: () => void;
  close: () => Promise<void>;
};

/** Opens a path from one local port to another. */
export async function openLink(port: number, target: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer({ noDelay: true }, (near) => {
    keep(near);
    if (!isCut) forward(near);
  });
  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  }
  function forward(near: Socket): void {
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
    keep(far);
    carry(near, far);
    carry(far, near);
  }
  function carry(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => !isCut && from.resume());
    from.on('close', () => !isCut && to.end());
  }
  const dropAll = (): void => sockets.forEach((socket) => socket.destroy());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    cut: () => {
      isCut = true;
      sockets.forEach((socket) => socket.pause());
    },
    mend: () => {
      dropAll();
      isCut = false;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      dropAll();
      await closed;
    },
  };
}
