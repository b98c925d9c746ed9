import { rawJson } from './draft.ts';
import type { Schema } from './document.ts';

/** What is wrong about a value, and the value. */
export type Trap = readonly [what: string, value: unknown];

const long = 'x'.repeat(2_000);

/** Strings that have broken programs before. */
export const texts: readonly Trap[] = [
  ['empty', ''],
  ['a space', ' '],
  ['other spaces', '\u00a0\u2003\u3000'],
  ['nothing that is seen', '\u200b\u2060 \u{e0041}'],
  ['NUL', 'nul\u0000byte'],
  ['a bell', 'bell\u0007rings'],
  ['an address that is longer in lower case', `${'İ'.repeat(250)}@b.c`],
  ['an address with a right-to-left override', 'a\u202eb@example.com'],
  ['an address with an invisible tag', 'a\u{e0041}@example.com'],
  ['an address with an unassigned character', 'a\u0378@example.com'],
  ['a line break', 'line\r\nX-Break: 1'],
  ['DEL', 'del\u007fdel'],
  ['a C1 control', 'next\u0085line'],
  ['a high surrogate', 'half\ud83d'],
  ['a low surrogate', '\udca9half'],
  ['a right-to-left override', 'abc\u202egpj.exe'],
  ['zero-width characters', 'ze\u200bro\u200dwidth\u2060'],
  ['combining marks', `e${'\u0301'.repeat(300)}`],
  ['characters beyond the basic plane', '\u{1f4b8}\u{20000}\u{10ffff}'],
  ['a byte order mark', '\ufeffmark'],
  ['line separators', 'a\u2028b\u2029c'],
  ['noncharacters', '\ufffe\uffff\ufdd0'],
  ['other digits', '\u0661\u0662\u0663'],
  ['SQL', "'; DROP TABLE payments; --"],
  ['markup', '<script>alert(1)</script>'],
  ['a path', '../../../../etc/passwd'],
  ['percent signs', '%00%0d%0aX-Break:%201'],
  ['a template', '{{constructor.constructor("return 1")()}}'],
  ['a prototype', '__proto__'],
  ['a constructor', 'constructor'],
  ['the word undefined', 'undefined'],
  ['a number', '1'],
  ['long', long],
  ['very long', long.repeat(5)],
];

const spellings =
  `9007199254740993 18446744073709551617 1e400 -1e400 1e-400 1e2 1E+2 1.0 -0 0.0 01 -01 +1 .5 1.
  0x10 0b1 1_000 1n NaN Infinity -Infinity ${'9'.repeat(400)}`.split(/\s+/);

/** Numbers, including some that only text can represent. */
const numbers: readonly Trap[] = [
  ...[0, -1, 1, 1.5, -1.5, 100, 101, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)].map((number): Trap => [
    String(number),
    number,
  ]),
  ...spellings.map((text): Trap => [`written ${text.slice(0, 24)}`, rawJson(text)]),
];

const values: readonly Trap[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['a list', []],
  ['a list of lists', [[]]],
  ['a list of null', [null]],
  ['an object', {}],
  ['an object of objects', { a: { b: {} } }],
  ['an operator', { $gt: '' }],
  ['nested too deeply', rawJson('['.repeat(40) + ']'.repeat(40))],
  ['nested far too deeply', rawJson('{"a":'.repeat(9_000) + '1' + '}'.repeat(9_000))],
  ['a huge list', Array.from({ length: 1_500 }, () => 1)],
  ['a word without quotes', rawJson('nonsense')],
  ['single quotes', rawJson("'text'")],
  ['an unterminated string', rawJson('"open')],
  ['a bad escape', rawJson(String.raw`"\x41"`)],
  ['a raw control character', rawJson('"a\u0001b"')],
  ['a comment', rawJson('1 /* one */')],
];

