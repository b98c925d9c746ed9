import * as fc from 'fast-check';

/** A change of bytes. Positions are taken modulo the length, so that they fit any message. */
export type Damage =
  | { kind: 'flip'; at: number; bit: number }
  | { kind: 'drop'; at: number; count: number }
  | { kind: 'repeat'; at: number; count: number }
  | { kind: 'put'; at: number; bytes: string }
  | { kind: 'cut'; at: number }
  | { kind: 'splice'; at: number; from: number };

/** Bytes, in hex, that parsers of text or HTTP have misread. */
const pieces = [
  '00',
  'c0af', // a slash, overlong
  'e080af',
  'f08080af',
  'eda080', // half of a surrogate pair
  'f4908080', // beyond Unicode
  'f8888080af',
  '80', // a stray continuation byte
  'fe',
  'ff',
  'efbbbf', // a byte order mark
  'fffe',
  'e280ae', // right-to-left override
  '0d0a',
  '0d0a0d0a',
  '0a',
  '0d',
  '0b',
  '1b5b324a',
  '7f',
  '22',
  '5c',
  '5c7530303030', // \u0000
  '5c7564383030', // \ud800
  '7b',
  '7d',
  '5b5b5b5b5b5b5b5b',
  '2c',
  '2d',
  '2e30', // .0
  '65333038', // e308
  '3a',
  '20',
  '09',
  '2f2a2a2f', // a comment
  '255c',
  '253030',
];

/** One to four changes. */
export const damages: fc.Arbitrary<Damage[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), bit: fc.nat(7) }),
    fc.record({ kind: fc.constant('drop' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ kind: fc.constant('repeat' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constant('put' as const), at: fc.nat(), bytes: fc.constantFrom(...pieces) }),
    fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }),
    fc.record({ kind: fc.constant('splice' as const), at: fc.nat(), from: fc.nat() }),
  ),
  { minLength: 1, maxLength: 4 },
);

/** Applies all changes to a message. A splice continues with the other message. */
export const damaged = (message: Buffer, other: Buffer, all: readonly Damage[]): Buffer =>
  all.reduce((bytes, damage) => changed(bytes, other, damage), message);

function changed(bytes: Buffer, other: Buffer, damage: Damage): Buffer {
  const at = damage.at % (bytes.length + 1);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (damage.kind) {
    case 'flip': {
      const first = after[0];
      if (first === undefined) return bytes;
      return Buffer.concat([before, Buffer.of(first ^ (1 << damage.bit)), after.subarray(1)]);
    }
    case 'drop':
      return Buffer.concat([before, after.subarray(damage.count)]);
    case 'repeat':
      return Buffer.concat([
        before,
        ...Array.from({ length: 4 }, () => after.subarray(0, damage.count)),
        after,
      ]);
    case 'put':
      return Buffer.concat([before, Buffer.from(damage.bytes, 'hex'), after]);
    case 'cut':
      return before;
    case 'splice':
      return Buffer.concat([before, other.subarray(damage.from % (other.length + 1))]);
    default:
      return damage satisfies never;
  }
}
