import { afterAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { errors, refusal, resource, type Reply } from '../support/http.ts';
import { main, customer, to, testServer } from '../support/server.ts';
import { partyShape } from '../support/shapes-parties.ts';

const server = testServer();
const path = '/parties/me';
const shown = (reply: Reply): object => resource(reply).attributes;

const update = (values: object) => server.patch(path, values);

afterAll(() => update({ name: main.name }));

checkEndpoint('GET /parties/me', server, {
  alsoHas: ['PATCH'],
  path: () => path,
  scope: 'party.read',
  response: { data: partyShape },
});

checkEndpoint('PATCH /parties/me', server, {
  path: () => path,
  scope: 'party.update',
  response: { data: partyShape },
  body: () => ({ name: main.name }),
  otherBody: { name: 'Another name' },
});

describe('GET /parties/me', () => {
  it("shows the key's own party", async () => {
    for (const party of [main, customer]) {
      const { partyId, name, email } = party;
      const reply = await server.as(party).get(path);
      expect(resource(reply)).toMatchObject({ id: partyId, attributes: { name, email } });
    }
  });
});

describe('PATCH /parties/me', () => {
  it('changes the name that others see, from now on', async () => {
    const name = 'Bücher am Markt';
    const reply = await update({ name });
    expect(shown(reply)).toMatchObject({ name, defaultCurrency: 'USD', status: 'ACTIVE' });
    expect((await server.get(path)).text).toBe(reply.text);
    const payment = resource(await server.post('/payments', { amount: 1, ...to(customer) }));
    const seen = await server.as(customer).get(`/transactions/txn_${payment.id.slice(4)}`);
    expect(seen.text).toContain(name);
  });

  it('takes the name as `displayName` too, and shows it as both', async () => {
    const displayName = 'Books & More';
    expect(shown(await update({ displayName }))).toMatchObject({ name: displayName, displayName });
    expect(shown(await update({ displayName, name: displayName }))).toMatchObject({ name: displayName });
    for (const sent of [{ displayName, name: 'Other' }, { displayName: '' }, { displayName: null }])
      expect(refusal(await update(sent))).toEqual([422, ['invalid_value'], ['/data/attributes/displayName']]);
    expect(shown(await server.get(path))).toMatchObject({ name: displayName });
  });

  it('says who changes what no key can', async () => {
    const reply = await update({ approvalPolicy: { by: 'any', twoAbove: null }, toString: 1 });
    const [policy, unknown] = errors(reply);
    expect(refusal(reply)).toEqual([
      422,
      ['invalid_value', 'invalid_value'],
      ['/data/attributes/approvalPolicy', '/data/attributes/toString'],
    ]);
    expect(policy?.detail).toContain('an owner who has just signed in');
    expect(unknown?.detail).toBe('This name is not known here.');
  });

  it('without attributes changes nothing', async () => {
    const before = await server.get(path);
    const reply = await update({});
    expect([reply.status, reply.text]).toEqual([200, before.text]);
  });

  it('never changes the default currency, the type, the status or the address', async () => {
    const others = { defaultCurrency: 'EUR', partyType: 'PERSON', status: 'ACTIVE', email: 'a@example.com' };
    for (const [name, value] of Object.entries(others)) {
      const pointer = `/data/attributes/${name}`;
      expect(refusal(await update({ [name]: value }))).toEqual([422, ['invalid_value'], [pointer]]);
    }
  });

  it.each(['', ' ', '\u00a0\u200b', 'x'.repeat(129), 'two\nlines', 7, null])(
    'refuses the name %j',
    async (name) => {
      expect(refusal(await update({ name }))).toEqual([422, ['invalid_value'], ['/data/attributes/name']]);
    },
  );
});
