import { destination, pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { errorCode } from '../db/failures.ts';

const bundleLength = 32 * 1024; // bytes
const roomLength = 2 * bundleLength;
const longestCharacter = 3; // bytes in UTF-8, for each unit of a JavaScript text
const patience_ms = 100;

/**
 * The program's log: one JSON line each on standard error, written in bundles. Of an error it keeps what it is and where,
 * never PostgreSQL's `detail` and its like, which quote the values of the row (guarantees, rule 18).
 */
export function createLog(level: string): Logger {
  return pino({ level, serializers: { err: describeError } }, inBundles());
}

/**
 * Collects lines, since each write wakes a thread. pino's own destination would too (`minLength`), but copies all
 * that it has collected with each further line. A line is written out at once, while its pieces are still in the
 * processor's cache: joined as texts, a hundred lines would be put together from thousands of pieces at the end.
 */
function inBundles(): DestinationStream & { flush: () => void } {
  const out = destination({ fd: 2, sync: false });
  const room = Buffer.allocUnsafe(roomLength);
  let length = 0;
  const send = (to = out): void => {
    if (length > 0) to.write(room.toString('utf8', 0, length));
    length = 0;
  };
  setInterval(() => send(), patience_ms).unref();
  process.on('exit', () => {
    out.flushSync();
    // What `out` writes now it would leave to a thread that nobody waits for any more.
    const last = destination({ fd: 2, sync: true });
    send(last);
    last.flushSync();
  });
  return {
    write(line) {
      const longest = line.length * longestCharacter;
      if (longest > roomLength - length) send();
      if (longest > roomLength) out.write(line);
      else length += room.write(line, length);
      if (length >= bundleLength) send();
    },
    flush() {
      send();
      out.flush();
    },
  };
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  return { type: error.name, code: errorCode(error), message: error.message, stack: error.stack };
}
