import type * as ApiKeys from '../../../../server/src/identity/api-keys/mint.ts';
import type * as Ids from '../../../../server/src/lib/id.ts';
import type * as Members from '../../../../server/src/identity/members/add.ts';
import type * as Scopes from '../../../../server/src/scopes.ts';
import type { Actor, Party } from '../../model/types.ts';
import type { Turn } from '../../turn.ts';
import { payUntilTaken } from './until-taken.ts';
import { succeed } from './writes.ts';

/** A member's key works until the member is removed from the party. */
export async function removeMember(turn: Turn): Promise<void> {
  // Where the owner is the only member, a second one would change who may approve.
  const { regular } = turn.run.world.parties;
  const party = turn.random.pick(regular.filter(({ approver }) => approver !== null));
  const as = await newMember(turn, party);
  const take = async (): Promise<void> => {
    await succeed(turn, { as: party.owner, method: 'DELETE', path: `/parties/me/members/${as.userId}` });
  };
  await payUntilTaken(turn, { as, take, refusals: ['unauthenticated'], readRefusals: ['unauthenticated'] });
}

/** Adds a member with a key to the party. */
export async function newMember(turn: Turn, party: Party): Promise<Actor & { email: string }> {
  const { model, world } = turn.run;
  const { load, administer } = world.administration;
  const { addMember } = await load<typeof Members>('identity/members/add.ts');
  const { mintApiKey } = await load<typeof ApiKeys>('identity/api-keys/mint.ts');
  const { scopes } = await load<typeof Scopes>('scopes.ts');
  const { parseId, publicId } = await load<typeof Ids>('lib/id.ts');
  const partyId = parseId('pty', party.id);
  if (!partyId) throw new Error('a party without an id');
  const email = `${turn.token()}@hammer.purser.test`;
  const made = await administer(async (tx, now) => {
    const person = { name: 'Short Stay', email };
    const userId = await addMember(tx, partyId, { ...person, role: 'MEMBER', now });
    const terms = { partyId, userId, name: 'To be removed', scopes, environment: 'sandbox', now } as const;
    return { userId: publicId('usr', userId), key: (await mintApiKey(tx, terms)).secret };
  });
  model.secrets.add(made.key);
  return { ...party.owner, ...made, email };
}
