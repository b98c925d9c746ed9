import { describe, expect, it } from 'vitest';
import { endpoints, streams } from '../../src/start/app.ts';
import { errorTable } from '../../src/errors.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { objectsIn } from '../support/objects.ts';

// What generated clients need.

type Schema = Record<string, unknown>;
type Parameter = { name: string; in: string; description?: string; schema: Schema };
type Operation = {
  operationId: string;
  description?: string;
  parameters: Array<Parameter | { $ref: string }>;
  responses: Record<string, unknown>;
};
type Content = { content: Record<string, { schema: Schema }> };
type Document = {
  tags: Array<{ name: string; description?: string }>;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
};

const document = JSON.parse(
  JSON.stringify(openApiDocument({ endpoints, streams, metrics: true })),
) as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const values = /\/(example|examples|default|mapping)(\/|$)/;
const objects = [...objectsIn(document)].filter(([place]) => !values.test(place));
const requests = objects.filter(([place]) => /\/components\/schemas\/\w+(Body|Attributes)(\/|$)/.test(place));

/** Returns the places of the objects that the test finds wrong. */
const places = (isWrong: (object: Schema, place: string) => boolean, among = objects): string[] =>
  among.filter(([place, object]) => isWrong(object, place)).map(([place]) => place);

const typesOf = ({ type }: Schema): unknown[] => (Array.isArray(type) ? type : [type]);

/** Returns the properties of a schema or of the component that it refers to. */
function propertiesOf({ $ref, properties }: Schema): Record<string, Schema> {
  const name = String($ref).split('/').at(-1) ?? '';
  const found = $ref === undefined ? properties : document.components.schemas[name]?.['properties'];
  return (found ?? {}) as Record<string, Schema>;
}

/** Returns whether a schema has alternatives that differ in their constant `type`. */
function hasDifferentTypes({ anyOf = [] }: Schema): boolean {
  const types = (anyOf as Schema[]).map((each) => propertiesOf(each)['type']?.['const']);
  return types.length > 0 && !types.includes(undefined) && new Set(types).size === types.length;
}

const contentOf = (response: unknown): Content['content'] =>
  (response as Partial<Content> | undefined)?.content ?? {};

/** Returns the statuses under which an operation describes a success: a form leads to a page. */
const successesOf = ({ responses }: Operation): string[] =>
  Object.keys(responses).filter((status) => /^[23]/.test(status));

/** Returns the name of the schema of what a POST returns. */
function createdBy(path: string): unknown {
  const operation = document.paths[path]?.['post'];
  const [status = ''] = operation ? successesOf(operation) : [];
  const { $ref } = contentOf(operation?.responses[status])['application/json']?.schema ?? {};
  return String($ref).split('/').at(-1);
}

/** Returns whether an object has two properties that differ in their spelling only. */
function isSpelledAlike({ properties = {} }: Schema): boolean {
  const names = Object.keys(properties as Schema).map((name) => name.replaceAll('_', '').toLowerCase());
  return new Set(names).size < names.length;
}

