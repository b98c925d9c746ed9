import { once } from 'node:events';
import { createServer, type NetConnectOpts } from 'node:net';
import { createNetwork, type NetworkState } from './channel.ts';
import { openTraps, type Traps } from './traps.ts';
import { openWire, type Wire } from './wire.ts';

/** A TCP proxy between a server and its database. */
export type Proxy = {
  port: number;
  change: (state: NetworkState) => void;
  /** Injects a fault once, at the next COMMIT of any session. Resolves when that is done. */
  atCommit: Traps['set'];
  /** Cuts all connections. */
  cutAll: () => void;
  /** Cuts all connections to the server. The database sees no disconnect until the next call. */
  vanish: () => void;
  /** Cuts all connections and accepts no new ones until `admit`. */
  refuse: () => Promise<void>;
  admit: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a proxy on a local port to a database at a network address or Unix socket. */
export async function openProxy(port: number, database: NetConnectOpts): Promise<Proxy> {
  const network = createNetwork();
  const traps = openTraps();
  const wires = new Set<Wire>();
  const gone: Wire[] = [];
  const server = createServer({ noDelay: true }, (near) => {
    const wire = openWire(near, database, network, traps);
    wires.add(wire);
    near.on('close', () => wires.delete(wire));
  });
  const cutAll = (): void => wires.forEach(({ end }) => end());
  const admit = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const refuse = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    cutAll();
    await closed;
  };
  await admit();
  return {
    port,
    change: network.change,
    atCommit: traps.set,
    cutAll,
    vanish: () => {
      gone.splice(0).forEach(({ end }) => end());
      gone.push(...wires);
      wires.forEach(({ vanish }) => vanish());
    },
    refuse,
    admit,
    close: async () => {
      network.change('clear');
      if (server.listening) await refuse();
    },
  };
}
