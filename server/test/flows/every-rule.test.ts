import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/client.ts';
import { breachOutcomes } from '../../src/engine/model/agent-rules.ts';
import { newAgent, type TestAgent } from '../support/agents.ts';
import { codes, errors, resource, type Reply } from '../support/http.ts';
import { advance, approvalsOf, beginNext } from '../support/moves.ts';
import { ruleExamples, ruleNames } from '../support/rules.ts';
import { testServer, secondServer } from '../support/server.ts';

const server = testServer();
const second = secondServer(server);
beforeAll(() => beginNext(server, 'hour'));

const stranger = () => ({ type: 'party_id', value: server.parties.stranger.partyId }) as const;

const cases = ruleNames.flatMap((name) =>
  breachOutcomes.map((onBreach) => Object.assign({ name, onBreach }, ruleExamples[name])),
);
type Case = (typeof cases)[number];
const rulesOf = ({ name, broken, onBreach }: Case) => ({ [name]: { ...broken(stranger()), onBreach } });

const values = ({ payees = stranger }: Case, number: number) => ({
  amount: 100,
  counterparty: payees(number),
});
const buy = (each: Case, agent: TestAgent, number: number, on: ApiClient = server) =>
  on.as(agent.key).pay(values(each, number));
const outcomeOf = (reply: Reply): unknown =>
  reply.status === 201 ? resource(reply).attributes['status'] : codes(reply)[0];
const refusedFor = (error: { meta?: unknown } | undefined): unknown =>
  (error?.meta as { reasons?: unknown } | undefined)?.reasons;

async function passing(each: Case, agent: TestAgent, times = each.passes, first = 0): Promise<void> {
  for (let number = first; number < first + times; number += 1)
    expect(outcomeOf(await buy(each, agent, number))).toBe('PROCESSING');
}

describe.each(cases)('the rule $name with $onBreach', (each) => {
  const { passes, reason: type, onBreach } = each;
  const stopped = onBreach === 'review' ? 'IN_REVIEW' : 'rule_broken';

  it('stops a payment that breaks it, as a preview says', async () => {
    await beginNext(server, 'minute'); // the reason of `hours` names the time of day
    const agent = await newAgent(server, { rules: rulesOf(each) });
    await passing(each, agent);
    const tried = await server.as(agent.key).post('/payments/preview', values(each, passes));
    const preview = resource(tried).attributes;
    const [error] = preview['errors'] as Array<{ meta?: unknown }>;
    const [waiting] = preview['approvals'] as Array<{ reasons: unknown }>;
    const reply = await buy(each, agent, passes);
    expect(outcomeOf(reply)).toBe(stopped);
    const waits = reply.status === 201 ? (await approvalsOf(server, resource(reply)))[0] : undefined;
    const reasons = waits ? waits.attributes['reasons'] : refusedFor(errors(reply)[0]);
    expect(reasons).toMatchObject([{ type, onBreach }]);
    expect(waiting ? waiting.reasons : refusedFor(error)).toEqual(reasons);
  });

  it('lets no more pass of many at once', async () => {
    const agent = await newAgent(server, { rules: rulesOf(each) });
    const sent = Array.from({ length: 20 }, (_, index) =>
      buy(each, agent, index, index % 2 === 0 ? server : second),
    );
    const outcomes = (await Promise.all(sent)).map(outcomeOf);
    const count = (state: string) => outcomes.filter((outcome) => outcome === state).length;
    expect([count('PROCESSING'), count(stopped)]).toEqual([passes, 20 - passes]);
  });

  it('is shown as it was set', async () => {
    const rules = rulesOf(each);
    const { id } = await newAgent(server, { rules });
    expect(resource(await server.get(`/agents/${id}`)).attributes['rules']).toMatchObject(rules);
  });

  it('counts in what is spendable, and is shown with what is used of it if it counts payments', async () => {
    const agent = await newAgent(server, { rules: rulesOf(each) });
    await passing(each, agent);
    const { limits, spendable } = resource(await server.get(`/agents/${agent.id}/usage`)).attributes;
    expect((spendable as { USD: number }).USD > 0).toBe(!each.stopsAll);
    expect(limits).toMatchObject(each.isCounted ? [{ window: each.name, used: passes, left: 0 }] : []);
  });

  it('says the same in a backtest', async () => {
    const agent = await newAgent(server);
    await passing(each, agent, passes + 1);
    const found = await server.post(`/agents/${agent.id}/rules/backtest`, { rules: rulesOf(each) });
    const outcome = onBreach === 'review' ? 'waited' : 'refused';
    expect(resource(found).attributes).toMatchObject({
      passed: passes,
      [outcome]: 1,
      examples: [{ outcome, reasons: [{ type, onBreach }] }],
    });
  });

  it('looks back to when it was set, and not to the time without it if it is set again', async () => {
    const agent = await newAgent(server);
    const set = async (rules: object | null) =>
      expect((await server.patch(`/agents/${agent.id}`, { rules })).status).toBe(200);
    await passing(each, agent, passes + 1);
    await set(rulesOf(each));
    await passing(each, agent);
    expect(outcomeOf(await buy(each, agent, passes))).toBe(stopped);
    await set(onBreach === 'review' ? null : { [each.name]: null }); // all rules, or this one
    await set(rulesOf(each));
    const next = passes + 1; // those that were paid before are known, if the history is still there
    if (each.onceRemoved === 'deleted') await passing(each, agent, passes, next);
    expect(outcomeOf(await buy(each, agent, next + passes))).toBe(stopped);
  });
});

// Last, since it moves the clock into other days.
const timed = cases.filter(({ passesAgainAfter }) => passesAgainAfter !== null);
it.each(timed)(
  'what has broken the rule $name with $onBreach passes when it looks back no further',
  async (each) => {
    const agent = await newAgent(server, { rules: rulesOf(each) });
    await passing(each, agent);
    expect(outcomeOf(await buy(each, agent, each.passes))).not.toBe('PROCESSING');
    await advance(server, each.passesAgainAfter ?? 0);
    await passing(each, agent, 1, each.passes + 1);
  },
);
