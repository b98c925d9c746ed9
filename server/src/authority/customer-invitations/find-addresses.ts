import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { findOtherParties, findOwnAddresses } from './queries.ts';
import { type ReadRecipient, recipientKey } from './read-recipients.ts';

/** The e-mail address or phone number of each recipient who can be invited; null if nothing can be sent there. */
export type Addresses = ReadonlyMap<string, string | null>;

/** Finds the recipients who can be invited: other ACTIVE parties, and addresses that are not the actor's own. */
export async function findAddresses(
  { actor, texts }: Context,
  tx: Queryable,
  read: readonly ReadRecipient[],
): Promise<Addresses> {
  const recipients = read.flatMap(({ recipient }) => recipient ?? []);
  const partyIds = recipients.flatMap(({ type, value }) => (type === 'party_id' ? [value] : []));
  const parties = await findOtherParties(tx, actor.partyId, partyIds);
  const own = new Set((await findOwnAddresses(tx, actor.partyId, recipients)).map(recipientKey));
  return new Map(
    recipients.flatMap((recipient): Array<[string, string | null]> => {
      const { type, value } = recipient;
      const key = recipientKey(recipient);
      if (type === 'party_id') return parties.has(value) ? [[key, parties.get(value) ?? null]] : [];
      return own.has(key) ? [] : [[key, type === 'phone' && texts.isDown() ? null : value]];
    }),
  );
}
