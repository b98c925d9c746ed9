import { describe, expect, it } from 'vitest';
import { uuidOf } from './support.ts';
import { main, stranger, to, testServer } from '../support/server.ts';

const server = testServer();

describe('the counter of a new limit', () => {
  it('includes and dates itself to a day that began while the limit was being set', async () => {
    for (const amount of [100, 23]) await server.pay({ amount, ...to(stranger) });
    await server.sql(`UPDATE payments SET accepted_at = accepted_at + interval '1 day' WHERE amount = 23`);
    await server.put('/parties/me/limits', { limits: { perDay: 1_000_000 } });
    const counters = await server.sql`SELECT spent_in_day, spent_in_month, (day - (now() AT TIME ZONE
      'UTC')::date)::int AS days_ahead FROM limit_counters WHERE spender_id = ${uuidOf(main.partyId)}`;
    const isLastOfMonth = new Date(Date.now() + 86_400_000).getUTCDate() === 1;
    expect(counters).toEqual([
      { spent_in_day: 23n, spent_in_month: isLastOfMonth ? 23n : 123n, days_ahead: 1 },
    ]);
  });
});
