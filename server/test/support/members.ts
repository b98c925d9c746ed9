import { randomUUID } from 'node:crypto';
import { mintApiKey } from '../../src/identity/api-keys/mint.ts';
import { publicId, type Id } from '../../src/lib/id.ts';
import { addMember } from '../../src/identity/members/add.ts';
import type { Role } from '../../src/http/roles.ts';
import { scopes } from '../../src/scopes.ts';
import { withSession } from '../flows/support.ts';
import type { TestServer } from './server.ts';

/** A member with an API key that has every scope, as far as the role allows. */
export type NewMember = { id: string; email: string; key: string };

/** Adds a member to a party, by default the main party, without an invitation. */
export const newMember = (
  { connection, parties }: Pick<TestServer, 'connection' | 'parties'>,
  role: Role = 'MEMBER',
  of: { partyId: string } = parties.main,
): Promise<NewMember> =>
  withSession(connection, async (session) => {
    const partyId = of.partyId.slice(4) as Id<'pty'>;
    const [email, now] = [`${randomUUID()}@example.com`, new Date()];
    const userId = await addMember(session, partyId, { name: 'New Member', email, role, now });
    const key = { partyId, userId, name: 'Key of a member', scopes, environment: 'sandbox', now } as const;
    const { secret } = await mintApiKey(session, key);
    return { id: publicId('usr', userId), email, key: secret };
  });
