import { payParty, until, untilEngineWaits, uuidOf, withSession } from './support.ts';
import { figure, figures } from '../support/figures.ts';
import type { Reply } from '../support/http.ts';
import { main, customer, type TestServer } from '../support/server.ts';

/** Runs the work while payments of the main party wait, because another session has locked its wallet. */
export async function whilePaymentsWait(
  server: TestServer,
  count: number,
  work: () => Promise<void>,
): Promise<Reply[]> {
  const paid: Array<Promise<Reply>> = [];
  await withSession(server.connection, async (session) => {
    await session.query('BEGIN');
    await session.query('SELECT FROM wallets WHERE id = $1 FOR UPDATE', [uuidOf(main.walletId)]);
    for (let index = 0; index < count; index += 1) paid.push(payParty(server.baseUrl, main, customer, 1));
    await untilEngineWaits(server.sql);
    await untilInFlight(server, count);
    await work();
  });
  return Promise.all(paid);
}

/** Waits until this many requests are under way, besides the one that asks. */
export const untilInFlight = (server: TestServer, count: number): Promise<void> =>
  until(`${count} requests are under way`, async () => {
    const inFlight = figure(await figures(server.baseUrl), 'purser_http_requests_in_flight');
    return inFlight === count + 1;
  });
