import { bodyText, type Draft, targetOf } from './draft.ts';

/** A message on the wire, in parts. */
export type Message = { method: string; target: string; version: string; lines: string[]; body: Buffer };

export type Change = (message: Message) => Partial<Message>;

/** An unusual property of a message. */
export type Oddity = {
  what: string;
  change: Change;
  /** The statuses of its refusal; empty when it may be accepted. */
  refused: readonly number[];
  /** Set for a truncated message: the connection may close without a response. */
  isCut?: true;
};

/** Returns the message of a valid request. */
export function messageFor(draft: Draft): Message {
  const { operation, key, headers, body } = draft;
  const bytes = Buffer.from(body === undefined ? '' : bodyText(body));
  const announced = ['Content-Type: application/json', `Content-Length: ${bytes.length}`];
  return {
    method: operation.method,
    target: targetOf(draft),
    version: 'HTTP/1.1',
    lines: [
      'Host: purser.test',
      'Connection: close',
      `Authorization: Bearer ${key}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : announced),
    ],
    body: bytes,
  };
}

/** Returns the message as bytes; each character of its head is one byte. */
export function wireBytes({ method, target, version, lines, body }: Message): Buffer {
  const head = [`${method} ${target} ${version}`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** Adds header lines. */
export function withLines(...more: readonly string[]): Change {
  return ({ lines }) => ({ lines: [...lines, ...more] });
}

/** Replaces a header by other lines. */
export function inPlaceOf(name: string, ...more: readonly string[]): Change {
  return ({ lines }) => ({ lines: [...without(lines, name), ...more] });
}

/** Changes the body and its announced length. */
export function withBody(change: (body: Buffer) => Buffer, ...more: readonly string[]): Change {
  return ({ lines, body }) => {
    const changed = change(body);
    return {
      lines: [...without(lines, 'Content-Length'), `Content-Length: ${changed.length}`, ...more],
      body: changed,
    };
  };
}

/** Sends the body in chunks. */
export function inChunks(change: (body: Buffer) => Buffer | string): Change {
  return ({ lines, body }) => ({
    lines: [...without(lines, 'Content-Length'), 'Transfer-Encoding: chunked'],
    body: Buffer.from(change(body)),
  });
}

/** Returns one chunk. */
export function chunk(bytes: Buffer, extension = ''): Buffer {
  const length = Buffer.from(`${bytes.length.toString(16)}${extension}\r\n`);
  return Buffer.concat([length, bytes, Buffer.from('\r\n')]);
}

const without = (lines: readonly string[], name: string): string[] =>
  lines.filter((line) => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
