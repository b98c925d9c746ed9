import { afterAll, beforeAll, expect, it } from 'vitest';
import { getRequest, paymentRequest } from '../proof/support/load/requests.ts';
import { sendOnce } from './http.ts';
import { paymentsBetween } from './requests.ts';
import { benchRules, makeAgents } from './world/agents.ts';
import { openFill } from './world/fill.ts';
import { neighbourRequests } from './world/neighbours.ts';
import { openWorld, type World } from './world/world.ts';

// The world is stored in SQL, so a new rule about keys or parties can make its requests fail, and with them the rows.
let world: World;
beforeAll(async () => {
  world = await openWorld({ wallets: 4, settings: {} });
});
afterAll(() => world.close());

const statusOf = async (request: string): Promise<number> => (await sendOnce(world.port, request)).status;

it('the parties of the benchmark pay and read', async () => {
  const [payer] = world.payers;
  expect(await statusOf(paymentsBetween(world.payers)())).toBe(201);
  expect(await statusOf(getRequest(payer?.key ?? '', '/transactions?limit=10'))).toBe(200);
});

it('the neighbours of a hostile party pay, read and write', async () => {
  const kinds = await neighbourRequests(world);
  for (const [kind, next] of Object.entries(kinds)) {
    const statuses = await Promise.all(Array.from({ length: 5 }, () => statusOf(next())));
    expect([kind, Math.max(...statuses) < 300]).toEqual([kind, true]);
  }
});

it.each([null, benchRules])('agents pay for customers, by rules %j', async (rules) => {
  const [agent] = await makeAgents(world.client, world.payers, rules);
  const to = { email: 'payee@bench.purser.test', customer: agent?.customer ?? '' };
  expect(await statusOf(paymentRequest(agent?.key ?? '', to))).toBe(201);
});

it('SQL inserts payments that the audit takes for the engine’s', async () => {
  const own = await openWorld({ wallets: 4, settings: {} });
  try {
    const fill = await openFill(own, 'any two');
    await fill(50, () => undefined);
    const { rows } = await own.client.query<{ payments: bigint; movements: bigint }>(
      `SELECT count(*) AS payments, count(m.*) AS movements FROM payments p LEFT JOIN movements m ON m.transaction_id = p.id`,
    );
    expect(rows).toEqual([{ payments: 151n, movements: 151n }]);
  } finally {
    await own.close();
  }
});
