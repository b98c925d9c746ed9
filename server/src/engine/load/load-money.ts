import { textArray, uuidArray } from '../../db/arrays.ts';
import type { Load } from './load-step.ts';
import type { Needs } from './needs.ts';
import type { Approval, Counter, Payment, RailOrder, TransferRow } from '../model/records.ts';
import type { ExternalAccount, LoadedState, Wallet } from '../model/state.ts';

// The money, and what waits for it. The order in which these run is said in load.ts.

/**
 * The wallets of everybody concerned, in the currencies concerned, locked. In the order of an index that has no other
 * use here: by id, the planner might read the whole table in that order where it was small when the plan was made.
 */
export function wallets(needs: Needs): Load | null {
  const byContact = [...needs.contacts.values()];
  if (needs.wallets.size + byContact.length + needs.recipientAgents.size === 0) return null;
  return {
    name: 'engine_load_wallets',
    text: `SELECT ${wallet} FROM wallets
           WHERE currency = ANY ($1::text[]) AND party_id = ANY (ARRAY(
             SELECT unnest($2::uuid[])
             UNION ALL
             SELECT c.party_id FROM unnest($3::text[], $4::text[]) AS n (kind, value)
               CROSS JOIN LATERAL (SELECT * FROM contacts k WHERE k.kind = n.kind AND k.value = n.value LIMIT 1) c
             UNION ALL
             SELECT a.party_id FROM unnest($5::uuid[]) AS n (agent_id)
               CROSS JOIN LATERAL (SELECT * FROM agents k WHERE k.id = n.agent_id LIMIT 1) a))
           ORDER BY party_id, currency, id FOR NO KEY UPDATE`,
    values: [
      textArray([...needs.currencies]),
      uuidArray([...needs.wallets]),
      textArray(byContact.map((need) => need.kind)),
      textArray(byContact.map((need) => need.value)),
      uuidArray([...needs.recipientAgents]),
    ],
    into: addWallets,
  };
}

/** The clearing accounts of rails, locked after the parties' wallets. */
export function clearing(needs: Needs): Load | null {
  const wanted = [...needs.clearing.values()];
  if (wanted.length === 0) return null;
  return {
    name: 'engine_load_clearing',
    text: `SELECT ${wallet} FROM wallets
           WHERE party_id IS NULL AND rail = ANY ($1::text[]) AND currency = ANY ($2::text[])
           ORDER BY rail, currency FOR NO KEY UPDATE`,
    values: [textArray(wanted.map((need) => need.rail)), textArray(wanted.map((need) => need.currency))],
    into: addWallets,
  };
}

const wallet = `id, party_id AS "partyId", rail, currency, status, is_default AS "isDefault", posted, held`;

function addWallets(state: LoadedState, rows: Wallet[]): void {
  for (const row of rows) {
    const owner = row.partyId ?? row.rail ?? '';
    const known = state.wallets.get(owner);
    if (known) known.push(row);
    else state.wallets.set(owner, [row]);
  }
}

/** What agents and parties have spent. Locked: two servers may count for one of them. */
export function counters(needs: Needs): Load | null {
  if (needs.counters.size === 0) return null;
  return {
    name: 'engine_load_counters',
    text: `SELECT owner_id AS "ownerId", day::text, spent_in_day AS "spentInDay", spent_in_month AS "spentInMonth"
           FROM limit_counters WHERE owner_id = ANY($1::uuid[]) ORDER BY owner_id FOR NO KEY UPDATE`,
    values: [uuidArray([...needs.counters])],
    into(state, rows: Counter[]) {
      for (const row of rows) state.counters.set(row.ownerId, row);
    },
  };
}

const maker = `agent_id AS "agentId", credential_id AS "credentialId", user_id AS "userId", instance_id AS "instanceId",
  created_at AS "createdAt", updated_at AS "updatedAt", accepted_at AS "acceptedAt"`;

/** The columns of a payment. */
export const payment = `payments.id, payments.status, amount, currency, description, payer_party_id AS "payerPartyId",
  payee_party_id AS "payeePartyId", initiator_party_id AS "initiatorPartyId", payer_wallet_id AS "payerWalletId",
  payee_wallet_id AS "payeeWalletId", recipient_agent_id AS "recipientAgentId", request_id AS "requestId",
  key_digest AS "keyDigest", fingerprint, reviewed,
  due_at AS "dueAt", agent_id AS "agentId", credential_id AS "credentialId", user_id AS "userId",
  instance_id AS "instanceId", payments.created_at AS "createdAt", updated_at AS "updatedAt", accepted_at AS "acceptedAt"`;

/** Payments that change, locked. */
export function payments(needs: Needs): Load | null {
  if (needs.payments.size === 0) return null;
  return {
    name: 'engine_load_payments',
    text: `SELECT ${payment} FROM payments WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [uuidArray([...needs.payments])],
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
    values: [uuidArray([...needs.transfers])],
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
    values: [uuidArray([...needs.railOrders])],
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
    values: [uuidArray([...needs.approvals])],
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
    values: [uuidArray([...needs.accounts])],
    into(state, rows: ExternalAccount[]) {
      for (const row of rows) state.accounts.set(row.id, row);
    },
  };
}
