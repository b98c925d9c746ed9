import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/client.ts';
import {
  breachOutcomes,
  type OnBreach,
  type RuleReason,
  type Rules,
  weekdays,
} from '../../src/engine/model/agent-rules.ts';
import { newAgent, type TestAgent } from '../support/agents.ts';
import { codes, errors, resource, type Reply } from '../support/http.ts';
import { approvalsOf, beginNext } from '../support/moves.ts';
import { testServer, secondServer } from '../support/server.ts';

const server = testServer();
const second = secondServer(server);
beforeAll(() => beginNext(server, 'hour'));
/** A rule, how many equal payments pass it, and why the next one does not. */
type Broken = { rule: () => object | 'review'; passes: number; type: RuleReason['type'] };

const stranger = () => ({ type: 'party_id', value: server.parties.stranger.partyId });
const threeDaysOn = () => weekdays[(new Date().getUTCDay() + 2) % 7];

const broken: { readonly [K in keyof Rules]: Broken } = {
  counterparties: { rule: () => ({ block: [stranger()] }), passes: 0, type: 'counterpartyNotAllowed' },
  currencies: { rule: () => ({ allow: ['EUR'] }), passes: 0, type: 'currencyNotAllowed' },
  paymentsPerHour: { rule: () => ({ max: 1 }), passes: 1, type: 'rateExceeded' },
  paymentsPerDay: { rule: () => ({ max: 2 }), passes: 2, type: 'rateExceeded' },
  hours: {
    rule: () => ({ timeZone: 'UTC', weekly: [{ days: [threeDaysOn()], from: '09:00', to: '10:00' }] }),
    passes: 0,
    type: 'outsideHours',
  },
  firstPaymentToNewPayee: { rule: () => 'review', passes: 0, type: 'newCounterparty' },
  duplicates: { rule: () => ({ withinSeconds: 600 }), passes: 1, type: 'possibleDuplicate' },
};

const cases = Object.entries(broken).flatMap(([name, { rule, passes, type }]) =>
  breachOutcomes
    .filter((onBreach) => onBreach === 'review' || name !== 'firstPaymentToNewPayee')
    .map((onBreach) => ({ name, rule, passes, type, onBreach })),
);
const rulesOf = ({ name, rule, onBreach }: { name: string; rule: Broken['rule']; onBreach: OnBreach }) => {
  const value = rule();
  return { [name]: typeof value === 'object' ? { ...value, onBreach } : value };
};

const values = () => ({ amount: 100, counterparty: stranger() });
const buy = (agent: TestAgent, on: ApiClient = server): Promise<Reply> => on.as(agent.key).pay(values());
const outcomeOf = (reply: Reply): unknown =>
  reply.status === 201 ? resource(reply).attributes['status'] : codes(reply)[0];
const refusedFor = (error: { meta?: unknown } | undefined): unknown =>
  (error?.meta as { reasons?: unknown } | undefined)?.reasons;

async function passing(agent: TestAgent, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) expect(outcomeOf(await buy(agent))).toBe('PROCESSING');
}

describe.each(cases)('the rule $name with $onBreach', (each) => {
  const { passes, type, onBreach } = each;
  const stopped = onBreach === 'review' ? 'IN_REVIEW' : 'rule_broken';

  it('stops a payment that breaks it, as a dry run says', async () => {
    await beginNext(server, 'minute'); // the reason of `hours` names the time of day
    const agent = await newAgent(server, { rules: rulesOf(each) });
    await passing(agent, passes);
    const tried = await server.as(agent.key).post('/payments?dryRun=true', values());
    const preview = resource(tried).attributes;
    const [error] = preview['errors'] as Array<{ meta?: unknown }>;
    const [waiting] = preview['approvals'] as Array<{ reasons: unknown }>;
    const reply = await buy(agent);
    expect(outcomeOf(reply)).toBe(stopped);
    const waits = reply.status === 201 ? (await approvalsOf(server, resource(reply)))[0] : undefined;
    const reasons = waits ? waits.attributes['reasons'] : refusedFor(errors(reply)[0]);
    expect(reasons).toMatchObject([{ type, onBreach }]);
    expect(waiting ? waiting.reasons : refusedFor(error)).toEqual(reasons);
  });

  it('lets no more pass of many at once', async () => {
    const agent = await newAgent(server, { rules: rulesOf(each) });
    const sent = Array.from({ length: 20 }, (_, index) => buy(agent, index % 2 === 0 ? server : second));
    const outcomes = (await Promise.all(sent)).map(outcomeOf);
    const count = (state: string) => outcomes.filter((outcome) => outcome === state).length;
    expect([count('PROCESSING'), count(stopped)]).toEqual([passes, 20 - passes]);
  });

  it('is shown as it was set', async () => {
    const rules = rulesOf(each);
    const { id } = await newAgent(server, { rules });
    expect(resource(await server.get(`/agents/${id}`)).attributes['rules']).toMatchObject(rules);
  });

  it('says the same in a backtest', async () => {
    const agent = await newAgent(server);
    await passing(agent, passes + 1);
    const found = await server.post(`/agents/${agent.id}/rules/backtest`, { rules: rulesOf(each) });
    const outcome = onBreach === 'review' ? 'waited' : 'refused';
    expect(resource(found).attributes).toMatchObject({
      passed: passes,
      [outcome]: 1,
      examples: [{ outcome, reasons: [{ type, onBreach }] }],
    });
  });
});
