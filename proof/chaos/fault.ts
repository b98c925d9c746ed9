import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../hammer/random.ts';
import { type Aim, type Link, moments } from './traps.ts';
import { openEmbeddedWorld, openRemoteWorld, type RemoteWorld, type World } from './world.ts';

/** Ends a fault. Resolves when the target is back; the server may not be ready yet. */
export type Heal = () => Promise<unknown>;

/** A kind of fault. Each has a world of its own. */
export type Fault = {
  name: string;
  /** A description of the fault. */
  what: string;
  /** Whether the fault hits the server, so that clients may lose their connection to it. */
  hitsServer: boolean;
  /** The shortest and longest duration. */
  hold_ms: readonly [number, number];
  /** How soon a write must be acknowledged again. */
  ready_ms: number;
  /** Throws NotPermitted where this machine does not allow the fault. */
  open: () => Promise<OpenFault>;
};

/** An open world, and the function that injects the fault into it. */
export type OpenFault = { world: World; inject: (random: Random) => Promise<Heal> };

/** The limit of G11, after a kill of the server and after the return of the database. */
export const readyLimit_ms = 5_000;

/** This machine does not allow a fault. The message says what is not allowed and what is therefore not tested. */
export class NotPermitted extends Error {}

type Described<W> = Pick<Fault, 'name' | 'what'> &
  Partial<Pick<Fault, 'hitsServer' | 'hold_ms' | 'ready_ms'>> & {
    inject: (world: W, random: Random) => Promise<Heal>;
  };

/** Defines a fault of a server whose database is behind a proxy. */
export function remoteFault(described: Described<RemoteWorld>): Fault {
  return faultIn({ ...described, open: openRemoteWorld });
}

/** Defines a fault of a server with the embedded database. */
export function embeddedFault(described: Described<World>): Fault {
  return faultIn({ ...described, open: openEmbeddedWorld });
}

/** Defines a fault in the world that `open` opens. */
export function faultIn<W extends World>(described: Described<W> & { open: () => Promise<W> }): Fault {
  const {
    name,
    what,
    hitsServer = false,
    hold_ms = [0, 0],
    ready_ms = readyLimit_ms,
    open,
    inject,
  } = described;
  const openFault = async (): Promise<OpenFault> => {
    const world = await open();
    return { world, inject: (random) => inject(world, random) };
  };
  return { name, what, hitsServer, hold_ms, ready_ms, open: openFault };
}

/** For faults that need no action to end. */
export const healsItself: Heal = async () => undefined;

const timeout_ms = 20_000;

/** Injects a fault during a COMMIT: at a random moment of it, or up to some milliseconds later. */
export async function atSomeCommit(
  { proxy }: RemoteWorld,
  random: Random,
  inject: (link: Link) => void | Promise<void>,
): Promise<void> {
  const delay_ms = random.chance(0.5) ? random.below(10) : 0;
  // Half of the time only at a COMMIT of the engine, because the others are more frequent.
  const aim: Aim = { moment: random.pick(moments), ...(random.chance(0.5) && { commit: 'engine' }) };
  const injected = proxy.atCommit(aim, async (link) => {
    if (delay_ms > 0) await pause(delay_ms);
    await inject(link);
  });
  const tooLong = pause(timeout_ms, null, { ref: false }).then(() => {
    throw new Error('no COMMIT has been sent');
  });
  await Promise.race([injected, tooLong]);
}
