/** Whose COMMIT it is: that of a plain transaction or another session, or that of a batch of the engine, by its name. */
export type Commit = 'plain' | 'engine';

/** A part of a client's stream: complete messages, from one COMMIT (or the beginning, null) up to the next. */
export type Segment = { bytes: Buffer; commit: Commit | null };

const startup = 196_608;
const commitText = /^\s*COMMIT\b/i;

/**
 * Returns a reader that takes a client's stream to PostgreSQL in chunks and splits it at message boundaries. A segment
 * with a `commit` begins with the message that executes COMMIT, as text or as a statement prepared from that text.
 */
export function segmentReader(): (chunk: Buffer) => Segment[] {
  const prepared = new Set<string>();
  let unread: Buffer = Buffer.alloc(0);
  let started = false;

  function commitIn(message: Buffer): Commit | null {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === 'Q') return commitText.test(textAt(message, 5)) ? 'plain' : null;
    if (type === 'P') {
      const name = textAt(message, 5);
      if (commitText.test(textAt(message, 6 + name.length))) prepared.add(name);
      else prepared.delete(name);
    }
    if (type !== 'B') return null;
    const portal = textAt(message, 5);
    const name = textAt(message, 6 + portal.length);
    if (!prepared.has(name)) return null;
    return name.startsWith('engine_') ? 'engine' : 'plain';
  }

  return (chunk) => {
    const bytes = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    const segments: Segment[] = [];
    let from = 0;
    let commit: Commit | null = null;
    let at = 0;
    const cut = (): void => {
      if (at > from) segments.push({ bytes: bytes.subarray(from, at), commit });
      from = at;
    };
    for (let size = sizeAt(bytes, at, started); size !== null; size = sizeAt(bytes, at, started)) {
      const next = started ? commitIn(bytes.subarray(at, at + size)) : null;
      if (!started) started = bytes.readInt32BE(at + 4) === startup;
      if (next) {
        cut();
        commit = next;
      }
      at += size;
    }
    cut();
    unread = bytes.subarray(at);
    return segments;
  };
}

/** Returns the length of the message at this offset; null until it is complete. */
function sizeAt(bytes: Buffer, at: number, typed: boolean): number | null {
  const type = typed ? 1 : 0;
  if (bytes.length < at + type + 4) return null;
  const size = type + bytes.readInt32BE(at + type);
  return bytes.length < at + size ? null : size;
}

/** Returns the zero-terminated text at this offset. */
function textAt(message: Buffer, at: number): string {
  const end = message.indexOf(0, at);
  return message.toString('latin1', at, end < 0 ? message.length : end);
}

/** Returns the backend's pid from the first messages of PostgreSQL in a session; null until it is there. */
export function backendPidIn(greeting: Buffer): number | null {
  for (let at = 0, size = sizeAt(greeting, at, true); size !== null; size = sizeAt(greeting, at, true)) {
    if (greeting[at] === 'K'.charCodeAt(0)) return greeting.readInt32BE(at + 5);
    at += size;
  }
  return null;
}
