import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { type Network, openChannel } from './channel.ts';
import { backendPidIn, type Segment, segmentReader } from './protocol.ts';
import type { Link, Trap, Traps } from './traps.ts';

/** A proxied connection, and how to cut it. */
export type Wire = {
  /** Closes both sides. */
  end: () => void;
  /** Resets the server's side. The database sees no disconnect, as when a machine is gone. */
  vanish: () => void;
};

/** Forwards a server's connection to the database. */
export function openWire(near: Socket, target: NetConnectOpts, network: Network, traps: Traps): Wire {
  let notifiesDatabase = true;
  let far: Socket | null = null;
  const toDatabase = openChannel(() => far, network);
  const toServer = openChannel(() => near, network);
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
    if (before) toDatabase.stop(() => before.trigger(link));
    awaited ??= traps.take('done', commit);
    if (!near.destroyed) toDatabase.carry(bytes);
    const sent = traps.take('sent', commit);
    if (sent) toDatabase.stop(() => sent.trigger(link));
  }
  function fromDatabase(chunk: Buffer): void {
    greeting.read(chunk);
    const done = chunk.includes('COMMIT\0') ? awaited : null;
    if (done) {
      awaited = null;
      toServer.stop(() => done.trigger(link));
    }
    toServer.carry(chunk);
  }
  // Connects only when the network carries data: a stalled network must not use up the database's sessions.
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
    if (notifiesDatabase) toDatabase.stop(() => void far?.end());
  });
  return {
    end: () => {
      near.destroy();
      far?.destroy();
    },
    vanish: () => {
      notifiesDatabase = false;
      link.cut('reset');
    },
  };
}

/** Reads the pid of the session's backend, which PostgreSQL sends once at the beginning. */
function readGreeting() {
  let pid: number | null = null;
  let received: Buffer = Buffer.alloc(0);
  return {
    pid: () => pid ?? 0,
    read: (chunk: Buffer) => {
      if (pid !== null) return;
      received = Buffer.concat([received, chunk]);
      pid = backendPidIn(received);
    },
  };
}

function ignore(): void {
  // The close event that follows an error is sufficient.
}