describe('a generated client', () => {
  it('holds every integer: amounts have 64 bits', () => {
    expect(places((each) => typesOf(each).includes('integer') && !each['format'])).toEqual([]);
    const large = objects.filter(([, each]) => Number(each['maximum']) >= 2 ** 31);
    expect(large.length).toBeGreaterThan(10);
    expect(places((each) => each['format'] !== 'int64', large)).toEqual([]);
  });

  it('meets null only beside a type, and as a word if the others are words', () => {
    expect(places(({ type }) => type === 'null')).toEqual([]);
    const words = objects.filter(([, each]) => typesOf(each).includes('null') && 'enum' in each);
    expect(places((each) => !(each['enum'] as unknown[]).includes(null), words)).toEqual([]);
  });

  it('reads every pattern, also in Go and Python: none is longer than 120 characters', () => {
    const patterns = objects.filter(([, each]) => typeof each['pattern'] === 'string');
    expect(patterns.length).toBeGreaterThan(100);
    expect(places(({ pattern }) => String(pattern).length > 120, patterns)).toEqual([]);
  });

  it("compiles in Go: no type has the name of another one's constructor", () => {
    const titles = Object.keys(document.components.schemas);
    expect(titles.filter((title) => /^new[A-Z]/.test(title))).toEqual([]);
  });

  it('reads one type from each operation: what a write created and its preview have paths of their own', () => {
    const several = operations.filter((each) => successesOf(each).length !== 1);
    expect(several.map(({ operationId }) => operationId)).toEqual([]);
    expect(createdBy('/payments')).toBe('paymentResponse');
    expect(createdBy('/payments/preview')).toBe('paymentPreviewResponse');
    expect(createdBy('/transfers/withdraw')).toBe('transferResponse');
    expect(createdBy('/transfers/withdraw/preview')).toBe('transferPreviewResponse');
    expect(createdBy('/payment-requests/{paymentRequestId}/fulfill/preview')).toBe('paymentPreviewResponse');
  });

  it('does not read a stream as JSON: its response is a text of its own type', () => {
    const streaming = operations.filter(
      ({ responses }) => 'text/event-stream' in contentOf(responses['200']),
    );
    expect(streaming.map(({ operationId }) => operationId)).toEqual(['getEventsStream']);
    const [stream] = streaming;
    expect(Object.keys(contentOf(stream?.responses['200']))).toEqual(['text/event-stream']);
    const own = stream?.parameters.flatMap((each) => ('name' in each ? [`${each.in} ${each.name}`] : []));
    expect(own).toContain('header Last-Event-ID');
  });

  it('reads times in Go: in a response they have a format and no pattern', () => {
    const received = objects.filter(([place]) => !place.includes('/parameters/'));
    const times = received.filter(([, { format }]) => format === 'date-time');
    expect(times.length).toBeGreaterThan(20);
    const sent = new Set(requests.map(([place]) => place));
    expect(places((each, place) => 'pattern' in each && !sent.has(place), times)).toEqual([]);
  });

  it('compiles in Java: a constant is a word', () => {
    expect(places((each) => 'const' in each && typeof each['const'] !== 'string')).toEqual([]);
  });

  it('has one name for each property: no object has two that differ in their spelling only', () => {
    expect(places(isSpelledAlike)).toEqual([]);
    const inBoth = places((each) => String(each['description']).includes('`createdAt`, `updatedAt`'));
    expect(inBoth.length).toBeGreaterThan(0);
  });

  it('sends in a body what a person has written, and nothing else: the schemas have no defaults', () => {
    expect(places((each, place) => place.includes('/schemas/') && 'default' in each)).toEqual([]);
  });

  it('knows the form of every id that it sends', () => {
    const ids = requests.filter(([place]) => /\/properties\/(id|\w+Id)$/.test(place));
    expect(ids.length).toBeGreaterThan(2);
    expect(ids.filter(([, { pattern }]) => !pattern).map(([place]) => place)).toEqual([]);
  });

  it('knows the words of every closed list', () => {
    const closed = /\/properties\/(status|role|type|direction|kind|permissions\/items|scopes\/items)$/;
    const open = places(
      (each, place) => closed.test(place) && !each['enum'] && !('const' in each),
      // The resource of an event may be of any type, also of one that is added later.
      objects.filter(([place]) => !/\/schemas\/(error|eventObject)\//.test(place)),
    );
    expect(open).toEqual([]);
    const { invitations } = entriesOf('createPartyInvitationsAttributes');
    expect(invitations?.['role']).toMatchObject({ enum: ['MEMBER', 'ADMIN', 'APPROVER'] });
    const { recipients } = entriesOf('createAgentCustomersAttributes');
    expect(recipients?.['type']).toMatchObject({ enum: ['email', 'phone', 'party_id'] });
  });

  it('can tell alternatives apart by their type, if they differ in it', () => {
    expect(places(({ oneOf, discriminator }) => Array.isArray(oneOf) && !discriminator)).toEqual([]);
    expect(places(hasDifferentTypes)).toEqual([]);
  });
});

/** Returns the properties of the entries of each list in a request. */
function entriesOf(name: string): Record<string, Record<string, Schema> | undefined> {
  const properties = document.components.schemas[name]?.['properties'] as Record<
    string,
    { items?: { properties?: Record<string, Schema> } }
  >;
  return Object.fromEntries(Object.entries(properties).map(([key, { items }]) => [key, items?.properties]));
}

describe('every part of the document', () => {
  it('is described: tags, operations and parameters', () => {
    expect(document.tags.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
    expect(operations.filter(({ description }) => !description)).toEqual([]);
    const own = operations.flatMap(({ operationId, parameters }) =>
      parameters.flatMap((each) => ('name' in each ? [{ ...each, operationId }] : [])),
    );
    const all = [...own, ...Object.values(document.components.parameters)];
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(({ description }) => !description)).toEqual([]);
  });

  it('is used, and every operation states how it can be refused', () => {
    const used = new Set([...objectsIn(document)].map(([, { $ref }]) => String($ref)));
    const named = Object.entries(document.components).filter(([kind]) => kind !== 'securitySchemes');
    const unused = named.flatMap(([kind, group]) =>
      Object.keys(group).filter((name) => !used.has(`#/components/${kind}/${name}`)),
    );
    expect(unused).toEqual([]);
    const silent = operations.filter(
      ({ responses }) => !Object.keys(responses).some((s) => s.startsWith('4')),
    );
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('includes the pages, and names the codes that have one', () => {
    const { get } = document.paths['/errors/{code}'] ?? {};
    expect(get?.parameters).toMatchObject([{ schema: { enum: Object.keys(errorTable) } }]);
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/errors', '/pay/{token}']));
  });

  it('is never a name for what may be null, which a generator leaves out', () => {
    const { schemas } = document.components;
    const nullable = Object.entries(schemas).filter(([, schema]) => typesOf(schema).includes('null'));
    expect(nullable.map(([name]) => name)).toEqual([]);
  });

  it('is either a reference or says something itself, outside of schemas', () => {
    const references = objects.filter(
      ([place, { $ref }]) => $ref !== undefined && !/\/schemas?(\/|$)/.test(place),
    );
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter(([, object]) => Object.keys(object).length > 1)).toEqual([]);
  });

  it('refuses an empty cursor', () => {
    const cursors = operations.flatMap(({ parameters }) =>
      parameters.flatMap((each) => ('name' in each && each.name === 'cursor' ? [each.schema] : [])),
    );
    expect(cursors.length).toBeGreaterThan(5);
    expect(cursors.filter(({ minLength }) => minLength !== 1)).toEqual([]);
  });
});
