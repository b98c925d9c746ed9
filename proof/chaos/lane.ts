import type { Socket } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

/** How a wire carries: at once; not at all; byte by byte; or late. */
export type Weather = 'clear' | 'stalled' | 'trickling' | { delay_ms: number };

/** The weather over all wires of a proxy. */
export type Sky = {
  weather: () => Weather;
  change: (weather: Weather) => void;
  changed: () => Promise<void>;
};

/** A clear sky. */
export function openSky(): Sky {
  let weather: Weather = 'clear';
  let next = Promise.withResolvers<void>();
  return {
    weather: () => weather,
    change: (to) => {
      weather = to;
      next.resolve();
      next = Promise.withResolvers();
    },
    changed: () => next.promise,
  };
}

/** What is done between two chunks; nothing is carried until it is over. */
type Stop = () => void | Promise<void>;
type Item = { chunk: Buffer; arrived_ms: number } | { stop: Stop };

/** One direction of a wire: chunks and stops, in order. */
export type Lane = { carry: (chunk: Buffer) => void; stop: (work: Stop) => void; clear: () => void };

/** Carries to a socket as the weather permits. */
export function openLane(to: () => Socket | null, sky: Sky): Lane {
  let items: Item[] = [];
  let busy = false;

  const write = (bytes: Buffer): void => void (to()?.writable && to()?.write(bytes));

  async function carryOne(chunk: Buffer, arrived_ms: number): Promise<void> {
    let rest = chunk;
    while (rest.length > 0) {
      const weather = sky.weather();
      if (weather === 'stalled') await sky.changed();
      else if (weather === 'trickling') {
        write(rest.subarray(0, 1));
        rest = rest.subarray(1);
        await turn();
      } else {
        const left_ms = weather === 'clear' ? 0 : arrived_ms + weather.delay_ms - performance.now();
        if (left_ms > 0) await Promise.race([pause(left_ms), sky.changed()]);
        else {
          write(rest);
          return;
        }
      }
    }
  }

  async function work(): Promise<void> {
    busy = true;
    for (let item = items.shift(); item; item = items.shift()) {
      if ('chunk' in item) await carryOne(item.chunk, item.arrived_ms);
      else {
        while (sky.weather() === 'stalled') await sky.changed();
        await item.stop();
      }
    }
    busy = false;
  }

  function add(item: Item): void {
    items.push(item);
    if (!busy) void work();
  }

  return {
    carry: (chunk) => {
      if (!busy && sky.weather() === 'clear') write(chunk);
      else add({ chunk, arrived_ms: performance.now() });
    },
    stop: (stop) => add({ stop }),
    clear: () => {
      items = [];
    },
  };
}
