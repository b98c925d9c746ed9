import { expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { eventOf } from '../support/events.ts';
import { errors, resource, resources, type Resource } from '../support/http.ts';
import { invite } from '../support/invitations.ts';
import { newMember } from '../support/members.ts';
import { approvalsOf } from '../support/moves.ts';
import { byId, customer, main, stranger, to, testServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';

const server = testServer();
// Figures that appear nowhere else, in cents: the limits of agent, its party, the customer and the grant.
const limits = { agent: 70_001, main: 70_002, customer: 70_003, grant: 70_004 };
const spent = 71_234;
const own = [limits.agent, limits.main];

const money = (amount: number) => (amount / 100).toFixed(2);

type Approval = { deciderPartyId: string; reasons: Array<{ limitAmount?: number }> };

/** Makes an agent and both parties limited, and the agent a delegate of the customer with a limit. */
async function limited(rules?: object): Promise<{ id: string; key: string }> {
  const agent = await newAgent(server, { limits: { perTransaction: limits.agent }, ...(rules && { rules }) });
  const by = { agentId: agent.id, apiKey: main.apiKey };
  const terms = { limits: { perTransaction: limits.grant } };
  const [invited] = resources(await invite(server, [byId(customer)], terms, by));
  await server.as(customer).post(`/customer-invitations/${invited?.id}/accept`, {});
  await server.put('/parties/me/limits', { limits: { perTransaction: limits.main } });
  await server.as(customer).put('/parties/me/limits', { limits: { perTransaction: limits.customer } });
  return agent;
}

async function free(): Promise<void> {
  for (const each of [main, customer]) await server.as(each).put('/parties/me/limits', { limits: null });
}

const paying = { amount: spent, ...to(stranger), customerPartyId: customer.partyId };
const figures = (approvals: readonly Approval[], decider: string): unknown[] =>
  approvals.flatMap(({ deciderPartyId, reasons }) =>
    deciderPartyId === decider
      ? reasons.map(({ limitAmount = 0 }) => limitAmount).toSorted((a, b) => a - b)
      : [],
  );

/** What each side sees of the limits of both, by who decides: main's own, the customer's, the grant's. */
function expectShown(of: { main: readonly Approval[]; customer: readonly Approval[] }): void {
  expect(figures(of.main, main.partyId)).toEqual(own);
  expect(figures(of.main, customer.partyId)).toEqual([limits.grant]);
  expect(figures(of.customer, main.partyId)).toEqual([]);
  expect(figures(of.customer, customer.partyId)).toEqual([limits.customer, limits.grant]);
  for (const each of Object.values(of))
    expect(each.map(({ deciderPartyId }) => deciderPartyId)).toHaveLength(2);
}

const attributesOf = (all: readonly Resource[]) => all.map(({ attributes }) => attributes as Approval);

it('limits and spending are shown to their owner, in lists, reads, events and the activity', async () => {
  const agent = await limited();
  const payment = resource(await server.as(agent.key).pay(paying));
  expect(payment.attributes['status']).toBe('IN_REVIEW');
  const [ours, theirs] = [
    await approvalsOf(server, payment),
    await approvalsOf(server.as(customer), payment),
  ];
  expectShown({ main: attributesOf(ours), customer: attributesOf(theirs) });
  const read = (as: { apiKey: string }) =>
    Promise.all(ours.map(async ({ id }) => resource(await server.as(as).get(`/approvals/${id}`))));
  expectShown({ main: attributesOf(await read(main)), customer: attributesOf(await read(customer)) });
  const told = (as: { apiKey: string }) =>
    Promise.all(
      ours.map(async ({ id }) => {
        const event = await eventOf(server.as(as), id, 'approval.required');
        return (event.attributes['payload'] as { object: Resource }).object;
      }),
    );
  expectShown({ main: attributesOf(await told(main)), customer: attributesOf(await told(customer)) });
  const [story] = resources(await server.get(`/agents/${agent.id}/activity`));
  const reviews = story?.attributes['reviews'] as Approval[];
  expect([figures(reviews, main.partyId), figures(reviews, customer.partyId)]).toEqual([own, [limits.grant]]);
  await free();
});

it('so are they on the page and in the answer of a decision', async () => {
  const agent = await limited();
  const payment = resource(await server.as(agent.key).pay(paying));
  const approvals = await approvalsOf(server, payment);
  const page = async (party: { partyId: string }): Promise<string> => {
    const browser = await signIn(server, (await newMember(server, 'OWNER', party)).email);
    const texts = [];
    for (const { id } of approvals) texts.push((await browser.get(`/review/${id}`)).text);
    return texts.join();
  };
  const [seenByMain, seenByCustomer] = [await page(main), await page(customer)];
  for (const amount of [limits.agent, limits.main, limits.grant]) expect(seenByMain).toContain(money(amount));
  expect(seenByMain).not.toContain(money(limits.customer));
  for (const amount of [limits.customer, limits.grant]) expect(seenByCustomer).toContain(money(amount));
  for (const amount of own) expect(seenByCustomer).not.toContain(money(amount));
  const theirs = approvals.find(({ attributes }) => attributes['deciderPartyId'] === customer.partyId);
  const denied = await server.as(customer).post(`/approvals/${theirs?.id}/deny`, {});
  expect(figures([resource(denied).attributes as Approval], customer.partyId)).toEqual([
    limits.customer,
    limits.grant,
  ]);
  await free();
});

it('so are they in a preview, and where a rule refuses', async () => {
  const agent = await limited();
  const tried = await server.as(agent.key).post('/payments/preview', paying);
  const { approvals } = (JSON.parse(tried.text) as { data: { attributes: { approvals: Approval[] } } }).data
    .attributes;
  expect([figures(approvals, main.partyId), figures(approvals, customer.partyId)]).toEqual([
    own,
    [limits.grant],
  ]);
  const rules = { currencies: { allow: ['EUR'], onBreach: 'refuse' } };
  const ruled = await limited(rules);
  const refused = await server.as(ruled.key).pay(paying);
  expect(errors(refused)[0]?.code).toBe('rule_broken');
  const text = JSON.stringify(errors(refused)[0]?.meta);
  for (const amount of [limits.agent, limits.main, limits.grant]) expect(text).toContain(`${amount}`);
  expect(text).not.toContain(`${limits.customer}`);
  await free();
});
