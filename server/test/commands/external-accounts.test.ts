import { describe, expect, it } from 'vitest';
import { amountsOf, link, linked, newAccount, verify } from '../support/external-accounts.ts';
import { codes } from '../support/http.ts';
import { main, serveOn, testSecret, testServer } from '../support/server.ts';
import { operate, runOn } from './command.ts';

const newSecret = `k2:${'n'.repeat(40)}`;
const rotating = { PURSER_SECRET: `${newSecret},${testSecret}` };

const server = testServer();
const verifying = (id: string, operator = 'Robin') =>
  operate(server, ['verify-external-account', id, '--operator', operator]);
const secretIds = async (): Promise<string[]> => {
  const rows = await server.sql<{ id: string }>(
    'SELECT DISTINCT secret_id AS id FROM external_accounts WHERE secret_id IS NOT NULL ORDER BY 1',
  );
  return rows.map(({ id }) => id);
};

describe('npm run admin -- verify-external-account', () => {
  it('makes a pending account active once, and records who said so', async () => {
    const id = await linked(server);
    expect(await verifying(id)).toMatchObject({ code: 0, out: `external account ${id}  active\n` });
    expect(await server.statusOf(id)).toBe('active');
    expect(await verifying(id)).toMatchObject({
      code: 2,
      err: 'The account is not pending: nothing was done.\n',
    });
    const found = await server.sql(
      "SELECT reason, party_id, decision FROM audit_lines WHERE action = 'verify external account'",
    );
    expect(found).toEqual([
      { reason: 'operator Robin', party_id: main.partyId.slice(4), decision: 'accepted' },
    ]);
    const events = await server.sql`SELECT to_status FROM events WHERE resource_id = ${id.slice(4)}
      ORDER BY id`;
    expect(events).toEqual([{ to_status: 'pending' }, { to_status: 'active' }]);
  });

  it('refuses unknown accounts and reports all invalid arguments together', async () => {
    const unknown = await verifying(`eac_${'0'.repeat(32)}`);
    expect([unknown.code, unknown.err]).toEqual([2, 'There is no external account of this id.\n']);
    const wrong = await verifying('eac_1', '');
    expect(wrong.code).toBe(2);
    for (const text of ['ACCOUNT must', '--operator must', 'Usage:']) expect(wrong.err).toContain(text);
  });
});

describe('npm run admin -- reencrypt', () => {
  it('encrypts every number under the newest secret, so that the older one can go', async () => {
    const ids = [await linked(server), await linked(server)];
    const values = newAccount();
    await link(server, values);
    const amounts = await Promise.all(ids.map((id) => amountsOf(server, id)));
    expect(await secretIds()).toEqual(['k1']);
    const { code, out } = await runOn(server, 'admin', ['reencrypt'], rotating);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^encrypted under k2: [4-9] external accounts, 0 orders, 0 webhooks\n$/),
    ]);
    expect(await secretIds()).toEqual(['k2']);
    expect((await runOn(server, 'admin', ['reencrypt'], rotating)).out).toBe(
      'encrypted under k2: 0 external accounts, 0 orders, 0 webhooks\n',
    );

    const there = await serveOn(server.connection, { PURSER_SECRET: newSecret });
    expect(await Promise.all(ids.map((id) => amountsOf(there, id)))).toEqual(amounts);
    expect(codes(await link(there, values))).toEqual(['already_exists']);
    expect((await verify(there, ids[0] ?? '', amounts[0] ?? [])).status).toBe(200);
    await there.close();
  });

  it('goes on where it was interrupted, in parts, while servers link and verify', async () => {
    await server.sql(
      "UPDATE external_accounts SET status = 'active', sealed_amounts = NULL WHERE status = 'pending'",
    );
    const { accountIds } = await many(250);
    const [{ code }] = await Promise.all([
      runOn(server, 'admin', ['reencrypt'], {
        PURSER_SECRET: `k3:${'m'.repeat(40)},${newSecret},${testSecret}`,
      }),
      ...Array.from({ length: 5 }, () => link(server)),
    ]);
    expect(code).toBe(0);
    await runOn(server, 'admin', ['reencrypt'], {
      PURSER_SECRET: `k3:${'m'.repeat(40)},${newSecret},${testSecret}`,
    });
    expect(await secretIds()).toEqual(['k3']);
    expect(accountIds.length).toBe(250);
  });

  it('leaves alone what it cannot read, and says so', async () => {
    const others = { PURSER_SECRET: `k9:${'x'.repeat(40)}` };
    const { code, out, err } = await runOn(server, 'admin', ['reencrypt'], others);
    expect([code, out]).toEqual([1, 'encrypted under k9: 0 external accounts, 0 orders, 0 webhooks\n']);
    expect(err).toMatch(/^\d+ could not be read/);
    expect(await secretIds()).toEqual(['k3']);
  });

  it('says so too where a secret was replaced under its old id', async () => {
    const replaced = { PURSER_SECRET: `k3:${'y'.repeat(40)}` };
    const { code, out, err } = await runOn(server, 'admin', ['reencrypt'], replaced);
    expect([code, out]).toEqual([1, 'encrypted under k3: 0 external accounts, 0 orders, 0 webhooks\n']);
    expect(err).toMatch(/^\d+ could not be read/);
  });
});

/** Links so many accounts, and makes them active, since few may be pending. */
async function many(count: number): Promise<{ accountIds: string[] }> {
  const accountIds: string[] = [];
  while (accountIds.length < count) {
    accountIds.push(await linked(server));
    if (accountIds.length % 20 === 0)
      await server.sql(
        "UPDATE external_accounts SET status = 'active', sealed_amounts = NULL WHERE status = 'pending'",
      );
  }
  return { accountIds };
}
