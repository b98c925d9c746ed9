import { getRequest, paymentRequest } from '../../proof/support/load/requests.ts';
import { openHttpConnection } from '../http.ts';
import { load } from '../load.ts';
import { paymentsBetween, paymentsByAgents, pickFirst } from '../requests.ts';
import { partyCode } from '../world/party-code.ts';
import type { World } from '../world/world.ts';

/** Requests that both commits handle, the status they expect, and how a world makes ready for them. */
export type Comparison = {
  id: string;
  title: string;
  status: number;
  /** Returns the generator of requests. Throws where the world's commit does not offer what they need. */
  prepare: (world: World) => Promise<() => string>;
};

const readable = 2_000;
const fill = { connections: 16, seconds: 1 };

export const comparisons: readonly Comparison[] = [
  {
    id: 'anyTwo',
    title: 'POST /payments between any two wallets',
    status: 201,
    prepare: async ({ payers }) => paymentsBetween(payers),
  },
  {
    id: 'onePair',
    title: 'POST /payments from one wallet to one other',
    status: 201,
    prepare: async ({ payers }) => paymentsBetween(payers, pickFirst, pickFirst),
  },
  {
    id: 'agents',
    title: 'POST /payments by agents, delegated, with day and month limits',
    status: 201,
    prepare: async ({ root, client, payers }) => {
      const { makeAgents } = await partyCode(root);
      return paymentsByAgents(await makeAgents(client, payers), payers);
    },
  },
  {
    id: 'ruledAgents',
    title: 'POST /payments by agents with rules and the duplicate guard',
    status: 201,
    prepare: async ({ root, client, payers }) => {
      const { makeAgents, benchRules } = await partyCode(root);
      if (!benchRules) throw new Error('the other commit has no rules of agents');
      return paymentsByAgents(await makeAgents(client, payers, benchRules), payers);
    },
  },
  { id: 'getById', title: 'GET /payments/{id}', status: 200, prepare: readPayments },
  { id: 'list', title: 'GET /transactions, a page of 50', status: 200, prepare: readList },
];

async function readPayments({ port, payers }: World): Promise<() => string> {
  const connection = await openHttpConnection(port);
  const reads: string[] = [];
  for (let place = 0; place < readable; place += 1) {
    const [payer, payee] = [payers[place % payers.length], payers[(place + 1) % payers.length]];
    const key = payer?.key ?? '';
    const { body } = await connection.send(paymentRequest(key, { email: payee?.email ?? '' }));
    reads.push(getRequest(key, `/payments/${/"id":"(pay_[0-9a-f]{32})"/.exec(body)?.[1]}`));
  }
  connection.end();
  let next = 0;
  return () => reads[next++ % readable] ?? '';
}

async function readList({ port, payers }: World): Promise<() => string> {
  await load(port, fill, paymentsBetween(payers, pickFirst, pickFirst));
  const page = getRequest(payers[0]?.key ?? '', '/transactions?limit=50');
  return () => page;
}
