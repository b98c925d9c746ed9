import { related } from '../../http/envelope.ts';
import { defaultsToJson } from '../../terms/agent-defaults.ts';
import { limitsToJson } from '../../terms/limits.ts';
import { publicId } from '../../lib/id.ts';
import { amountToJson } from '../../lib/money.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { PartyRow } from './queries.ts';
import type { PartyLimitPolicyResource, PartyResource } from './resource.ts';

/** Returns what the audit log tells of a change of a party. */
export function termsOf(party: PartyRow) {
  const { name, agentDefaults, approvalPolicy } = partyResource(party).attributes;
  return { name, agentDefaults, approvalPolicy };
}

export function partyResource(row: PartyRow): PartyResource {
  const { id, type, status, frozenBy, name, email, currency, approveBy, twoAbove, createdAt, updatedAt } =
    row;
  return {
    type: 'party',
    id: publicId('pty', id),
    attributes: {
      partyType: type,
      status,
      frozenBy: [...frozenBy],
      name,
      displayName: name,
      email,
      defaultCurrency: currency,
      approvalPolicy: {
        by: approveBy,
        twoAbove: twoAbove === null ? null : { amount: amountToJson(twoAbove), currency },
      },
      agentDefaults: defaultsToJson(row.agentDefaults),
      createdAt: isoSeconds(createdAt),
      updatedAt: isoSeconds(updatedAt),
    },
  };
}

export function partyLimitPolicyResource(row: PartyRow): PartyLimitPolicyResource {
  return {
    type: 'partyLimitPolicy',
    id: publicId('pty', row.id),
    attributes: {
      limits: limitsToJson(row),
      currency: row.currency,
      updatedAt: row.limitsUpdatedAt && isoSeconds(row.limitsUpdatedAt),
    },
    relationships: { party: related('party', 'pty', row.id) },
  };
}
