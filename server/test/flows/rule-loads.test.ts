import { beforeAll, describe, expect, it } from 'vitest';
import {
  askedKeys,
  needLookBack,
  noRuleNeeds,
  ruleHistoryLoads,
} from '../../src/engine/load/load-rule-history.ts';
import type { LookBack } from '../../src/engine/model/agent-rules.ts';
import { matches, scopes } from '../../src/engine/model/rule-history.ts';
import { emptyState } from '../../src/engine/model/state.ts';
import type { Id } from '../../src/lib/id.ts';
import { payment } from '../engine/commands.ts';
import { resource, resources } from '../support/http.ts';
import { approvalsOf } from '../support/moves.ts';
import { everyRule, ruleExamples, ruleNames } from '../support/rules.ts';
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

function loadOf(history: LookBack, { owner, payee }: (typeof asked)[number], rules = everyRule) {
  const needs = { ...noRuleNeeds(), cached: { addresses: new Map<string, []>() } };
  const [payer, partyId] = [owner, payee].map((each) => uuidOf(each.partyId) as Id<'pty'>);
  if (!payer || !partyId) throw new Error('the parties have no ids');
  const named = { counterparty: { type: 'party_id', partyId }, partyId } as const;
  const [agent, agents] = [main.agentId, main.partyId].map(uuidOf);
  const of = { agentId: agent as Id<'agt'>, partyId: agents as Id<'pty'>, payer, to: named, terms };
  needLookBack[history](needs, of, [[payer, rules]]);
  const load = ruleHistoryLoads[history](needs);
  if (!load) throw new Error(`${history} loads nothing`);
  return { load, keys: askedKeys[history](needs, (each) => each.partyId ?? undefined) };
}

const random = 'gen_random_uuid()';
/** A row that differs in its agent, its words or both from one of the agent. */
const likeRow = ({ agent, words }: { agent: boolean; words: boolean }): string =>
  `SELECT key, ${agent ? 'agent_key' : random}, ${words ? 'normalized' : random},
     ${agent && words ? 'agent_normalized' : random}, ${words ? 'exact' : random}, payee,
     ${agent ? 'agent_id' : random}, at + interval '1 s', ${random}
   FROM recent_purchases, generate_series(1, 1000) WHERE id IN (SELECT id FROM payments)`;
const unlike = `SELECT ${Array(5).fill(random).join()}, payee, agent_id, at, ${random}
   FROM recent_purchases, generate_series(1, 2000)`;
const others = [
  { agent: true, words: true },
  { agent: true, words: false },
  { agent: false, words: true },
  { agent: false, words: false },
];
const readSoFar = `SELECT pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid) AS rows
  FROM pg_class WHERE oid = 'recent_purchases'::regclass`;

// As the planner knows the table from before, it believes that nobody is paid an amount twice.
describe.each(matches.flatMap((match) => scopes.map((across) => ({ match, across }))))(
  'the load of purchases that compares $match across $across',
  (guard) => {
    it('reads a bounded number of rows, whoever else has paid the payee as much, and for what', async () => {
      const duplicates = { ...guard, withinSeconds: 60, onBreach: 'refuse', overridable: true } as const;
      const { load } = loadOf('purchases', asked[0], { duplicates });
      const { text, values } = load;
      await withSession(server.connection, async (session) => {
        const read = async () => {
          const { rows } = await session.query<{ rows: bigint }>(readSoFar);
          return Number(rows[0]?.rows);
        };
        await session.query('BEGIN; SET LOCAL plan_cache_mode = force_generic_plan');
        await session.query(`INSERT INTO recent_purchases ${unlike}`);
        await session.query('ANALYZE recent_purchases');
        for (const other of others) await session.query(`INSERT INTO recent_purchases ${likeRow(other)}`);
        const before = await read();
        const found = await session.query({ name: 'load', text, values });
        expect(found.rowCount).toBe(1);
        expect((await read()) - before).toBeLessThan(200);
        await session.query('ROLLBACK');
      });
    });
  },
);

// Of these, no order is needed: the key names one row, or nothing of the row is shown.
const anyRow = /\bFROM (rule_counters|known_payees) x\b/;

const emptied = ['recent_purchases', 'known_payees', 'rule_counters', 'counted_payments'].map(
  (table) => `ALTER TABLE ${table} DISABLE TRIGGER ALL; TRUNCATE ${table}; ANALYZE ${table};`,
);

/** The index scans of a plan whose conditions do not name the first column of their index: such a scan reads all of it. */
async function wholeScans(plan: string): Promise<string[]> {
  const first = await server.sql<{ index: string; column: string }>`
    SELECT i.indexrelid::regclass::text AS index, a.attname AS column FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]`;
  const scans = [...plan.matchAll(/using (\w+) on .*\n +(.*)/g)];
  return scans
    .filter(([, index, condition = '']) => {
      const { column } = first.find((each) => each.index === index) ?? {};
      return !new RegExp(`^Index Cond: .*\\b${column}\\b`).test(condition);
    })
    .map(([scan]) => scan);
}

/** The queries in a statement, the inner ones first and not inside the outer ones. */
function selectsOf(text: string): string[] {
  const inner = /\([^()]*\)/.exec(text)?.[0];
  return inner === undefined ? [text] : [inner, ...selectsOf(text.replace(inner, '…'))];
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
    const limited = selectsOf(load.text).filter((select) => /\bLIMIT \d/.test(select));
    expect(
      limited.filter((select) => !/\bORDER BY\b|^\(SELECT FROM\b/.test(select) && !anyRow.test(select)),
    ).toEqual([]);
    await withSession(server.connection, async (session) => {
      await session.query('SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off');
      await session.query('BEGIN');
      await session.query(emptied.join('')); // sessions keep the plans that they make then
      const { rows } = await session.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${load.text}`);
      const plan = rows.map((row) => Object.values(row)[0]).join('\n');
      expect(plan).not.toMatch(/Seq Scan on (?!installation)|Sort Key.*\n +-> +Index/);
      await session.query('ROLLBACK');
      expect(await wholeScans(plan)).toEqual([]);
    });
  });
});
