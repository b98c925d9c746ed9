import { nowSql } from '../../db/clock.ts';
import { textArray, uuidArray } from '../../db/arrays.ts';
import * as money from './load-money.ts';
import { ruleHistoryLoads } from './load-rule-history.ts';
import * as authority from './load-authority.ts';
import type { Rows } from '../model/step.ts';
import type { Load, Lock } from './load-step.ts';
import { needLoadedRules, type Needs } from './needs.ts';
import { type AskedApproval, approvalsMadeWithRow } from '../model/asked-approvals.ts';
import { payments, selectList } from '../model/tables.ts';
import { type AuthorityView, emptyState, type LoadedState, type State } from '../model/state.ts';
import type { Payment } from '../model/records.ts';

/**
 * Returns the statements that lock and load a batch's state. They lock in the one order of locks
 * (docs/data-model.md): agent, delegation, wallet, counter, payment request, payment, claim, transfer, rail
 * order, approval.
 * Except for the contacts, what needs no lock is read after the locks, stored responses last, so that each statement
 * sees what was committed while the batch waited for a lock.
 *
 * Each look-up is a LATERAL with a LIMIT or OFFSET, a join that the planner cannot reverse. A plan made while a table
 * is small could otherwise read the whole table later.
 */
export function loadSteps(needs: Needs, lock: Lock = (clause) => clause): Load[] {
  const { agentLocks, delegationLocks, contacts, delegations, agents, parties, members, apiKeys, agentKeys } =
    authority;
  const { wallets, clearing, counters, agentCounters, paymentRequests, payments, claims, transfers } = money;
  const { railOrders, approvals, accounts, collectedFees, inReview, namedWallets } = money;
  const locks = [
    agentLocks,
    delegationLocks,
    contacts,
    wallets,
    clearing,
    counters,
    paymentRequests,
    payments,
    claims,
    transfers,
    railOrders,
    approvals,
  ];
  const isLater = needs.boundByUnknown.length > 0;
  const reads = [
    ...(isLater ? [installation] : historyReads),
    agentCounters,
    delegations,
    agents,
    parties,
    members,
    accounts,
    namedWallets,
    inReview,
    collectedFees,
    apiKeys,
    agentKeys,
    responses,
    paymentsOf,
  ];
  return [...locks, ...reads].map((load) => load(needs, lock)).filter((load) => load !== null);
}

const { ruleCounters, ...otherHistory } = ruleHistoryLoads;
/** What rules look back at, with the clock that dates the batch behind the counters. */
const historyReads = [ruleCounters, installation, ...Object.values(otherHistory)];

/** Returns the state from the results of `loadSteps`, in their order. */
export function readState(loads: readonly Load[], results: readonly Rows[]): LoadedState {
  const state = emptyState();
  addToState(state, loads, results);
  return state;
}

function addToState(state: LoadedState, loads: readonly Load[], results: readonly Rows[]): void {
  loads.forEach((load, index) => {
    const rows = results[index];
    if (!rows) throw new Error(`${load.name} has no result`);
    load.into(state, rows as never[]); // beside each statement stands the type of its rows
  });
}

/**
 * Loads what rules look back at, if some were not known before this authority was loaded, and adds it to the state. Nearly
 * always none looks back at anything, and nothing is read. Otherwise the batch is dated anew, and who relies on the
 * authority has to compare its version again.
 */
export async function loadHistory(
  needs: Needs,
  state: LoadedState,
  authority: AuthorityView,
  run: (loads: readonly Load[]) => Promise<Rows[]>,
): Promise<void> {
  if (needs.boundByUnknown.length === 0) return;
  needLoadedRules(needs, authority);
  const loads = historyReads.map((load) => load(needs)).filter((load) => load !== null);
  if (loads.length > 1) addToState(state, loads, await run(loads)); // more than the clock
}

/**
 * Loads the service's clock, the time before which nothing may be dated any more, the watermarks of
 * payments and events, what the operator charges, the version that tells whether the authority cache is still valid, and whether a
 * COMMIT waits for a standby, which Patroni changes while sessions are open.
 */
function installation(): Load {
  return {
    name: 'engine_load_installation',
    text: `SELECT ${nowSql}, clock_offset_ms AS offset_ms, dated_to_us, fees, (SELECT greatest(p.announced_to, e.announced_to)
                   FROM payment_watermarks p CROSS JOIN event_watermarks e) AS announced_to,
                  (SELECT version FROM authority_version) AS authority_version,
                  current_setting('synchronous_standby_names') <> '' AS waits_for_standby FROM installation`,
    values: [],
    into(state, [row]: InstallationRow[]) {
      if (!row) throw new Error('there is no installation');
      const { now_ms, offset_ms, datedTo_us } = row;
      state.clock = { now_ms: Number(now_ms), offset_ms: Number(offset_ms), datedTo_us };
      state.announcedTo = row.announcedTo;
      state.authorityVersion = row.authorityVersion;
      state.fees = row.fees;
      state.waitsForStandby = row.waitsForStandby;
    },
  };
}

type InstallationRow = Pick<State, 'announcedTo' | 'authorityVersion' | 'fees' | 'waitsForStandby'> & {
  now_ms: bigint;
  offset_ms: bigint;
  datedTo_us: bigint;
};

function responses(needs: Needs): Load | null {
  const keys = [...needs.responses.values()];
  if (keys.length === 0) return null;
  return {
    name: 'engine_load_responses',
    text: `SELECT n.digest, i.fingerprint, i.status, i.body, i.own_body
           FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) AS n (party_id, route, key, digest)
           CROSS JOIN LATERAL (SELECT * FROM idempotency_keys k
             WHERE k.party_id = n.party_id AND k.key = n.key AND k.route = n.route LIMIT 1) i`,
    values: [
      uuidArray(keys.map((key) => key.partyId)),
      textArray(keys.map((key) => key.route)),
      textArray(keys.map((key) => key.key)),
      uuidArray(keys.map((key) => key.digest)),
    ],
    into(state, rows: ResponseRow[]) {
      for (const { digest, ...response } of rows) state.responses.set(digest, response);
    },
  };
}

type ResponseRow = {
  digest: string;
  fingerprint: Buffer;
  status: number;
  body: string;
  ownBody: string | null;
};

const paymentColumns = `${selectList(payments, 'x')}, ${approvalsMadeWithRow('x', 'x.reviewed')} AS approvals`;

/** Loads the payments that were made under these keys, with the approvals made with them, as stored responses. */
function paymentsOf(needs: Needs): Load | null {
  const digests = [...needs.paymentsOf.keys()];
  if (digests.length === 0) return null;
  return {
    name: 'engine_load_payments_of',
    text: `SELECT ${paymentColumns} FROM unnest($1::uuid[]) AS n (digest)
           CROSS JOIN LATERAL (SELECT * FROM payments x WHERE x.key_digest = n.digest LIMIT 1) x`,
    values: [uuidArray(digests)],
    into(state, rows: KeyedPayment[]) {
      for (const { approvals, ...payment } of rows) {
        const { keyDigest, fingerprint } = payment;
        state.responses.set(keyDigest, { status: 201, fingerprint, payment, approvals: approvals ?? [] });
      }
    },
  };
}

type KeyedPayment = Payment & {
  keyDigest: string;
  fingerprint: Buffer;
  approvals: readonly AskedApproval[] | null;
};
