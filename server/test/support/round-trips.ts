import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts } from 'node:net';

/** A round trip of a session: the statements that were sent before the database was asked for its answer. */
export type RoundTrip = { session: number; statements: string[] };

/** What stands between a server and its database, and reads what the server sends. */
export type Counter = {
  port: number;
  /** Returns the round trips of all sessions during the work, in their order. */
  during: (work: () => Promise<unknown>) => Promise<RoundTrip[]>;
  close: () => Promise<void>;
};

/** Opens a port that leads to the database, and counts what makes it answer: a Sync, or a query as text. */
export async function openCounter(database: NetConnectOpts): Promise<Counter> {
  let seen: RoundTrip[] = [];
  let sessions = 0;
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect(database);
    const read = tripReader((sessions += 1), (trip) => seen.push(trip));
    near.on('data', read);
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    async during(work) {
      seen = [];
      await work();
      return seen;
    },
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns what reads a client's stream in chunks. The first message of a session has no type. */
function tripReader(session: number, onTrip: (trip: RoundTrip) => void): (chunk: Buffer) => void {
  let unread: Buffer = Buffer.alloc(0);
  let isStarted = false;
  let statements: string[] = [];
  const take = (message: Buffer): void => {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === 'B') statements.push(textAt(message, 6 + textAt(message, 5).length));
    if (type === 'Q') statements.push(textAt(message, 5));
    if (type !== 'S' && type !== 'Q') return;
    onTrip({ session, statements });
    statements = [];
  };
  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const start = isStarted ? 1 : 0;
      const size = unread.length < start + 4 ? Infinity : start + unread.readInt32BE(start);
      if (unread.length < size) return;
      if (isStarted) take(unread.subarray(0, size));
      isStarted = true;
      unread = unread.subarray(size);
    }
  };
}

function textAt(message: Buffer, at: number): string {
  return message.toString('latin1', at, message.indexOf(0, at));
}
