import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requestFingerprint } from '../../src/http/request-fingerprint.ts';
import type { Id } from '../../src/lib/id.ts';

const agent = '0198f3c2-a4b1-7d6e-8f90-a1b2c3d4e5f6' as Id<'agt'>;
const limit = z.number().nullable().default(null);
const contact = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('email'), value: z.string(), label: z.string().default('home') }),
  z.strictObject({ type: z.literal('phone'), value: z.string(), country: z.string().default('US') }),
]);
const schema = z.strictObject({
  amount: z.number().transform(BigInt),
  currency: z.string().default('USD'),
  note: z.string().nullable().optional(),
  limits: z.strictObject({ perDay: limit, perMonth: limit }).nullable().optional(),
  options: z.strictObject({ notify: z.boolean().default(true) }).default({ notify: true }),
  prefilled: z
    .string()
    .transform((text) => text.length)
    .prefault('four'),
  lines: z.array(z.strictObject({ text: z.string(), count: z.number().default(1) })).optional(),
  tags: z.array(z.string()).default([]),
  contact: contact.optional(),
});
const same = requestFingerprint(schema);
const of = (sent: object, agentId: Id<'agt'> | null = null): string =>
  same(schema.parse({ amount: 5, ...sent }), agentId).toString('hex');

describe('the fingerprint of a request', () => {
  it.each<[string, object, object]>([
    ['a default', { currency: 'USD' }, {}],
    ['a default that is an object', { options: { notify: true } }, {}],
    ['an object whose members all have their defaults', { options: {} }, {}],
    ['a default that is itself parsed (prefault)', { prefilled: 'four' }, {}],
    ['a default that is a list', { tags: [] }, {}],
    ['a default in an object', { limits: { perDay: 5, perMonth: null } }, { limits: { perDay: 5 } }],
    [
      'a default in the entries of a list',
      { lines: [{ text: 'a', count: 1 }, { text: 'b' }] },
      { lines: [{ text: 'a' }, { text: 'b', count: 1 }] },
    ],
    [
      'a default in an option of a union',
      { contact: { type: 'email', value: 'a', label: 'home' } },
      { contact: { value: 'a', type: 'email' } },
    ],
  ])('is the same with and without %s', (_what, one, other) => expect(of(one)).toBe(of(other)));

  it.each<[string, object, object]>([
    ['a value and the default', { currency: 'EUR' }, {}],
    ['a null and an absent value', { note: null }, {}],
    ['a null and an empty object', { limits: null }, { limits: {} }],
    ['an empty object and an absent one', { limits: {} }, {}],
    ['an empty list and an absent one', { lines: [] }, {}],
    ['lists in different orders', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }],
    ['a nested value and its default', { options: { notify: false } }, {}],
    [
      'two options of a union',
      { contact: { type: 'email', value: 'a' } },
      { contact: { type: 'phone', value: 'a' } },
    ],
    [
      'a value and the default of another option',
      { contact: { type: 'phone', value: 'a', country: 'home' } },
      { contact: { type: 'phone', value: 'a' } },
    ],
  ])('distinguishes %s', (_what, one, other) => expect(of(one)).not.toBe(of(other)));

  it('includes the acting agent, and is the same as in earlier versions', () => {
    expect([of({}), of({}, agent)]).toEqual([
      'e606fe3661b6566e660ace1dd1c679753beb40ff4cd5ac06c34a82c8aa5b2710',
      '06715be1b8226ed81fb0d81bf1941ddf496a94e1fbe20dd1194ebf26e4ecd435',
    ]);
  });

  it('is that of an empty object if there are no attributes', () => {
    const empty = z.strictObject({});
    expect(requestFingerprint(null)({}, agent)).toEqual(requestFingerprint(empty)({}, agent));
  });
});

describe('a record of objects', () => {
  const inner = z.strictObject({ a: z.int().nullable().default(null), b: z.int().nullable().default(null) });
  const of = requestFingerprint(z.strictObject({ named: z.record(z.string(), inner.nullable()) }));

  it('is seen by name, in any order, without what is absent or default', () => {
    const sent = of({ named: { x: { a: 1, b: null }, y: null } }, null);
    expect(of({ named: { y: null, x: { a: 1 } } }, null)).toEqual(sent);
    for (const named of [{ x: { a: 1 } }, { x: { a: 2 }, y: null }, { x: { b: 1 }, y: null }])
      expect(of({ named }, null)).not.toEqual(sent);
  });
});

describe('a schema that hides members from the fingerprint', () => {
  const inner = z.strictObject({ a: z.string().default('a') });
  it.each<[string, z.ZodType]>([
    ['a transform of an object', inner.transform(({ a }) => a)],
    ['a transform of a list of objects', z.array(inner).transform((list) => list.length)],
    ['a preprocessed object', z.preprocess((value) => value, inner)],
    ['a union without a discriminator', z.union([inner, z.strictObject({ b: z.string() })])],
    ['an unknown value', z.unknown()],
  ])('(%s) is refused when the route is defined', (_what, hiding) => {
    for (const attributes of [
      hiding,
      z.strictObject({ hiding }),
      z.strictObject({ list: z.array(hiding.optional()) }),
    ]) {
      expect(() => requestFingerprint(attributes)).toThrow(TypeError);
    }
  });

  it.each<[string, z.ZodType]>([
    ['drawn at random', z.number().default(() => Math.random())],
    ['a time', z.date().default(() => new Date(0))],
  ])('a default that is %s is refused when the route is defined', (_what, moving) => {
    expect(() => requestFingerprint(z.strictObject({ moving }))).toThrow(TypeError);
  });
});
