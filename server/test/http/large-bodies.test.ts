import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLarge } from '../../src/http/large-bodies.ts';
import { receivePaced } from '../../src/http/receive.ts';

describe('a large body', () => {
  it('is read in another turn of the event loop than any other one', async () => {
    const order: string[] = [];
    const turn = (): void => {
      order.push('turn');
      if (order.length < 20) setImmediate(turn);
    };
    setImmediate(turn);
    await Promise.all(['x', 'y'].map((party) => readLarge(party, () => order.push(party))));
    expect(order.slice(order.indexOf('x'), order.indexOf('y'))).toContain('turn');
  });

  it('that is refused says why, and the next one is read', async () => {
    const refused = readLarge('d', () => {
      throw new Error('not JSON');
    });
    await expect(refused).rejects.toThrow('not JSON');
    expect(await readLarge('d', () => 'read')).toBe('read');
  });
});

/** What is received before any more time has passed. */
async function noted(received: string[]): Promise<string[]> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return received;
}

/** Sends a body of the party, all of it at once, and notes when it is received. */
function send(received: string[], party: string, length: number, announced: number | null = length): void {
  const message = new PassThrough({ highWaterMark: 2 * length });
  message.end(Buffer.alloc(length));
  const awaited = { message: message as unknown as IncomingMessage, announced, timeout_ms: 60_000 };
  receivePaced(awaited, party, ({ error, body }) => {
    received.push(error ? `${party}: ${error.message}` : `${party} ${body.length}`);
  });
}

// All tests share the gates of the process, so each test has parties of its own.
describe('a party that sends a large body', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  it.each(['its length', 'chunks'])('waits after four of them, and nobody else does (%s)', async (how) => {
    const received: string[] = [];
    const [own, other] = [`own ${how}`, `other ${how}`];
    const sendBy = (party: string, length: number): void =>
      send(received, party, length, how === 'chunks' ? null : length);
    for (let sent = 0; sent < 4; sent += 1) sendBy(own, 100 * 1024);
    expect(await noted(received)).toEqual(Array(4).fill(`${own} 102400`));
    sendBy(own, 99_999);
    sendBy(own, 1_000);
    sendBy(other, 100_000);
    expect((await noted(received)).slice(4).toSorted()).toEqual([`${other} 100000`, `${own} 1000`]);
    vi.advanceTimersByTime(159);
    expect(await noted(received)).toHaveLength(6);
    vi.advanceTimersByTime(1);
    expect(await noted(received)).toContain(`${own} 99999`);
  });

  it('waits for as long as those before were large, and not for one that its client has cut off', async () => {
    const received: string[] = [];
    const lengths = [400, 300, 200, 100, 50].map((KiB) => KiB * 512);
    for (const length of lengths) send(received, 'waits', length);
    expect(await noted(received)).toHaveLength(4);
    const left = new PassThrough();
    left.destroy();
    const awaited = { message: left as unknown as IncomingMessage, announced: 200_000, timeout_ms: 60_000 };
    for (let sent = 0; sent < 4; sent += 1)
      receivePaced(awaited, 'leaves', ({ error }) => void received.push(`left: ${error?.message}`));
    send(received, 'leaves', 200_000);
    expect((await noted(received)).filter((each) => each.startsWith('leaves'))).toEqual(['leaves 200000']);
    vi.advanceTimersByTime(79);
    expect(await noted(received)).not.toContain('waits 25600');
    vi.advanceTimersByTime(1);
    expect(await noted(received)).toContain('waits 25600');
  });

  it('is refused what it sends when too many wait', async () => {
    const received: string[] = [];
    for (let sent = 0; sent < 133; sent += 1) send(received, 'many', 20_000);
    expect((await noted(received)).toSorted()).toEqual([
      ...Array(4).fill('many 20000'),
      'many: This party sends too many large bodies at once. Nothing was done.',
    ]);
  });
});
