import { giveToken } from '../support/contacts.ts';
import { linkedWithExample, removeLinked } from '../support/external-accounts.ts';
import { resource, resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { invite } from '../support/party-invitations.ts';
import { main, stranger, newEmail, type TestServer } from '../support/server.ts';

type Ids = Readonly<Record<string, string>>;

/** Creates a member of the main party and an invitation to it, and returns their ids and that of its address. */
export const ownPeople = async (server: TestServer): Promise<Ids> => ({
  usr: (await newMember(server)).id,
  inv: (await invite(server)).id,
  con: await firstAddress(server, main.apiKey),
});

/** Returns the ids of such resources of the stranger. */
export const foreignPeople = async (server: TestServer): Promise<Ids> => ({
  usr: stranger.userId,
  inv: (await invite(server, { by: stranger.apiKey })).id,
  con: await firstAddress(server, stranger.apiKey),
});

/** Creates the target of an operation on people or accounts that succeeds only once per target, or once a minute. */
export async function freshPerson(server: TestServer, operation: string): Promise<Ids> {
  switch (operation) {
    case 'deletePartyMember':
      return { usr: (await newMember(server)).id };
    case 'deletePartyInvitation':
      return { inv: (await invite(server)).id };
    case 'acceptPartyInvitation':
    case 'declinePartyInvitation':
      return { token: (await invite(server)).token };
    case 'createPartyContact': // a minute after the message before
      await server.sql("UPDATE contact_verifications SET expires_at = expires_at - interval '1 minute'");
      return {};
    case 'verifyPartyContact':
    case 'deletePartyContact':
      return { con: await newAddress(server) };
    case 'createExternalAccount': // an account is linked once
      await removeLinked(server);
      return {};
    case 'verifyExternalAccount':
    case 'getSimulationExternalAccountMicroDeposits':
      return { eac: await linkedWithExample(server) };
    default:
      return {};
  }
}

/** Returns the id of the verified address of a party. */
const firstAddress = async (server: TestServer, key: string): Promise<string> =>
  resources(await server.as(key).get('/parties/me/contacts'))[0]?.id ?? '';

/** Adds an address whose token is the documented example, and returns its id. */
async function newAddress(server: TestServer): Promise<string> {
  await server.sql("UPDATE contact_verifications SET status = 'CLOSED' WHERE status = 'PENDING'");
  const address = newEmail();
  const { id } = resource(await server.post('/parties/me/contacts', { address }));
  await giveToken(server, id, 'EXAMPLE0'.repeat(4));
  return id;
}
