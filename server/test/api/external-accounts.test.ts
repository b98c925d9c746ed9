import { describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { call, refusal, withoutRequestId } from '../support/http.ts';
import { rawRequest, sendRaw } from '../support/raw.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { removedExternalAccountShape } from '../support/shapes-parties.ts';

const server = testServer();
const remove = (id: string) => server.delete(`/external-accounts/${id}`);

checkEndpoint('DELETE /external-accounts/{externalAccountId}', server, {
  path: () => `/external-accounts/${main.externalAccountIdToRemove}`,
  scope: 'external_accounts.delete',
  response: { data: removedExternalAccountShape, meta: { deleted: true } },
});

describe('DELETE /external-accounts/{externalAccountId}', () => {
  it('removes all attributes of the account but its state, and responds the same when repeated', async () => {
    const replies = [
      await remove(main.externalAccountIdToRemove),
      await remove(main.externalAccountIdToRemove),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
    expect(replies[1]?.text).toBe(replies[0]?.text);
    const { data } = JSON.parse(replies[0]?.text ?? '') as { data: typeof removedExternalAccountShape };
    expect(Object.keys(data.attributes)).toEqual(Object.keys(removedExternalAccountShape.attributes));
    expect(data.relationships).toEqual({ party: { data: { type: 'party', id: main.partyId } } });
  });

  it('ignores a body unless it is too large or malformed in transfer', async () => {
    const path = `/external-accounts/${main.externalAccountIdToRemove}`;
    const withBody = (body: string) =>
      call(server.baseUrl, 'DELETE', path, {
        key: main.apiKey,
        body,
        headers: { 'Content-Type': 'text/plain' },
      });
    expect((await withBody('{')).status).toBe(200);
    expect(refusal(await withBody('x'.repeat(300_000)))).toEqual([413, ['payload_too_large'], [undefined]]);
    const lines = [`Authorization: Bearer ${main.apiKey}`, 'Transfer-Encoding: chunked'];
    const broken = await sendRaw(server.baseUrl, rawRequest(`DELETE ${path}`, lines, 'zz\r\n'));
    expect(broken).toContain('HTTP/1.1 400');
  });

  it('returns 404 for an account of another party, byte for byte as for an unknown account', async () => {
    const absent = await remove(`eac_${'0'.repeat(32)}`);
    const foreign = await remove(stranger.externalAccountId);
    expect(refusal(absent)).toEqual([404, ['external_account_not_found'], ['externalAccountId']]);
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
    expect([...foreign.headers.keys()]).toEqual([...absent.headers.keys()]);
  });

  it.each(['nonsense', 'eac_', `eac_${'0'.repeat(31)}`, `eac_${'A'.repeat(32)}`, `pty_${'0'.repeat(32)}`])(
    'refuses the malformed id %s',
    async (id) => expect(refusal(await remove(id))).toEqual([400, ['invalid_value'], ['externalAccountId']]),
  );
});
