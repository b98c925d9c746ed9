import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributes, call, pay } from '../support/http.ts';
import { idOf } from '../support/ledger.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('the count with which a limit begins', () => {
  it('has what was accepted after the midnight that came while the limit was being set, in its own day', async () => {
    const { baseUrl, parties } = server;
    const counterparty = { type: 'party_id', value: parties.stranger.partyId };
    for (const amount of [100, 23]) await pay(baseUrl, parties.main.apiKey, { amount, counterparty });
    await server.sql(`UPDATE payments SET accepted_at = accepted_at + interval '1 day' WHERE amount = 23`);
    const body = attributes({ limits: { perDay: 1_000_000 } });
    await call(baseUrl, 'PUT', '/parties/me/limits', { key: parties.main.apiKey, body });
    const days = await server.sql(
      `SELECT spent FROM limit_counters WHERE owner_id = $1 AND period = 'day' ORDER BY starts_on`,
      [idOf(parties.main.partyId)],
    );
    expect(days).toEqual([{ spent: 100n }, { spent: 23n }]);
  });
});
