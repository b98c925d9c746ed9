import { describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { refusal, withoutRequestId } from '../support/http.ts';
import { accept, invite, revoke, statusOf } from '../support/party-invitations.ts';
import { stranger, testServer } from '../support/server.ts';
import { invitationShape } from '../support/shapes-customers.ts';
import { uuidOf } from './support.ts';

const server = testServer();

checkEndpoint('DELETE /party-invitations/{invitationId}', server, {
  path: async () => `/party-invitations/${(await invite(server)).id}`,
  scope: 'invite.delete',
  response: { data: invitationShape, meta: { deleted: true } },
  moves: true,
});

describe('DELETE /party-invitations/{invitationId}', () => {
  it('revokes a pending invitation, and responds the same when repeated', async () => {
    const invited = await invite(server);
    const [first, again] = [await revoke(server, invited.id), await revoke(server, invited.id)];
    expect([first.status, again.text, await statusOf(server, invited)]).toEqual([200, first.text, 'REVOKED']);
    const events = await server.sql`SELECT to_status AS to FROM events
      WHERE resource_id = ${uuidOf(invited.id)} ORDER BY to_status`;
    expect(events).toEqual([{ to: 'PENDING' }, { to: 'REVOKED' }]);
  });

  it('refuses one that was answered, and lets the address be invited again after a revocation', async () => {
    const invited = await invite(server);
    await revoke(server, invited.id);
    const { id, token } = await invite(server, { email: invited.email });
    await accept(server, token);
    expect(refusal(await revoke(server, id))).toEqual([409, ['conflict'], [undefined]]);
  });

  it('returns the same 404 for an invitation of another party and an unknown one', async () => {
    const { id } = await invite(server);
    const replies = [await revoke(server.as(stranger), id), await revoke(server, `inv_${'0'.repeat(32)}`)];
    for (const reply of replies)
      expect(refusal(reply)).toEqual([404, ['invitation_not_found'], ['invitationId']]);
    expect(new Set(replies.map(withoutRequestId)).size).toBe(1);
  });
});
