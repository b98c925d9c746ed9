import { type Client, DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSteps } from '../../src/engine/load/load.ts';
import type { Load } from '../../src/engine/load/load-step.ts';
import type { RuleNeeds } from '../../src/engine/load/load-rule-history.ts';
import { needRules, type Needs, noNeeds } from '../../src/engine/load/needs.ts';
import { type Authority, emptyAuthority, emptyState } from '../../src/engine/model/state.ts';
import type { Id } from '../../src/lib/id.ts';
import { payment } from '../engine/commands.ts';
import { setAgent } from '../engine/world.ts';
import { everyRule } from '../support/rules.ts';
import { change, columnsOf, openMigrated, triggersOf, withRow } from './probe.ts';

/** For each table that the cache is filled from, the columns that are never cached. */
const ignored: Readonly<Record<string, readonly string[]>> = {
  agent_keys: [],
  agents: ['name', 'description', 'updated_at', 'updated_by', 'tags'],
  api_keys: [],
  claims: ['token_salt', 'token_hash', 'expires_at', 'due_at', 'horizon', 'claimed_at', 'not_received'],
  contacts: [],
  delegation_grants: [],
  delegations: [],
  members: [],
  parties: ['name', 'name_key', 'updated_at', 'agent_defaults'],
};

const id = '00000000000070008000000000000001';
const ids = new Set([id]);
const party = id as Id<'pty'>;
const pairs: Needs['delegations'] = new Map([[id, { customer: party, delegate: party }]]);

/** What is needed of an agent with every rule: all that rules may look back at. */
function everyRuleNeed(): RuleNeeds {
  const known = emptyState();
  setAgent(known, { id: id as Id<'agt'>, rules: everyRule });
  const needed = noNeeds(known);
  const agent = { id: id as Id<'agt'>, partyId: party, payer: party };
  needRules(needed, agent, { type: 'party_id', partyId: party }, payment({}).terms);
  return needed;
}

/** Needs that make the load run every statement. A new need is a type error here until it is added. */
const needs: Needs = {
  ...everyRuleNeed(),
  boundByUnknown: [],
  cached: emptyAuthority(),
  usesCache: false,
  credentials: { apiKey: ids, agentKey: ids },
  agents: ids,
  actingAgents: ids,
  recipientAgents: ids,
  parties: ids,
  contacts: new Map([[id, { kind: 'email', value: 'casey@example.com' }]]),
  delegations: pairs,
  delegationLocks: pairs,
  wallets: ids,
  currencies: new Set(['USD']),
  namedWallets: ids,
  collectedFees: new Set(['USD']),
  clearing: new Map([[id, { rail: 'sandbox', currency: 'USD' }]]),
  counters: new Map(),
  paymentRequests: ids,
  payments: ids,
  claims: ids,
  transfers: ids,
  railOrders: ids,
  approvals: ids,
  accounts: ids,
  inReview: ids,
  members: ids,
  responses: new Map(),
  paymentsOf: new Map(),
};

/** Returns whether the rows of this statement fill the cache. */
function fillsCache(load: Load): boolean {
  const state = emptyState();
  load.into(state, [{ id, kind: 'email', value: '' }] as never[]);
  const parts = Object.keys(emptyAuthority()) as Array<keyof Authority>;
  return parts.some((part) => state[part].size > 0);
}

let session: Client;
beforeAll(async () => {
  session = await openMigrated();
});
afterAll(() => session.end());

/** Returns, by table, the columns that invalidate the cache when they change. */
async function watchedColumns(): Promise<Map<string, string[]>> {
  const watched = new Map<string, string[]>();
  for (const [table, trigger] of await triggersOf(session, 'invalidate_authority_cache')) {
    const { isUnconditional, onUpdate, onDelete, columns } = trigger;
    if (!isUnconditional || !onUpdate || !onDelete) continue;
    const names = (await columnsOf(session, table)).map(({ name }) => name);
    watched.set(
      table,
      names.filter((name) => !columns.includes(name)),
    );
  }
  return watched;
}

/**
 * Plans the statement as a role that may read only the columns that invalidate the cache, so that PostgreSQL refuses it
 * if it reads any other column. Returns the error message, or null.
 */
