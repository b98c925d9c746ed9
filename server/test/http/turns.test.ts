import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from '../../src/http/turns.ts';

/** Lets requests take turns. Returns the names of those that went on so far; a name begins with the letter of its client. */
function send(names: readonly string[], of: keyof ReturnType<typeof createTurns> = 'addresses'): string[] {
  const turns = createTurns()[of];
  const gone: string[] = [];
  for (const name of names) {
    turns.take(name.slice(0, 1), () => gone.push(name));
  }
  return gone;
}

const many = (client: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${client}${index + 1}`);

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

  it('that leave the line take no turn', async () => {
    const turns = createTurns().addresses;
    const gone: number[] = [];
    const leave = Array.from({ length: 1_000 }, (_, index) => turns.take('a', () => gone.push(index)));
    expect(leave.slice(0, 5)).toEqual([null, null, null, null, expect.any(Function)]);
    for (const each of leave) each?.();
    turns.take('a', () => gone.push(1_000));
    await nextTurn();
    expect(gone).toEqual([0, 1, 2, 3, 1_000]);
  });

  it('go on at once again when nothing waits', async () => {
    const turns = createTurns().addresses;
    for (let round = 0; round < 3; round += 1) {
      const gone: string[] = [];
      turns.take('a', () => gone.push('a'));
      expect(gone).toEqual(['a']);
      await nextTurn();
    }
  });
});

describe('requests of parties', () => {
  it('go on sixteen by sixteen of a party, in their order, and of another party at once', async () => {
    const gone = send([...many('a', 40), 'b1'], 'parties');
    expect(gone).toEqual([...many('a', 16), 'b1']);
    await nextTurn();
    expect(gone.slice(17)).toEqual(many('a', 32).slice(16));
    await nextTurn();
    expect(gone.slice(33)).toEqual(many('a', 40).slice(32));
  });

  it('of many parties go on in the same turn', () => {
    const parties = Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    expect(send(parties, 'parties')).toEqual(parties);
  });
});
