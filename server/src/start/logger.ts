import { destination, type DestinationStream, type Logger, pino } from 'pino';
import { errorCode } from '../db/failures.ts';

const batchLength = 32 * 1024; // bytes
const bufferLength = 2 * batchLength;
const longestCharacter = 3; // bytes in UTF-8 for each code unit of a JavaScript string
const flushInterval_ms = 100;

/**
 * Creates the program's log: one JSON line per entry on standard error, written in batches. Errors are logged with
 * type, code, message and stack, but without PostgreSQL's `detail` and similar fields, which quote row values
 * (guarantees, rule 18).
 */
export function createLog(level: string): Logger {
  return pino({ level, serializers: { err: describeError } }, batchedDestination());
}

/**
 * Buffers lines, because each write wakes a thread. pino's own destination can buffer too (`minLength`), but copies its
 * whole buffer for each further line. Each line is encoded at once, while its parts are still in the processor's cache:
 * joined as strings, a hundred lines would have to be assembled from thousands of parts at the end.
 */
function batchedDestination(): DestinationStream & { flush: () => void } {
  const out = destination({ fd: 2, sync: false });
  const buffer = Buffer.allocUnsafe(bufferLength);
  let length = 0;
  const send = (to = out): void => {
    if (length > 0) to.write(buffer.toString('utf8', 0, length));
    length = 0;
  };
  setInterval(() => send(), flushInterval_ms).unref();
  process.on('exit', () => {
    out.flushSync();
    // `out` would now write in a thread that the exiting process no longer waits for.
    const last = destination({ fd: 2, sync: true });
    send(last);
    last.flushSync();
  });
  return {
    write(line) {
      const longest = line.length * longestCharacter;
      if (longest > bufferLength - length) send();
      if (longest > bufferLength) out.write(line);
      else length += buffer.write(line, length);
      if (length >= batchLength) send();
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