async function deniedOf({ text, values }: Pick<Load, 'text' | 'values'>): Promise<string | null> {
  await session.query('BEGIN');
  try {
    await session.query('CREATE ROLE reader_of_watched_columns');
    for (const [table, columns] of await watchedColumns())
      await session.query(`GRANT SELECT (${columns.join(', ')}) ON ${table} TO reader_of_watched_columns`);
    await session.query('SET LOCAL ROLE reader_of_watched_columns');
    await session.query(`EXPLAIN ${text}`, values);
    return null;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '42501') return error.message;
    throw error;
  } finally {
    await session.query('ROLLBACK');
  }
}

describe('the authority cache', () => {
  it('is filled by these statements', () => {
    const names = loadSteps(needs)
      .filter(fillsCache)
      .map(({ name }) => name);
    expect(names).toEqual([
      'engine_load_contacts',
      'engine_load_addresses',
      'engine_load_delegations',
      'engine_load_agents',
      'engine_load_parties',
      'engine_load_api_keys',
      'engine_load_agent_keys',
    ]);
  });

  it.each(loadSteps(needs).filter(fillsCache))(
    '$name reads only columns that invalidate the cache',
    async (load) => expect(await deniedOf(load)).toBeNull(),
  );

  it.each([
    ['agents', 'SELECT id, name FROM agents WHERE id = ANY($1::uuid[])'],
    ['agents', 'SELECT id, to_jsonb(agents) FROM agents WHERE id = ANY($1::uuid[])'],
    ['parties', "SELECT id FROM parties WHERE id = ANY($1::uuid[]) AND name <> ''"],
    ['users', 'SELECT name FROM users WHERE id = ANY($1::uuid[])'],
  ])(
    'could become stale by a statement on %s that reads other columns, which this test detects: %s',
    async (table, text) => {
      expect(await deniedOf({ text, values: [[id]] })).toBe(`permission denied for table ${table}`);
    },
  );
});

async function version(): Promise<string | undefined> {
  const { rows } = await session.query<{ version: string }>('SELECT version::text FROM authority_version');
  return rows[0]?.version;
}

async function insertContact(value: string, verifiedAt: string | null): Promise<void> {
  const text = `INSERT INTO contacts (kind, value, party_id, verified_at, created_at) VALUES ('email', $1, $2, $3, now())`;
  await session.query(text, [value, id, verifiedAt]);
}

/** Makes each change count up the version at once instead of at the commit, and allows immutable columns to change. */
async function watchEachChange(table: string): Promise<void> {
  await session.query(`SET CONSTRAINTS ALL IMMEDIATE;
    ALTER TABLE ${table} DISABLE TRIGGER ${table}_immutable_columns;
    SELECT set_config('purser.authority_cache_invalidated', '', true)`);
}

describe('a change invalidates the authority cache', () => {
  it('in each of these tables, at the commit, unless only ignored columns changed', async () => {
    const triggers = [...(await triggersOf(session, 'invalidate_authority_cache'))];
    expect(Object.fromEntries(triggers.map(([table, { columns }]) => [table, columns]))).toEqual(ignored);
    expect(triggers.filter(([, { isDeferred }]) => !isDeferred)).toEqual([]);
  });

  it.each(Object.entries(ignored))('of %s, in every column that is not ignored', async (table, columns) => {
    const found: string[] = [];
    const all = await columnsOf(session, table);
    await withRow(session, table, async () => {
      await watchEachChange(table);
      const before = await version();
      for (const column of all) {
        if ((await change(session, table, column, version)) === before) found.push(column.name);
      }
      await session.query(`DELETE FROM ${table}`);
      expect(await version()).not.toBe(before);
    });
    expect(found.toSorted()).toEqual(columns.toSorted());
  });

  it('when a verified address is inserted, but not when a payment registers an unknown one', async () => {
    await withRow(session, 'contacts', async () => {
      await watchEachChange('contacts');
      const before = await version();
      await insertContact('new@example.com', null);
      expect(await version()).toBe(before);
      await insertContact('verified@example.com', '2026-01-02T03:04:05Z');
      expect(await version()).not.toBe(before);
    });
  });

  it('in a new column that no trigger names', async () => {
    await withRow(session, 'parties', async () => {
      await watchEachChange('parties');
      await session.query('ALTER TABLE parties ADD COLUMN risk text');
      const before = await version();
      const after = await change(session, 'parties', { name: 'risk', type: 'text' }, version);
      expect(Number(after)).toBe(Number(before) + 1);
    });
  });
});
