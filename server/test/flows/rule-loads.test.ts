import { beforeAll, describe, expect, it } from 'vitest';
import {
  askedKeys,
  needLookBack,
  noRuleNeeds,
  ruleHistoryLoads,
} from '../../src/engine/load/load-rule-history.ts';
import type { LookBack } from '../../src/engine/model/agent-rules.ts';
import { emptyState } from '../../src/engine/model/state.ts';
import type { Id } from '../../src/lib/id.ts';
import { payment } from '../engine/commands.ts';
import { resource, resources } from '../support/http.ts';
import { approvalsOf } from '../support/moves.ts';
import { ruleExamples, ruleNames } from '../support/rules.ts';
import { customer, main, stranger, testServer, to } from '../support/server.ts';
import { uuidOf, withSession } from './support.ts';

// What each load of a history reads, beside rows of another owner and of another payee.
const server = testServer();
const { terms } = payment({});
const asked = [
  { owner: main, payee: stranger },
  { owner: customer, payee: main },
] as const;
const histories = Object.keys(ruleHistoryLoads) as LookBack[];

// One agent pays for its party and for a customer, under all rules of both.
beforeAll(async () => {
  const rules = Object.fromEntries(ruleNames.map((name) => [name, ruleExamples[name].kept]));
  await server.patch(`/agents/${main.agentId}`, { rules });
  const [given] = resources(await server.as(customer).get('/delegations?direction=given'));
  const agents = [{ agentId: main.agentId, rules }];
  await server.as(customer).patch(`/delegations/${given?.id}`, { agents });
  for (const { owner, payee } of asked) {
    const behalf = owner === main ? {} : { customerPartyId: owner.partyId };
    const sent = { amount: Number(terms.amount), ...behalf, ...to(payee) };
    const paid = resource(await server.as(main.agentKey).pay(sent));
    for (const { id } of await approvalsOf(server, paid)) {
      for (const { apiKey } of [main, customer]) await server.as(apiKey).post(`/approvals/${id}/approve`);
    }
  }
});

function loadOf(history: LookBack, { owner, payee }: (typeof asked)[number]) {
  const needs = { ...noRuleNeeds(), cached: { addresses: new Map<string, []>() }, usesCache: false };
  const [payer, partyId] = [owner, payee].map((each) => uuidOf(each.partyId) as Id<'pty'>);
  if (!payer || !partyId) throw new Error('the parties have no ids');
  const named = { counterparty: { type: 'party_id', partyId }, partyId } as const;
  const [agent, agents] = [main.agentId, main.partyId].map(uuidOf);
  const of = { agentId: agent as Id<'agt'>, partyId: agents as Id<'pty'>, payer, to: named, terms };
  needLookBack[history](needs, of, [[payer, undefined]]);
  const load = ruleHistoryLoads[history](needs);
  if (!load) throw new Error(`${history} loads nothing`);
  return { load, keys: askedKeys[history](needs, (each) => each.partyId ?? undefined) };
}

describe.each(histories)('the load of %s', (history) => {
  it('reads what a payment asks for, no more, and nothing else may be read', async () => {
    const [own, other] = [loadOf(history, asked[0]), loadOf(history, asked[1])];
    const { text, values } = own.load;
    const { rows } = await withSession(server.connection, (session) => session.query(text, values));
    const state = emptyState();
    own.load.into(state, rows as never[]);
    const found = [...state[history].keys()];
    expect(found.length).toBeGreaterThan(0);
    expect(found.map((key) => [own.keys.has(key), other.keys.has(key)])).toEqual(
      found.map(() => [true, false]),
    );
  });

  it('is bounded by an index, and the rows that it takes of many have an order', async () => {
    const { load } = loadOf(history, asked[0]);
    const many = /\bLIMIT (?!1\b)/g;
    const ordered = /\bORDER BY [^()]*\bLIMIT (?!1\b)/g;
    expect(load.text.match(ordered)?.length).toBe(load.text.match(many)?.length);
    await withSession(server.connection, async (session) => {
      await session.query('SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off');
      const { rows } = await session.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${load.text}`, load.values);
      const plan = rows.map((row) => Object.values(row)[0]).join('\n');
      expect(plan).not.toMatch(/Seq Scan on (?!installation)|Sort Key.*\n +-> +Index/);
    });
  });
});
