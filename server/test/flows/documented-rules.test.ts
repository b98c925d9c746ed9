import { expect, it } from 'vitest';
import type { Rules } from '../../src/engine/model/agent-rules.ts';
import { newAgent } from '../support/agents.ts';
import { codes, errors, resource, type Reply } from '../support/http.ts';
import { advance, approvalsOf, clockNow } from '../support/moves.ts';
import { stranger, testServer, to, toNobody } from '../support/server.ts';
import { told } from '../support/rules-doc.ts';

const server = testServer();

/** How payments meet the example that docs/rules.md gives of a rule. */
type Told = {
  /** How many payments pass before one that breaks it. */
  passes: number;
  /** A payment by its number, and the one that breaks it. */
  pass?: (number: number) => object;
  breaks?: object;
  outcome: 'IN_REVIEW' | 'rule_broken';
  /** What happens first. */
  before?: () => Promise<unknown>;
};

const at = (value: string) => ({ counterparty: { type: 'email', value } });
const dayOf = (date: Date): number => date.getUTCDay();

/** Moves the clock to noon, in Berlin too, of the next day with this number. */
async function toNoonOf(day: number): Promise<void> {
  const now = await clockNow(server);
  const noon = new Date(now);
  noon.setUTCHours(11, 0, 0, 0);
  do noon.setUTCDate(noon.getUTCDate() + 1);
  while (dayOf(noon) !== day);
  await advance(server, Math.round((+noon - +now) / 1000));
}

const examples: { readonly [K in keyof Rules]: Told } = {
  counterparties: {
    passes: 2,
    pass: (number) => at(number === 0 ? 'shop@example.com' : 'shop@paper.example.com'),
    breaks: at('shop@example.net'),
    outcome: 'rule_broken',
  },
  currencies: {
    passes: 2,
    pass: (number) => ({ currency: number === 0 ? 'USD' : 'EUR' }),
    breaks: { currency: 'GBP' },
    outcome: 'IN_REVIEW',
  },
  paymentsPerHour: { passes: 20, outcome: 'IN_REVIEW' },
  paymentsPerDay: { passes: 100, outcome: 'rule_broken' },
  hours: { passes: 1, outcome: 'IN_REVIEW', before: () => toNoonOf(1) },
  firstPaymentToNewPayee: { passes: 0, breaks: toNobody(), outcome: 'IN_REVIEW' },
  duplicates: {
    passes: 2,
    pass: (number) => ({ description: ['Ink, black', 'Paper'][number] }),
    breaks: { description: 'ink BLACK!' },
    outcome: 'IN_REVIEW',
  },
};

const outcomeOf = (reply: Reply): unknown =>
  reply.status === 201 ? resource(reply).attributes['status'] : codes(reply)[0];

async function reasonsOf(reply: Reply): Promise<unknown> {
  if (reply.status !== 201) return (errors(reply)[0]?.meta as { reasons?: unknown } | undefined)?.reasons;
  return (await approvalsOf(server, resource(reply)))[0]?.attributes['reasons'];
}

it.each(Object.entries(examples))(
  'the example of %s in docs/rules.md bounds an agent as it says',
  async (name, { passes, pass = () => ({}), breaks = {}, outcome, before = () => Promise.resolve() }) => {
    const [, example = '', reason = ''] = told[name] ?? [];
    const agent = await newAgent(server, { rules: JSON.parse(example.slice(1, -1)) });
    const pays = (values: object) => server.as(agent.key).pay({ amount: 1, ...to(stranger), ...values });
    await before();
    const passed = [];
    for (let number = 0; number < passes; number += 1) passed.push(outcomeOf(await pays(pass(number))));
    expect(passed).toEqual(passed.map(() => 'PROCESSING'));
    if (name === 'hours') await toNoonOf(0);
    const reply = await pays(breaks);
    expect([outcomeOf(reply), await reasonsOf(reply)]).toMatchObject([
      outcome,
      [{ type: reason.slice(1, -1) }],
    ]);
  },
);
