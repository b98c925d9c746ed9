import type { Socket } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

/** How a network carries data: at once, not at all, byte by byte, or delayed. */
export type NetworkState = 'clear' | 'stalled' | 'trickling' | { delay_ms: number };

/** The simulated network of all connections of a proxy. */
export type Network = {
  state: () => NetworkState;
  change: (state: NetworkState) => void;
  /** Resolves at the next change. */
  changed: () => Promise<void>;
};

/** Creates a network without faults. */
export function createNetwork(): Network {
  let state: NetworkState = 'clear';
  let next = Promise.withResolvers<void>();
  return {
    state: () => state,
    change: (to) => {
      state = to;
      next.resolve();
      next = Promise.withResolvers();
    },
    changed: () => next.promise,
  };
}

/** Work between two chunks. Nothing is carried until it is done. */
type Stop = () => void | Promise<void>;
type Item = { chunk: Buffer; arrived_ms: number } | { stop: Stop };

/** One direction of a connection: a queue of chunks and stops. */
export type Channel = { carry: (chunk: Buffer) => void; stop: (work: Stop) => void; clear: () => void };

/** Creates a channel that carries to a socket, as the state of the network permits. */
export function openChannel(to: () => Socket | null, network: Network): Channel {
  let items: Item[] = [];
  let isDraining = false;

  const write = (bytes: Buffer): void => void (to()?.writable && to()?.write(bytes));

  async function carryOne(chunk: Buffer, arrived_ms: number): Promise<void> {
    let rest = chunk;
    while (rest.length > 0) {
      const state = network.state();
      if (state === 'stalled') await network.changed();
      else if (state === 'trickling') {
        write(rest.subarray(0, 1));
        rest = rest.subarray(1);
        await turn();
      } else {
        const left_ms = state === 'clear' ? 0 : arrived_ms + state.delay_ms - performance.now();
        if (left_ms > 0) await Promise.race([pause(left_ms), network.changed()]);
        else {
          write(rest);
          return;
        }
      }
    }
  }

  async function drain(): Promise<void> {
    isDraining = true;
    for (let item = items.shift(); item; item = items.shift()) {
      if ('chunk' in item) await carryOne(item.chunk, item.arrived_ms);
      else {
        while (network.state() === 'stalled') await network.changed();
        await item.stop();
      }
    }
    isDraining = false;
  }

  function add(item: Item): void {
    items.push(item);
    if (!isDraining) void drain();
  }

  return {
    carry: (chunk) => {
      if (!isDraining && network.state() === 'clear') write(chunk);
      else add({ chunk, arrived_ms: performance.now() });
    },
    stop: (stop) => add({ stop }),
    clear: () => {
      items = [];
    },
  };
}
