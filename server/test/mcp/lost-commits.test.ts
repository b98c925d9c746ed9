import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../../proof/chaos/ports.ts';
import { openProxy, type Proxy } from '../../../proof/chaos/proxy.ts';
import type { Link, Moment } from '../../../proof/chaos/traps.ts';
import type { Database } from '../../../proof/support/program.ts';
import { newAgent, type TestAgent } from '../support/agents.ts';
import { resources } from '../support/http.ts';
import { connectHost, type Host, type Said } from '../support/mcp.ts';
import { customer, serveOn, testServer, type Served } from '../support/server.ts';

const server = testServer();
let proxy: Proxy;
let behind: Served;
let agent: TestAgent;
let host: Host;
beforeAll(async () => {
  const target = { ...inject('connection'), ...server.connection } as Database;
  proxy = await openProxy(await freePort(), { path: join(target.host, `.s.PGSQL.${target.port}`) });
  behind = await serveOn({ ...target, host: '127.0.0.1', port: proxy.port });
  agent = await newAgent(server);
  host = await connectHost(behind.baseUrl, agent.key);
});
afterAll(async () => {
  await host.close();
  await behind.close();
  await proxy.close();
});

/** Breaks the connection at the next COMMIT of the engine. */
const breakAt = (moment: Moment) =>
  proxy.atCommit({ moment, commit: 'engine' }, (link: Link) => link.cut('end'));
const purchase = (purpose_id: string) => ({ purpose_id, to: customer.partyId, amount: '1.00' });
const payments = async () => resources(await server.get(`/payments?agentId=${agent.id}`));

describe('a purchase whose COMMIT is lost', () => {
  it.each<[string, Moment, Moment]>([
    ['before it was done, and again after it', 'before', 'done'],
    ['on its way, and again before it was done', 'sent', 'before'],
  ])('%s, is paid once, and the model is told so', async (what, first, second) => {
    const before = (await payments()).length;
    const struck = breakAt(first);
    const said = host.call('create_payment', purchase(what));
    await struck;
    // Where the first one was done after all, no second COMMIT follows, until the next purchase.
    const again = breakAt(second);
    expect((await said).says['status']).toBe('paid');
    expect(await payments()).toHaveLength(before + 1);
    await host.call('create_payment', purchase(`${what}, the next`));
    await again;
    expect((await host.call('create_payment', purchase(what))).says['status']).toBe('already_paid');
    expect(await payments()).toHaveLength(before + 2);
  });

  it('for as long as the connector asks, is unknown, and `next` finds out that it may be sent again', async () => {
    const before = (await payments()).length;
    const asked = purchase('lost for long');
    const saying = host.call('create_payment', asked);
    let said: Said | void;
    do said = await Promise.race([breakAt('before'), saying]);
    while (!said);
    const { says, isError } = said;
    expect([says['status'], isError]).toEqual(['outcome_unknown', false]);
    expect(says['next']).toEqual({
      tool: 'get_payment',
      arguments: { purpose_id: asked.purpose_id },
      after_seconds: 5,
    });
    const found = await host.call('get_payment', { purpose_id: asked.purpose_id });
    expect([found.says['status'], found.says['message']]).toEqual([
      'refused',
      expect.stringContaining('No payment was made'),
    ]);
    expect((await host.call('create_payment', asked)).says['status']).toBe('paid');
    expect((await host.call('create_payment', asked)).says['status']).toBe('already_paid');
    expect(await payments()).toHaveLength(before + 1);
  });
});
