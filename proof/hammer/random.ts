/** A pseudo-random sequence that a seed determines. */
export type Random = {
  /** A whole number from 0 to below `count`. */
  below: (count: number) => number;
  /** A whole number from `least` to `most`. */
  between: (least: number, most: number) => number;
  /** True for this share of the calls. */
  chance: (share: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
};

/** Returns the sequence of these seeds. Each operation has its own, so that none depends on the course of another. */
export function randomOf(...seeds: ReadonlyArray<string | number>): Random {
  let state = hash(seeds.join(' '));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new RangeError('nothing to pick from');
      return list[below(list.length)] as T;
    },
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value | 0;
}
