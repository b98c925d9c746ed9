import { describe, expect, it } from 'vitest';
import { resource } from '../support/http.ts';
import { uuidOf } from './support.ts';
import { main, customer, testServer } from '../support/server.ts';

const server = testServer();
type Maker = {
  party: string;
  user: string;
  agent: string | null;
  instance: string | null;
  keyPrefix: string;
};

async function makerOf(key: string, headers: Record<string, string> = {}): Promise<Maker | undefined> {
  const counterparty = { type: 'email', value: customer.email };
  const payment = resource(await server.as(key).pay({ amount: 1, counterparty }, headers));
  const [maker] = await server.sql<Maker>`SELECT p.initiator_party_id AS party, p.user_id AS user, p.agent_id
    AS agent, p.instance_id AS instance, k.prefix AS "keyPrefix" FROM payments p JOIN (SELECT id, prefix
    FROM api_keys UNION ALL SELECT id, prefix FROM agent_keys) k ON k.id = p.credential_id
    WHERE p.id = ${uuidOf(payment.id)}`;
  return maker;
}

describe('the maker of a payment', () => {
  it('is recorded: party, user, key, agent and conversation', async () => {
    const party = uuidOf(main.partyId);
    const user = uuidOf(main.userId);
    const instance = 'Straße 7 \u00ff'.normalize('NFC');
    expect(await makerOf(main.apiKey)).toMatchObject({ party, user, agent: null, instance: null });
    expect(await makerOf(main.apiKey, { 'X-Instance-ID': instance })).toMatchObject({
      agent: null,
      instance,
    });
    const named = { 'X-Agent-ID': main.agentId, 'X-Instance-ID': 'i'.repeat(1024) };
    expect(await makerOf(main.apiKey, named)).toMatchObject({
      agent: uuidOf(main.agentId),
      instance: 'i'.repeat(1024),
      keyPrefix: main.apiKey.slice(0, 23),
    });
    expect(await makerOf(main.agentKey)).toMatchObject({
      agent: uuidOf(main.agentId),
      instance: null,
      keyPrefix: main.agentKey.slice(0, 23),
    });
  });

  it('is the user of the key, also for keys of other members', async () => {
    const maker = await makerOf(main.approverApiKey);
    expect(maker?.party).toBe(uuidOf(main.partyId));
    expect(maker?.user).not.toBe(uuidOf(main.userId));
    const made = resource(
      await server.as(main.approverApiKey).post('/api-keys', { name: 'Second', scopes: ['payments.create'] }),
    );
    expect(made.attributes['createdBy']).toBe(`usr_${maker?.user}`);
    const again = await makerOf(String(made.attributes['apiKey']));
    expect(again?.user).toBe(maker?.user);
  });
});
