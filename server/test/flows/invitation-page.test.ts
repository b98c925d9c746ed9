import { describe, expect, it } from 'vitest';
import { call, codes, resources } from '../support/http.ts';
import { main, stranger, byId, newAddress, testServer } from '../support/server.ts';
import { mailbox } from './simulations.ts';
import { uuidOf, rewrite, until } from './support.ts';

const server = testServer();
const email = newAddress();

async function invite(values: object = {}): Promise<{ id: string; url: string }> {
  const sent = { recipients: [{ type: 'email', value: email }], permissions: ['payments.create'], ...values };
  const reply = await server.post(`/agents/${main.agentId}/customers`, sent);
  const [invitation] = resources(reply);
  return { id: uuidOf(invitation?.id ?? ''), url: String(invitation?.attributes['url']) };
}
const open = (url: string, method = 'GET') => call('', method, url);

describe('the page of a customer invitation', () => {
  it('shows at its url, without a key, who invites, what the agent may do and its limit, and not who is invited', async () => {
    const { url } = await invite({ limits: { perTransaction: 1250 } });
    expect(url.startsWith(`${server.baseUrl}/invitations/`)).toBe(true);
    const page = await open(url);
    expect([page.status, page.headers.get('Referrer-Policy')]).toEqual([200, 'same-origin']);
    for (const part of [`<bdi>${main.name}</bdi>`, 'make payments from your wallets', 'more than 1,250 of']) {
      expect(page.text).toContain(part);
    }
    expect(page.text).not.toContain(email);
    expect([(await open(url, 'HEAD')).status, codes(await open(url, 'PUT'))]).toEqual([
      200,
      ['method_not_allowed'],
    ]);
  });

  it('says the same for every recipient, and so does the mail that the inviting party reads in the mailbox', async () => {
    await rewrite(server.connection, `UPDATE parties SET default_currency = 'JPY' WHERE id = $1`, [
      uuidOf(stranger.partyId),
    ]);
    const said: string[] = [];
    for (const recipient of [
      { type: 'email', value: email },
      { type: 'email', value: stranger.email },
      byId(stranger),
    ]) {
      const limits = { perTransaction: 5_000 };
      const expiresAt = '2999-12-21T09:30:00Z';
      const { url } = await invite({ recipients: [recipient], limits, expiresAt });
      said.push((await open(url)).text);
    }
    expect(said).toEqual(Array.from({ length: 3 }, () => said[0]));
    const mailTo = async (address: string): Promise<unknown> =>
      (await mailbox(server)).find(({ attributes: { to, text } }) => to === address && text !== null)
        ?.attributes['text'];
    await until('the last mail is sent', async () => (await mailTo(stranger.email)) !== undefined);
    expect(await mailTo(stranger.email)).toContain(
      '5,000 of the smallest unit of your currency (USD 50.00 if',
    );
  });

  it('is gone once the invitation is replaced, closed or expired, and looks like an unknown link', async () => {
    const unknown = await open(`${server.baseUrl}/invitations/${'A'.repeat(32)}`);
    const replaced = await invite();
    const { id, url } = await invite();
    expect([(await open(replaced.url)).text, (await open(url)).status]).toEqual([unknown.text, 200]);
    await server.sql('UPDATE installation SET clock_offset_ms = 31 * 24 * 3600000::bigint');
    expect((await open(url)).text).toBe(unknown.text);
    await server.sql('UPDATE installation SET clock_offset_ms = 0');
    await server.sql`UPDATE customer_invitations SET status = 'DECLINED' WHERE id = ${id}`;
    const closed = await open(url);
    expect([closed.status, closed.text]).toEqual([404, unknown.text]);
    expect((await open(`${server.baseUrl}/invitations/short`)).text).toBe(unknown.text);
  });

  it("escapes a party's name", async () => {
    const { url } = await invite();
    const id = uuidOf(main.partyId);
    await server.sql`UPDATE parties SET name = ${'</bdi><script>x</script>\u202e'} WHERE id = ${id}`;
    const { text } = await open(url);
    expect(text).toContain('<bdi>&lt;/bdi&gt;&lt;script&gt;x&lt;/script&gt;</bdi>');
    expect(text).not.toMatch(/<script|\u202e/);
  });
});
