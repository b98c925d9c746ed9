import { once } from 'node:events';
import { createServer } from 'node:net';
import type { NetConnectOpts } from 'node:net';
import { openSky } from './lane.ts';
import type { Weather } from './lane.ts';
import { openTraps } from './traps.ts';
import type { Traps } from './traps.ts';
import { openWire } from './wire.ts';
import type { Wire } from './wire.ts';

/** Stands between a server and its database. */
export type Proxy = {
  port: number;
  change: (weather: Weather) => void;
  /** Strikes at the next COMMIT of anybody, once. Resolves when that is over. */
  atCommit: Traps['set'];
  /** Breaks all connections. */
  cutAll: () => void;
  /** Breaks all connections, of which the database does not hear before the next time. */
  vanish: () => void;
  /** Breaks all connections and takes no new ones, until `admit`. */
  refuse: () => Promise<void>;
  admit: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a proxy on a port of this machine, to a database at an address or socket. */
export async function openProxy(port: number, database: NetConnectOpts): Promise<Proxy> {
  const sky = openSky();
  const traps = openTraps();
  const wires = new Set<Wire>();
  const gone: Wire[] = [];
  const server = createServer({ noDelay: true }, (near) => {
    const wire = openWire(near, database, sky, traps);
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
    change: sky.change,
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
      sky.change('clear');
      if (server.listening) await refuse();
    },
  };
}
