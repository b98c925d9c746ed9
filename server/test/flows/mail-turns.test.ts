import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { codes, type Reply } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { main, newAddress, startServer, stranger, type TestServer } from '../support/server.ts';
import { advance } from '../support/moves.ts';
import { requestMoneyFrom } from './simulations.ts';
import { until, waitingSessions, withSession } from './support.ts';

let mailServer: MailServer;
let server: TestServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startServer({
    PURSER_SMTP_URL: mailServer.url,
    PURSER_MAIL_FROM: 'Purser <purser@sandbox.example>',
    PURSER_RATE_LIMIT: '0',
  });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

/** Makes the mail server answer nothing about the addresses until it is released. */
function hold(isHeld: (address: string) => boolean): { under: Set<string>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<null>();
  const under = new Set<string>();
  mailServer.judge((address) => {
    if (!isHeld(address)) return null;
    under.add(address);
    return promise;
  });
  return { under, release: () => resolve(null) };
}

/** Does something so many times, twenty at once: a party may not have many more writes under way. */
async function inGroups<T>(count: number, work: (place: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count) {
    const group = Array.from({ length: Math.min(20, count - done.length) }, (_none, i) => done.length + i);
    done.push(...(await Promise.all(group.map(work))));
  }
  return done;
}

const arrivals = (): string[] => mailServer.received.flatMap(({ to }) => to);

const answer = ({ text }: Reply): { meta?: unknown } => JSON.parse(text) as { meta?: unknown };
const mailsTo = (address: string): Promise<Array<{ status: string; count: bigint }>> =>
  server.sql`SELECT status, count(*)::int AS count FROM mails WHERE recipient = ${address} GROUP BY 1 ORDER BY 1`;

describe('mails of many', () => {
  it('a link to sign in arrives while 300 mails of one party wait at a mail server that answers none', async () => {
    const { email } = await newMember(server);
    const held = hold((address) => address !== email);
    const addresses = Array.from({ length: 300 }, newAddress);
    await inGroups(300, (place) => requestMoneyFrom(server, addresses[place] ?? ''));
    await until('four are under way', () => held.under.size >= 4);
    await openBrowser(server.baseUrl).post('/sign-in', { email });
    await until('the link arrives', () => arrivals().includes(email));
    expect(arrivals().filter((each) => addresses.includes(each))).toEqual([]);
    held.release();
    await until('all arrive', async () => {
      await advance(server, 61); // on a slow machine, what was held is sent again
      return addresses.every((each) => arrivals().includes(each));
    });
  });

  it('parties take turns: one mail of another is not behind the mails that a party has caused before', async () => {
    const held = hold(() => true);
    const addresses = Array.from({ length: 100 }, newAddress);
    await inGroups(100, (place) => requestMoneyFrom(server, addresses[place] ?? ''));
    await until('four are under way', () => held.under.size >= 4);
    const single = newAddress();
    await server
      .as(stranger)
      .post('/payment-requests', { amount: 1_250, payer: { type: 'email', value: single } });
    held.release();
    await until('it arrives', async () => {
      await advance(server, 61); // on a slow machine, what was held is sent again
      return arrivals().includes(single);
    });
    const before = arrivals().slice(0, arrivals().indexOf(single));
    expect(before.filter((each) => addresses.includes(each)).length).toBeLessThan(80);
  });
});

const askedMeta = async (address: string, by: { apiKey: string } = main): Promise<unknown> => {
  const payer = { type: 'email', value: address };
  const reply = await server.as(by).post('/payment-requests', { amount: 1_250, payer });
  expect(reply.status).toBe(201);
  return answer(reply).meta;
};
const askOf = (address: string, count: number): Promise<unknown[]> =>
  inGroups(count, () => askedMeta(address));

describe('a recipient', () => {
  it('gets 20 mails of one party within an hour, and the response says of each further request that it gets none', async () => {
    mailServer.judge(() => null);
    const address = newAddress();
    const metas = await askOf(address, 150);
    expect(metas.filter((meta) => meta === undefined)).toHaveLength(20);
    expect(metas.filter((meta) => meta !== undefined)).toEqual(
      Array.from({ length: 130 }, () => ({ emailFailures: [address] })),
    );
    await until('all are sent', async () =>
      (await mailsTo(address)).every(({ status }) => status !== 'PENDING'),
    );
    expect(await mailsTo(address)).toEqual([
      { status: 'SENT', count: 20 },
      { status: 'WITHHELD', count: 130 },
    ]);
    expect(arrivals().filter((each) => each === address)).toHaveLength(20);
    expect(await askedMeta(address, stranger)).toBeUndefined();
  });

  it('gets one more mail of two requests at the same moment, not two', async () => {
    const address = newAddress();
    await askOf(address, 19);
    await until('nothing else writes to mails', async () =>
      (await mailsTo(address)).every(({ status }) => status !== 'PENDING'),
    );
    const metas = await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query('LOCK TABLE mails IN SHARE MODE'); // who may have a mail is read, and no mail is stored
      const asked = [askedMeta(address), askedMeta(address)];
      await until('both wait', async () => (await waitingSessions(server.sql)).length >= 2);
      await session.query('ROLLBACK');
      return Promise.all(asked);
    });
    expect(metas.filter((meta) => meta === undefined)).toHaveLength(1);
    expect(metas).toContainEqual({ emailFailures: [address] });
  });

  it('is invited no more, and no token goes to it, until an hour has passed', async () => {
    const address = newAddress();
    await askOf(address, 20);
    const recipients = [{ type: 'email', value: address }];
    const values = { recipients, permissions: ['payments.read'] };
    const invite = async (): Promise<unknown> =>
      answer(await server.post(`/agents/${main.agentId}/customers`, values));
    expect(await invite()).toEqual({ data: [], meta: { emailFailures: [address], alreadyConnected: [] } });
    const invitations = [{ email: address, role: 'MEMBER' }];
    expect(answer(await server.post('/party-invitations', { invitations }))).toEqual({
      data: [],
      meta: {
        failed: [{ email: address, error: 'Your party has sent this address 20 messages within the hour.' }],
      },
    });
    const added = await server.post('/parties/me/contacts', { address: { type: 'email', value: address } });
    expect([added.status, codes(added)]).toEqual([429, ['rate_limited']]);
    await advance(server, 3_601);
    expect(await invite()).toMatchObject({ meta: { emailFailures: [] } });
  });

  it('gets 20 mails about payments that wait for it; the others wait there all the same', async () => {
    const address = newAddress();
    const pay = (): Promise<unknown> =>
      server.post('/payments', {
        amount: 1,
        currency: 'USD',
        counterparty: { type: 'email', value: address },
      });
    await Promise.all(Array.from({ length: 30 }, pay));
    expect((await mailsTo(address)).reduce((sum, { count }) => sum + Number(count), 0)).toBe(30);
    const withheld = (await mailsTo(address)).find(({ status }) => status === 'WITHHELD');
    expect(withheld?.count).toBe(10);
  });
});
