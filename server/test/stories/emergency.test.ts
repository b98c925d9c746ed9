import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagination, resources } from '../support/http.ts';
import { type Prod, startProd } from './prod.ts';

let prod: Prod;
beforeAll(async () => {
  prod = await startProd();
});
afterAll(() => prod.close());

const idIn = (text: string, prefix: string): string =>
  new RegExp(`${prefix}_[0-9a-f]{32}`).exec(text)?.[0] ?? '';
const keyIn = (text: string): string => /sk_pur_prod_\w+/.exec(text)?.[0] ?? '';

describe('an emergency in prod', () => {
  it('is stopped by the operator while the agent pays, and the owner gets a new key', async () => {
    const made = await prod.admin('create-party', '--name', 'Acme', '--email', 'books@acme.example');
    await prod.admin('create-party', '--name', 'Casey', '--email', 'casey@acme.example');
    const [partyId, key] = [idIn(made, 'pty'), keyIn(made)];
    await prod.admin('deposit', partyId, '--amount', '100.00', '--currency', 'USD', '--reference', 'Wire 1');
    const agent = await prod.make(key, 'POST', '/agents', { name: 'Buyer' });
    const agentKey = await prod.make(key, 'POST', '/agent-keys', { agentId: agent.id });
    const pays = async (by: string): Promise<number> => (await prod.pay(by, 1, 'casey@acme.example')).status;
    const buyer = String(agentKey.attributes['agentKey']);
    expect(await pays(buyer)).toBe(201);

    const found = await prod.admin('parties', '--find', 'books@acme');
    expect(idIn(found, 'pty')).toBe(partyId);
    const stopped = { isStopped: false, accepted: 0 };
    const paying = (async () => {
      for (let status = 201; status === 201;) {
        const sentAfter = stopped.isStopped;
        status = await pays(buyer);
        if (status === 201 && sentAfter) stopped.accepted += 1;
      }
    })();
    expect(await prod.admin('freeze', partyId, '--reason', 'Unknown payee')).toContain('frozen by operator');
    stopped.isStopped = true;
    await paying;
    expect([stopped.accepted, await pays(buyer), await pays(key)]).toEqual([0, 409, 409]);
    await prod.make(key, 'POST', '/parties/me/unfreeze');
    expect(await pays(key)).toBe(409);

    const acting = await prod.admin('parties', partyId);
    await prod.admin('suspend-agent', idIn(acting, 'agt'), '--reason', 'Pays nobody knows whom');
    await prod.admin('revoke-key', idIn(acting, 'agk'), '--reason', 'Leaked');
    await prod.admin('revoke-key', idIn(acting, 'apy'), '--reason', 'Leaked');
    await prod.admin('unfreeze', partyId);
    expect([await pays(buyer), await pays(key)]).toEqual([401, 401]);
    const another = keyIn(await prod.admin('new-key', partyId, '--reason', 'Called back'));
    expect(await pays(another)).toBe(201);

    const lines = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      // each payment of the loop has a line, too
      const page = await prod.send(another, 'GET', `/audit-log?limit=100${cursor && `&cursor=${cursor}`}`);
      lines.push(...resources(page));
      cursor = pagination(page).nextCursor;
    }
    const operators = lines.filter(({ attributes }) => attributes['keyPrefix'] === 'operator');
    expect(operators.map(({ attributes: { action } }) => action).toReversed()).toEqual([
      'deposit',
      'freeze',
      'suspend agent',
      'revoke key',
      'revoke key',
      'unfreeze',
      'new key',
    ]);
    await prod.audit();
  });
});
