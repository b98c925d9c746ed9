import { beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { pagination, refusal, resources, type Resource } from '../support/http.ts';
import {
  main,
  stranger,
  delegate,
  restrictedDelegate,
  byId,
  newAddress,
  testServer,
} from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { counterpartyShape } from '../support/shapes-parties.ts';

const server = testServer();
const payTo = (type: string, value: string, key = main.apiKey) =>
  server.as(key).pay({ amount: 1, counterparty: { type, value } });
const payNewcomer = () => payTo('email', newAddress());

async function listAll(key: string, query = ''): Promise<Resource[]> {
  const found: Resource[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const from = cursor && `&cursor=${cursor}`;
    const reply = await server.as(key).get(`/counterparties?limit=100${from}${query}`);
    found.push(...resources(reply));
    cursor = pagination(reply).nextCursor;
  }
  return found;
}

beforeAll(() => payNewcomer());
checkEndpoint('GET /counterparties', server, { scope: 'payments.read', response: listOf(counterpartyShape) });

checkList('GET /counterparties', server, {
  more: (count) => Promise.all(Array.from({ length: count }, payNewcomer)),
  otherList: '/transactions',
});

checkList('GET /counterparties?direction=sent', server, {
  more: (count) => Promise.all(Array.from({ length: count }, payNewcomer)),
  otherList: '/approvals',
});

const idsOf = async (query: string) => (await listAll(delegate.apiKey, query)).map((each) => each.id);

describe('GET /counterparties', () => {
  it('lists whom the party paid and who paid it, by direction, each party once', async () => {
    await payTo('party_id', delegate.partyId);
    await payTo('party_id', delegate.partyId);
    await payTo('party_id', stranger.partyId, delegate.apiKey);
    expect(await idsOf('&direction=sent')).toEqual([stranger.partyId]);
    expect(await idsOf('&direction=received')).toEqual([main.partyId]);
    expect(await idsOf('')).toEqual([main.partyId, stranger.partyId].toSorted().toReversed());
  });

  it('shows a party with its name and address, and an unknown payee by its address alone', async () => {
    const phone = `+1${Math.trunc(2e9 + Math.random() * 7e9)}`;
    const email = newAddress();
    await payTo('party_id', stranger.partyId);
    await payTo('phone', phone);
    await payTo('email', email);
    const all = await listAll(main.apiKey);
    const known = all.find((each) => each.id === stranger.partyId);
    expect(known?.attributes).toEqual({ name: stranger.name, email: stranger.email, status: 'ACTIVE' });
    const named = (name: string) => all.find((each) => each.attributes['name'] === name)?.attributes;
    expect(named(email)).toEqual({ name: email, email, status: 'ACTIVE' });
    expect(named(phone)).toEqual({ name: phone, email: null, status: 'ACTIVE' });
  });

  it('includes the payee of a payment in review, and not that of a refused payment', async () => {
    const waiting = byId(restrictedDelegate);
    const refused = newAddress();
    const reviewed = { amount: 10_001, counterparty: waiting };
    expect((await server.as(main.limitedAgentKey).pay(reviewed)).status).toBe(201);
    const tooMuch = { amount: Number.MAX_SAFE_INTEGER, counterparty: { type: 'email', value: refused } };
    expect((await server.pay(tooMuch)).status).toBe(409);
    const sent = await listAll(main.apiKey, '&direction=sent');
    expect(sent.map(({ id }) => id)).toContain(restrictedDelegate.partyId);
    expect(sent.map((each) => each.attributes['name'])).not.toContain(refused);
  });

  it.each(['', 'SENT', 'both', 'sent&direction=received'])('refuses direction=%s', async (direction) => {
    const reply = await server.as(main.apiKey).get(`/counterparties?direction=${direction}`);
    expect(refusal(reply)).toEqual([400, ['invalid_value'], ['direction']]);
  });
});
