import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newAgent, type TestAgent } from '../support/agents.ts';
import { codes, resource } from '../support/http.ts';
import { customer, byId, testServer } from '../support/server.ts';

const server = testServer();
const ruled = (rules: object): Promise<TestAgent> => newAgent(server, { rules });

async function stateOfPayment(agent: TestAgent, counterparty: object | undefined): Promise<unknown> {
  const reply = await server.as(agent.key).pay({ amount: 100, counterparty });
  return reply.status === 201 ? resource(reply).attributes['status'] : codes(reply)[0];
}

describe('a list of counterparties', () => {
  it('matches an address in each way to write it, in lists and in payments', async () => {
    const composed = `${randomUUID()}ü.example`;
    const domains = [composed, composed.normalize('NFD'), domainToASCII(composed)];
    const emails = ['é', 'e\u0301'].flatMap((name) => domains.map((domain) => `${name}@${domain}`));
    const counterparties = emails.map((value) => ({ type: 'email', value }));
    const entries = [...domains.map((value) => ({ type: 'domain', value })), ...counterparties];
    const [blocked, allowed] = await Promise.all(
      ['block', 'allow'].map((list) =>
        Promise.all(
          entries.map(async (entry) => {
            const agent = await ruled({ counterparties: { [list]: [entry], onBreach: 'refuse' } });
            return Promise.all(
              counterparties.map(async (counterparty) => stateOfPayment(agent, counterparty)),
            );
          }),
        ),
      ),
    );
    expect([new Set(blocked?.flat()), new Set(allowed?.flat())]).toEqual([
      new Set(['rule_broken']),
      new Set(['PROCESSING']),
    ]);
  });

  it('blocks an address that was stored in another way to write it', async () => {
    const stored = `zoe\u0308-${randomUUID()}@example.com`;
    await server.sql`INSERT INTO contacts (kind, value, party_id, verified_at, created_at)
      VALUES ('email', ${stored}, ${customer.partyId.slice(4)}, now(), now())`;
    const agent = await ruled({
      counterparties: { block: [{ type: 'email', value: stored.normalize('NFC') }], onBreach: 'refuse' },
    });
    const payees = [{ type: 'email', value: stored }, byId(customer)];
    for (const counterparty of payees) expect(await stateOfPayment(agent, counterparty)).toBe('rule_broken');
    const unruled = await stateOfPayment(await ruled({}), payees[0]);
    expect(unruled).toBe('PROCESSING');
  });
});
