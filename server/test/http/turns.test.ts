import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from '../../src/http/turns.ts';

/** Takes turns for requests, named by the first letter of their address, and returns those that went on so far. */
function send(names: readonly string[]): string[] {
  const turns = createTurns();
  const gone: string[] = [];
  for (const name of names) {
    turns.take(name.slice(0, 1), () => gone.push(name));
  }
  return gone;
}

const many = (address: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${address}${index + 1}`);

describe('requests of clients that are not known', () => {
  it('go on four by four of an address, in their order', async () => {
    const gone = send(many('a', 10));
    expect(gone).toEqual(many('a', 4));
    await nextTurn();
    expect(gone).toEqual(many('a', 8));
    await nextTurn();
    expect(gone).toEqual(many('a', 10));
  });

  it('of another address go on at once, however many wait', () => {
    expect(send([...many('a', 100), 'b1'])).toEqual([...many('a', 4), 'b1']);
  });

  it('of all addresses are bounded too, and the addresses take turns', async () => {
    const addresses = 'abcdefghijklmnopqrst'.split('');
    const gone = send(addresses.flatMap((address) => many(address, 5)));
    expect(gone).toHaveLength(64);
    await nextTurn();
    expect(gone.slice(64)).toEqual([
      ...addresses.slice(0, 16).map((address) => `${address}5`),
      ...addresses.slice(16).flatMap((address) => many(address, 4)),
    ]);
    await nextTurn();
    expect(gone.slice(96)).toEqual(['q5', 'r5', 's5', 't5']);
  });

  it('go on at once again when nothing waits', async () => {
    const turns = createTurns();
    for (let round = 0; round < 3; round += 1) {
      const gone: string[] = [];
      turns.take('a', () => gone.push('a'));
      expect(gone).toEqual(['a']);
      await nextTurn();
    }
  });
});
