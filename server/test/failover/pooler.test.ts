import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Connection } from '../../src/db/pool.ts';
import { prepareDatabase } from '../../src/start/prepare.ts';
import { serveOn, testServer, type Served } from '../support/server.ts';
import { payParty, until, uuidOf, withSession } from '../flows/support.ts';
import { openPooler, type Pooler } from './fake-pooler.ts';

const server = testServer();

/** Opens a pooler in front of the test's database. */
async function poolerTo(
  mode: 'session' | 'transaction',
): Promise<{ pooler: Pooler; connection: Connection }> {
  const target = { ...inject('connection'), ...server.connection };
  if (!('host' in target)) throw new Error('the test needs the address of its database');
  const pooler = await openPooler({ path: join(target.host, `.s.PGSQL.${target.port}`) }, mode);
  return { pooler, connection: { ...target, host: '127.0.0.1', port: pooler.port, ssl: false } };
}

describe('behind a pooler in session mode', () => {
  let pooler: Pooler;
  let behind: Served;
  beforeAll(async () => {
    const opened = await poolerTo('session');
    pooler = opened.pooler;
    await prepareDatabase(readConfig({}), opened.connection);
    behind = await serveOn(opened.connection, { PURSER_LOCK_TIMEOUT_MS: '200' });
  });
  afterAll(async () => {
    await behind.close();
    await pooler.close();
  });

  it('the server starts as it comes, pays and does its background work', async () => {
    const { main, customer } = server.parties;
    expect((await payParty(behind.baseUrl, main, customer, 5)).status).toBe(201);
    const reply = await behind
      .as(main)
      .post('/payment-requests', { amount: 5, payer: { type: 'email', value: 'pooled@example.com' } });
    expect(reply.status).toBe(201);
    await until('the mail is sent', async () => {
      const sent = await server.sql(
        `SELECT id FROM mails WHERE recipient = 'pooled@example.com' AND status = 'SENT'`,
      );
      return sent.length === 1;
    });
  });

  it('the time limits are in force, although the pooler takes no parameters of a connection', async () => {
    const { main, customer } = server.parties;
    const reply = await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query('SELECT id FROM wallets WHERE party_id = $1 FOR UPDATE', [uuidOf(main.partyId)]);
      return payParty(behind.baseUrl, main, customer, 5); // returns only because of the lock time-out
    });
    expect(reply.status).toBe(503);
  });
});

describe('behind a pooler in transaction mode', () => {
  it('the start is refused in one line that says what to set', async () => {
    const { pooler, connection } = await poolerTo('transaction');
    await expect(prepareDatabase(readConfig({}), connection)).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(
        /^.*changes the session between transactions: set pool_mode = session.*$/,
      ),
    });
    await pooler.close();
  });
});
