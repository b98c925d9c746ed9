import { plainArray, textArray } from '../db/arrays.ts';
import type { Load } from './load.ts';
import type { Needs } from './needs.ts';
import type { Approval, Counter, Payment, RailOrder, TransferRow } from './records.ts';
import { counterKey, pairKey } from './state.ts';
import type { ExternalAccount, Wallet } from './state.ts';

// The money, and what waits for it. The order in which these run is said in load.ts.

/** The wallets of everybody concerned, in the currency concerned, and clearing accounts. Locked. */
export function wallets(needs: Needs): Load | null {
  const named = [...needs.wallets.values()];
  const byContact = [...needs.contacts.values()];
  const byAgent = [...needs.recipientAgents.values()];
  const clearing = [...needs.clearing.values()];
  return {
    name: 'engine_load_wallets',
    text: `SELECT w.id, w.party_id AS "partyId", w.rail, w.currency, w.status, w.is_default AS "isDefault", w.posted, w.held
           FROM wallets w
           WHERE w.id = ANY (ARRAY(
             SELECT x.id FROM (
               SELECT party_id, currency FROM unnest($1::uuid[], $2::text[]) AS n (party_id, currency)
               UNION ALL
               SELECT c.party_id, n.currency FROM unnest($3::text[], $4::text[], $5::text[]) AS n (kind, value, currency)
                 CROSS JOIN LATERAL (SELECT * FROM contacts k WHERE k.kind = n.kind AND k.value = n.value LIMIT 1) c
               UNION ALL
               SELECT a.party_id, n.currency FROM unnest($6::uuid[], $7::text[]) AS n (agent_id, currency)
                 CROSS JOIN LATERAL (SELECT * FROM agents k WHERE k.id = n.agent_id LIMIT 1) a
             ) o CROSS JOIN LATERAL (SELECT id FROM wallets k
                   WHERE k.party_id = o.party_id AND k.currency = o.currency OFFSET 0) x
             UNION ALL
             SELECT x.id FROM unnest($8::text[], $9::text[]) AS n (rail, currency)
               CROSS JOIN LATERAL (SELECT id FROM wallets k
                 WHERE k.rail = n.rail AND k.currency = n.currency AND k.party_id IS NULL OFFSET 0) x))
           ORDER BY w.id FOR NO KEY UPDATE`,
    values: [
      plainArray(named.map((need) => need.partyId)),
      textArray(named.map((need) => need.currency)),
      textArray(byContact.map((need) => need.kind)),
      textArray(byContact.map((need) => need.value)),
      textArray(byContact.map((need) => need.currency)),
      plainArray(byAgent.map((need) => need.agentId)),
      textArray(byAgent.map((need) => need.currency)),
      textArray(clearing.map((need) => need.rail)),
      textArray(clearing.map((need) => need.currency)),
    ],
    into(state, rows: Wallet[]) {
      for (const row of rows) {
        const key = pairKey(row.partyId ?? row.rail ?? '', row.currency);
        const known = state.wallets.get(key);
        if (known) known.push(row);
        else state.wallets.set(key, [row]);
      }
    },
  };
}

/** What was spent in the days and months concerned. Locked: two servers may count for one owner. */
export function counters(needs: Needs): Load | null {
  if (needs.counterOwners.size === 0) return null;
  return {
    name: 'engine_load_counters',
    text: `SELECT id, owner_id AS "ownerId", period, starts_on::text AS "startsOn", spent FROM limit_counters
           WHERE owner_id = ANY($1::uuid[]) AND starts_on = ANY($2::date[])
           ORDER BY id FOR NO KEY UPDATE`,
    values: [plainArray([...needs.counterOwners]), plainArray([...needs.counterStarts])],
    into(state, rows: Counter[]) {
      for (const row of rows) state.counters.set(counterKey(row), row);
    },
  };
}

const maker = `agent_id AS "agentId", credential_id AS "credentialId", user_id AS "userId", instance_id AS "instanceId",
  created_at AS "createdAt", updated_at AS "updatedAt", accepted_at AS "acceptedAt"`;