/** Invalid timestamps, and some valid ones. */
export const times: readonly Trap[] = [
  '2999-02-30T00:00:00Z',
  '2999-13-01T00:00:00Z',
  '2999-00-01T00:00:00Z',
  '2999-01-01T24:00:00Z',
  '2999-01-01T00:60:00Z',
  '2998-12-31T23:59:60Z',
  '2999-01-01T00:00Z',
  '2999-01-01T00:00:00',
  '2999-01-01',
  '2999-01-01 00:00:00Z',
  '2999-01-01t00:00:00z',
  '2999-01-01T00:00:00+24:00',
  '2999-01-01T00:00:00+0530',
  '2999-01-01T00:00:00+05',
  '2999-01-01T00:00:00-00:00',
  '2999-01-01T00:00:00.123456789123Z',
  '2999-W01-1T00:00:00Z',
  '+002999-01-01T00:00:00Z',
  '10000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00Z',
  '1970-01-01T00:00:00Z',
].map((text) => [text, text]);

/** Returns every value to try in place of a valid one of this schema. */
export function trapsOf(schema: Schema, good: unknown): Trap[] {
  return [...texts, ...numbers, ...values, ...nearMisses(good), ...edges(schema, good), ...around(good)];
}

/** Returns strings that are easily mistaken for a valid one. */
export function nearMisses(good: unknown): Trap[] {
  if (typeof good !== 'string' || good === '') return [];
  return [
    ['in upper case', good.toUpperCase()],
    ['with a leading space', ` ${good}`],
    ['with a trailing space', `${good} `],
    ['with a line end', `${good}\n`],
    ['with a trailing NUL', `${good}\u0000`],
    ['one character short', good.slice(0, -1)],
    ['one character long', `${good}0`],
    ['twice', good + good],
    ['with another prefix', good.replace(/^[a-z]{3}_/, 'usr_')],
    ['with no prefix', good.replace(/^[a-z]{3}_/, '')],
    ['as a UUID', good.replace(/_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '_$1-$2-$3-$4-$5')],
    [
      'in full-width digits',
      good.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ],
  ];
}

/** Returns values just inside and just outside the schema's bounds. */
function edges(schema: Schema, good: unknown): Trap[] {
  const { maxLength, maximum, minimum, maxItems, format } = schema;
  return [
    ...(format === 'date-time' ? times : []),
    ...(maxLength === undefined ? [] : lengths(maxLength)),
    ...(minimum === undefined
      ? []
      : [['the least', minimum] as const, ['below the minimum', minimum - 1] as const]),
    ...(maximum === undefined
      ? []
      : [['the most', maximum] as const, ['above the maximum', maximum + 1] as const]),
    ...(maxItems === undefined || !Array.isArray(good) ? [] : sizes(maxItems, good)),
  ];
}

const lengths = (most: number): Trap[] =>
  ['a', '\u{1f4b8}'].flatMap((character): Trap[] => [
    [`${most} of ${character}`, character.repeat(most)],
    [`${most + 1} of ${character}`, character.repeat(most + 1)],
  ]);

const sizes = (most: number, [first]: readonly unknown[]): Trap[] =>
  [most, most + 1].map((length) => [`${length} entries`, Array.from({ length }, () => first)]);

/** Returns objects with forbidden or duplicate names, and the value inside a list or an object. */
function around(good: unknown): Trap[] {
  const wrapped: Trap[] = [
    ['in a list', [good]],
    ['in an object', { value: good }],
    ['as text', typeof good === 'string' ? JSON.stringify(good) : String(good)],
  ];
  if (typeof good !== 'object' || good === null || Array.isArray(good)) return wrapped;
  const text = JSON.stringify(good);
  const [name = 'a', value = 1] = Object.entries(good)[0] ?? [];
  const more = (extra: string): string =>
    rawJson(text === '{}' ? `{${extra}}` : `${text.slice(0, -1)},${extra}}`);
  return [
    ...wrapped,
    ['with a reserved name', more('"__proto__":{"amount":1}')],
    ['with an escaped reserved name', more(String.raw`"\u005f_proto__":{}`)],
    [
      'with a duplicate name',
      text === '{}' ? more('"a":1,"a":1') : more(`${JSON.stringify(name)}:${JSON.stringify(value)}`),
    ],
    ['with a trailing comma', rawJson(`${text.slice(0, -1)},}`)],
  ];
}

/** Names that no object of the API has. */
export const strangeNames: readonly string[] = [
  'unknown',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '',
  ' ',
  'a/b~c',
  'amount ',
  '\u0000',
  '\u202eamount',
  'n'.repeat(500),
];
