import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../flows/support.ts';
import { newAgent, type TestAgent } from '../support/agents.ts';
import { connectHost, type Host, type Said } from '../support/mcp.ts';
import { customer, main, stranger, testServer } from '../support/server.ts';

const server = testServer();
const limits = { perTransaction: 100 };
const statusOf = ({ says }: Said) => says['status'];
const idOf = ({ says }: Said, name: 'payment' | 'approval') => (says[name] as { id: string }).id;

let agent: TestAgent;
let host: Host;
let turn = 0;
const inReview = async (at = host, payee = customer.partyId) => {
  const asked = { purpose_id: `purchase ${(turn += 1)}`, to: payee, amount: '2.00' };
  const said = await at.call('create_payment', asked);
  expect(statusOf(said)).toBe('needs_approval');
  return { payment_id: idOf(said, 'payment'), approvalId: idOf(said, 'approval') };
};
const approve = (id: string, as = main.approverApiKey) => server.as(as).post(`/approvals/${id}/approve`);

beforeAll(async () => {
  agent = await newAgent(server, { limits });
  host = await connectHost(server.baseUrl, agent.key);
});
afterAll(() => host.close());

describe('an agent that cancels while a person approves', () => {
  it('is told what became of the payment, and one of both has taken effect', async () => {
    const rounds = 20;
    const outcomes: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { payment_id, approvalId } = await inReview();
      // Each of them is sent first in every other round.
      const cancel = () => host.call('cancel_payment', { payment_id });
      const approved = round % 2 === 0 ? approve(approvalId) : null;
      const [said, reply] = await Promise.all([cancel(), approved ?? approve(approvalId)]);
      const status = String(await server.statusOf(payment_id));
      outcomes.push(`${status}: ${String(statusOf(said))}, ${reply.status}`);
    }
    const consistent = /^(?:COMPLETED: (?:paid|refused), 200|CANCELED: canceled, 409)$/;
    expect(outcomes.filter((each) => !consistent.test(each))).toEqual([]);
    expect(outcomes).toHaveLength(rounds);
  });
});

describe('wait_for_payment', () => {
  it('waits in ten places of a party, and no more; others wait too, and places are free again', async () => {
    const { payment_id, approvalId } = await inReview();
    const told: Said[] = [];
    const waiting = Array.from({ length: 12 }, () =>
      host.call('wait_for_payment', { payment_id, seconds: 60 }).then((said) => told.push(said)),
    );
    await until('two of twelve are told that there are too many', () => told.length === 2);
    expect(told.map((said) => [statusOf(said), said.isError])).toEqual([
      ['rate_limit', true],
      ['rate_limit', true],
    ]);

    const other = await newAgent(server.as(stranger), { limits });
    const otherHost = await connectHost(server.baseUrl, other.key);
    const { payment_id: others } = await inReview(otherHost);
    const still = await otherHost.call('wait_for_payment', { payment_id: others, seconds: 1 });
    expect(statusOf(still)).toBe('needs_approval');
    await otherHost.close();

    await approve(approvalId);
    await Promise.all(waiting);
    expect(told.slice(2).map(statusOf)).toEqual(Array.from({ length: 10 }, () => 'paid'));
    const { payment_id: next } = await inReview();
    const free = await host.call('wait_for_payment', { payment_id: next, seconds: 1 });
    expect(statusOf(free)).toBe('needs_approval');
  });
});