/** Payments that change, locked. */
export function payments(needs: Needs): Load | null {
  if (needs.payments.size === 0) return null;
  return {
    name: 'engine_load_payments',
    text: `SELECT id, status, amount, currency, description, payer_party_id AS "payerPartyId",
                  payee_party_id AS "payeePartyId", initiator_party_id AS "initiatorPartyId",
                  payer_wallet_id AS "payerWalletId", payee_wallet_id AS "payeeWalletId",
                  recipient_agent_id AS "recipientAgentId", due_at AS "dueAt", ${maker}
           FROM payments WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [plainArray([...needs.payments])],
    into(state, rows: Payment[]) {
      for (const row of rows) state.payments.set(row.id, row);
    },
  };
}

/** Transfers that change, locked. */
export function transfers(needs: Needs): Load | null {
  if (needs.transfers.size === 0) return null;
  return {
    name: 'engine_load_transfers',
    text: `SELECT id, type, status, amount, currency, description, party_id AS "partyId", wallet_id AS "walletId",
                  external_account_id AS "externalAccountId", external_account_mask AS "externalAccountMask",
                  expected_available_at AS "expectedAvailableAt", submitted_at AS "submittedAt",
                  settled_at AS "settledAt", failure_code AS "failureCode", failure_reason AS "failureReason",
                  return_code AS "returnCode", return_reason AS "returnReason", returned_at AS "returnedAt", ${maker}
           FROM transfers WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [plainArray([...needs.transfers])],
    into(state, rows: TransferRow[]) {
      for (const { failureCode, failureReason, returnCode, returnReason, returnedAt, ...row } of rows) {
        const failure = failureCode === null ? null : { code: failureCode, reason: failureReason ?? '' };
        const returned =
          returnCode === null || !returnedAt
            ? null
            : { code: returnCode, reason: returnReason ?? '', at: returnedAt };
        state.transfers.set(row.id, { ...row, failure, returned });
      }
    },
  };
}

/** What the bank was asked, locked. */
export function railOrders(needs: Needs): Load | null {
  if (needs.railOrders.size === 0) return null;
  return {
    name: 'engine_load_rail_orders',
    text: `SELECT transfer_id AS "transferId", rail, outbound_key AS "outboundKey", state,
                  cancel_requested_at AS "cancelRequestedAt", due_at AS "dueAt", created_at AS "createdAt"
           FROM rail_orders WHERE transfer_id = ANY($1::uuid[]) ORDER BY transfer_id FOR NO KEY UPDATE`,
    values: [plainArray([...needs.railOrders])],
    into(state, rows: RailOrder[]) {
      for (const row of rows) state.railOrders.set(row.transferId, row);
    },
  };
}

type ApprovalRow = Omit<Approval, 'target'> & { targetType: string; targetId: string };

/** Every approval of what is concerned, locked. */
export function approvals(needs: Needs): Load | null {
  if (needs.approvals.size === 0) return null;
  return {
    name: 'engine_load_approvals',
    text: `SELECT id, status, target_type AS "targetType", target_id AS "targetId", decider_party_id AS "deciderPartyId",
                  payer_party_id AS "payerPartyId", payee_party_id AS "payeePartyId",
                  initiator_party_id AS "initiatorPartyId", reasons, created_at AS "createdAt",
                  updated_at AS "updatedAt", resolved_at AS "resolvedAt", due_at AS "dueAt", decided_by AS "decidedBy",
                  decision_reason AS "decisionReason"
           FROM approvals WHERE target_id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [plainArray([...needs.approvals])],
    into(state, rows: ApprovalRow[]) {
      for (const { targetType: type, targetId: id, ...row } of rows) {
        const approval = { ...row, target: { type, id } } as Approval;
        state.approvals.set(id, [...(state.approvals.get(id) ?? []), approval]);
      }
    },
  };
}

/** Accounts at a bank. Read after the locks: one that was removed before is seen so. */
export function accounts(needs: Needs): Load | null {
  if (needs.accounts.size === 0) return null;
  return {
    name: 'engine_load_accounts',
    text: `SELECT id, party_id AS "partyId", last_four AS "lastFour", status FROM external_accounts
           WHERE id = ANY($1::uuid[])`,
    values: [plainArray([...needs.accounts])],
    into(state, rows: ExternalAccount[]) {
      for (const row of rows) state.accounts.set(row.id, row);
    },
  };
}
