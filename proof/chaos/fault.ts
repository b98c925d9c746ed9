import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../hammer/random.ts';
import { moments } from './traps.ts';
import type { Aim, Link } from './traps.ts';
import { openEmbeddedWorld, openRemoteWorld } from './world.ts';
import type { RemoteWorld, World } from './world.ts';

/** Makes it good again; resolves when whatever was struck is back, the server aside. */
export type Heal = () => Promise<unknown>;

/** What can go wrong, in a world of its own. */
export type Fault = {
  name: string;
  /** What is done to whom. */
  what: string;
  /** Whether it is the server that is struck, so that callers may lose their connection to it. */
  hitsServer: boolean;
  /** For how long it lasts, from, to. */
  hold_ms: readonly [number, number];
  /** How soon a write has to be acknowledged again. */
  ready_ms: number;
  /** Throws Forbidden where this machine does not let it happen. */
  open: () => Promise<Scene>;
};

/** A world, and the fault that it is for. */
export type Scene = { world: World; strike: (random: Random) => Promise<Heal> };

/** G11, for a kill of the server and for a database that is back. */
export const promised_ms = 5_000;

/** What a machine does not allow; the message says what, and what is not shown for that. */
export class Forbidden extends Error {}

type Described<W> = Pick<Fault, 'name' | 'what'> &
  Partial<Pick<Fault, 'hitsServer' | 'hold_ms' | 'ready_ms'>> & {
    strike: (world: W, random: Random) => Promise<Heal>;
  };

/** A fault of a server whose database is behind a proxy. */
export function remoteFault(described: Described<RemoteWorld>): Fault {
  return faultIn({ ...described, open: openRemoteWorld });
}

/** A fault of a server that runs its database itself. */
export function embeddedFault(described: Described<World>): Fault {
  return faultIn({ ...described, open: openEmbeddedWorld });
}

/** A fault in a world of its own kind. */
export function faultIn<W extends World>(described: Described<W> & { open: () => Promise<W> }): Fault {
  const {
    name,
    what,
    hitsServer = false,
    hold_ms = [0, 0],
    ready_ms = promised_ms,
    open,
    strike,
  } = described;
  const openScene = async (): Promise<Scene> => {
    const world = await open();
    return { world, strike: (random) => strike(world, random) };
  };
  return { name, what, hitsServer, hold_ms, ready_ms, open: openScene };
}

/** For what needs nothing to be good again. */
export const healsItself: Heal = async () => undefined;

const patience_ms = 20_000;

/** Strikes while a COMMIT is under way: at one of its moments, or up to some milliseconds later. */
export async function atSomeCommit(
  { proxy }: RemoteWorld,
  random: Random,
  strike: (link: Link) => void | Promise<void>,
): Promise<void> {
  const delay_ms = random.chance(0.5) ? random.below(10) : 0;
  // The engine's half of the time: there are more of the others.
  const aim: Aim = { moment: random.pick(moments), ...(random.chance(0.5) && { commit: 'prepared' }) };
  const struck = proxy.atCommit(aim, async (link) => {
    if (delay_ms > 0) await pause(delay_ms);
    await strike(link);
  });
  const tooLong = pause(patience_ms, null, { ref: false }).then(() => {
    throw new Error('no COMMIT has passed');
  });
  await Promise.race([struck, tooLong]);
}
