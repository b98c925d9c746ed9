import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../../src/start/app.ts';
import { bodySchema, readAttributes } from '../../src/http/body.ts';
import type { Body, Endpoint } from '../../src/http/endpoint.ts';
import { requestFingerprint } from '../../src/http/request-fingerprint.ts';
import { extendObjects, namesOf } from './extend-objects.ts';
import { frozenWrites } from './frozen-requests.ts';
import type { Frozen } from './frozen.ts';

const keyedWrites = endpoints.filter(({ method, idempotency }) => method !== 'GET' && idempotency !== 'none');
const routeOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

const cases = keyedWrites.flatMap((endpoint) => {
  const { least, full = [] } = frozenWrites[routeOf(endpoint)] ?? {};
  return [...(least ? [least] : []), ...full].map((frozen, index): [string, Endpoint, Frozen] => [
    `${routeOf(endpoint)}, ${index === 0 ? 'least' : `full ${index}`}`,
    endpoint,
    frozen,
  ]);
});

function read(body: Body, sent: object): object {
  const bytes = Buffer.from(JSON.stringify(sent));
  return readAttributes(bytes, bodySchema(body), { acceptFlat: true, id: '' }) as object;
}

const fingerprintOf = ({ body, fingerprint }: Endpoint, sent: object): string =>
  fingerprint(body ? read(body, sent) : {}, null).toString('hex');

describe('the frozen requests', () => {
  it('cover exactly the writes that take an idempotency key', () => {
    expect(Object.keys(frozenWrites).toSorted()).toEqual(keyedWrites.map(routeOf).toSorted());
  });

  it.each(keyedWrites.map((endpoint): [string, Endpoint] => [routeOf(endpoint), endpoint]))(
    'of %s send every attribute with a value other than its default',
    (route, endpoint) => {
      const { full = [] } = frozenWrites[route] ?? {};
      const names = full.flatMap(({ attributes = {} }) =>
        Object.keys(attributes).filter((name) => matters(endpoint, attributes, name)),
      );
      const known = endpoint.body ? namesOf(endpoint.body.attributes) : [];
      expect([...new Set(names)].toSorted()).toEqual(known.toSorted());
    },
  );
});

/** Returns whether the request becomes invalid or gets another fingerprint without the attribute. */
function matters(endpoint: Endpoint, attributes: Record<string, unknown>, name: string): boolean {
  const { [name]: _removed, ...others } = attributes;
  const isValid = endpoint.body?.attributes.safeParse(others).success;
  return !isValid || fingerprintOf(endpoint, others) !== fingerprintOf(endpoint, attributes);
}

describe.each(cases)('the fingerprint of %s', (_what, endpoint, { attributes = {}, fingerprint }) => {
  it('is the stored one', () => expect(fingerprintOf(endpoint, { data: { attributes } })).toBe(fingerprint));

  it('is the same for a flat body, and for a body with a type', () => {
    if (!endpoint.body) return;
    const { type } = endpoint.body;
    expect(fingerprintOf(endpoint, { data: { type, attributes } })).toBe(fingerprint);
    expect(fingerprintOf(endpoint, attributes)).toBe(fingerprint);
  });

  it('stays the same if every object of the schema gets new optional attributes', () => {
    if (!endpoint.body) return;
    const extended = extendObjects(endpoint.body.attributes);
    const parsed = read({ ...endpoint.body, attributes: extended }, { data: { attributes } });
    expect(parsed).toMatchObject({ addedText: 'new', addedObject: { inner: 1 }, addedNull: null });
    expect(requestFingerprint(extended)(parsed, null).toString('hex')).toBe(fingerprint);
  });
});

describe('a new attribute', () => {
  it('changes the fingerprint if its value is not the default', () => {
    const before = z.strictObject({ amount: z.number() });
    const after = extendObjects(before);
    const known = requestFingerprint(before)({ amount: 1 }, null);
    const changes = [
      { addedText: 'other' },
      { addedObject: { inner: 2 } },
      { addedNull: 'set' },
      { addedList: [] },
    ];
    for (const change of changes) {
      const other = requestFingerprint(after)(after.parse({ amount: 1, ...change }), null);
      expect([change, other.equals(known)]).toEqual([change, false]);
    }
  });
});
