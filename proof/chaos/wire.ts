import { connect } from 'node:net';
import type { NetConnectOpts, Socket } from 'node:net';
import { openLane } from './lane.ts';
import type { Sky } from './lane.ts';
import { backendPidIn, segmentReader } from './protocol.ts';
import type { Segment } from './protocol.ts';
import type { Link, Trap, Traps } from './traps.ts';

/** How to break a connection. */
export type Wire = {
  /** Both sides see it. */
  end: () => void;
  /** The server sees it; the database never hears of it, as where a machine is gone. */
  vanish: () => void;
};

/** Carries a server's connection to the database. */
export function openWire(near: Socket, target: NetConnectOpts, sky: Sky, traps: Traps): Wire {
  let isTold = true;
  let far: Socket | null = null;
  const toDatabase = openLane(() => far, sky);
  const toServer = openLane(() => near, sky);
  const greeting = readGreeting();
  const link: Link = {
    get backendPid() {
      return greeting.pid();
    },
    cut: (how) => {
      toDatabase.clear();
      toServer.clear();
      if (how === 'reset') near.resetAndDestroy();
      else near.destroy();
    },
  };
  let awaited: Trap | null = null;

  function fromServer({ bytes, commit }: Segment): void {
    const before = traps.take('before', commit);
    if (before) toDatabase.stop(() => before.spring(link));
    awaited ??= traps.take('done', commit);
    if (!near.destroyed) toDatabase.carry(bytes);
    const sent = traps.take('sent', commit);
    if (sent) toDatabase.stop(() => sent.spring(link));
  }
  function fromDatabase(chunk: Buffer): void {
    greeting.hear(chunk);
    const done = chunk.includes('COMMIT\0') ? awaited : null;
    if (done) {
      awaited = null;
      toServer.stop(() => done.spring(link));
    }
    toServer.carry(chunk);
  }
  // Only when something can be said: a stalled wire must not use up the database's sessions.
  async function open(): Promise<void> {
    if (near.destroyed) return;
    far = connect(target);
    far.on('data', fromDatabase).on('error', ignore);
    far.on('close', () => toServer.stop(() => void near.end()));
    await new Promise((resolve) => void far?.once('connect', resolve).once('close', resolve));
  }

  toDatabase.stop(open);
  const read = segmentReader();
  near.on('data', (chunk) => read(chunk).forEach(fromServer));
  near.on('error', ignore);
  near.on('close', () => {
    if (awaited) traps.putBack(awaited);
    if (isTold) toDatabase.stop(() => void far?.end());
  });
  return {
    end: () => {
      near.destroy();
      far?.destroy();
    },
    vanish: () => {
      isTold = false;
      link.cut('reset');
    },
  };
}

/** Which process of the database's serves the session: it says so once, at the beginning. */
function readGreeting() {
  let pid: number | null = null;
  let heard: Buffer = Buffer.alloc(0);
  return {
    pid: () => pid ?? 0,
    hear: (chunk: Buffer) => {
      if (pid !== null) return;
      heard = Buffer.concat([heard, chunk]);
      pid = backendPidIn(heard);
    },
  };
}

function ignore(): void {
  // The close that follows an error says all there is to say.
}
