import type { Id } from '../../lib/id.ts';
import type { Changes } from '../model/changes.ts';
import type { Tags } from '../model/records.ts';
import type { Step } from '../model/step.ts';
import { insert, texts, uuids } from './rows.ts';

/** A new resource with the parties that may see its tags, and so may filter lists by them. */
export type Tagged = {
  resource: 'payment' | 'transfer' | 'paymentRequest' | 'invitation';
  id: string;
  partyIds: ReadonlyArray<Id<'pty'>>;
  tags: Tags | null;
};

const insertTags = insert<{ partyId: string; resource: string; name: string; value: string; id: string }>(
  'tagged_resources',
  {
    party_id: uuids((row) => row.partyId),
    resource: texts((row) => row.resource),
    name: texts((row) => row.name),
    value: texts((row) => row.value),
    resource_id: uuids((row) => row.id),
  },
);

/** Returns the INSERT of what lists filter by; no step if no resource has tags. */
export function tagSteps(resources: readonly Tagged[]): Step[] {
  const rows = resources.flatMap(({ resource, id, partyIds, tags }) =>
    tags === null
      ? []
      : [...new Set(partyIds)].flatMap((partyId) =>
          Object.entries(tags).map(([name, value]) => ({ resource, id, partyId, name, value })),
        ),
  );
  return insertTags(rows);
}

function hasTags({ tags }: { tags: Tags | null }): boolean {
  return tags !== null;
}

/** Returns the INSERT of the tags of new payments and transfers. The payee sees no tags of a payment. */
export function newTagSteps({ payments, transfers }: Changes): Step[] {
  return tagSteps([
    ...payments.filter(hasTags).map(({ id, tags, payerPartyId, initiatorPartyId }) => ({
      resource: 'payment' as const,
      id,
      partyIds: [payerPartyId, initiatorPartyId],
      tags,
    })),
    ...transfers.filter(hasTags).map(({ id, tags, partyId }) => ({
      resource: 'transfer' as const,
      id,
      partyIds: [partyId],
      tags,
    })),
  ]);
}
