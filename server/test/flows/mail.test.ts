import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { serveOn, startServer, type TestServer } from '../support/server.ts';
import { resource } from '../support/http.ts';
import { advance } from '../support/moves.ts';
import { requestMoneyFrom, mailbox, statesOf } from './simulations.ts';
import { until } from './support.ts';

let mailServer: MailServer;
let server: TestServer;
let other: Awaited<ReturnType<typeof serveOn>>;
let settings: Record<string, string>;
beforeAll(async () => {
  mailServer = await startMailServer();
  settings = { PURSER_SMTP_URL: mailServer.url, PURSER_MAIL_FROM: 'Purser <purser@sandbox.example>' };
  server = await startServer(settings);
  other = await serveOn(server.connection, settings);
});
afterAll(async () => {
  await server.close();
  await other.close();
  await mailServer.close();
});

type Stored = { status: string; attempts: number; lastError: string | null; wait_s: number | null };

async function stored(address: string): Promise<Stored | undefined> {
  const rows = await server.sql<Stored>`SELECT status, attempts, last_error AS "lastError", extract(epoch
    FROM due_at - now() - (SELECT clock_offset_ms FROM installation) * interval '1 ms')::float8 AS wait_s
    FROM mails WHERE recipient = ${address}`;
  return rows[0];
}

const arrivedAt = (address: string) => mailServer.received.filter(({ to }) => to.includes(address));

describe('a mail', () => {
  it('arrives soon after its cause, once, even with two servers', async () => {
    const addresses = Array.from({ length: 16 }, (_none, index) => `once-${index}@example.com`);
    await Promise.all(addresses.map((each, index) => requestMoneyFrom(index % 2 ? server : other, each)));
    await until('all mails have arrived', () => addresses.every((each) => arrivedAt(each).length > 0));
    await Promise.all([advance(server, 60), advance(other, 60)]);
    expect(addresses.map((each) => arrivedAt(each).length)).toEqual(addresses.map(() => 1));
  });

  it('has the same text as in the mailbox, and carries its id', async () => {
    await requestMoneyFrom(server, 'same@example.com');
    await until('it is sent', async () => (await statesOf(server, 'same@example.com'))[0] === 'SENT');
    const shown = (await mailbox(server)).find(({ attributes: { to } }) => to === 'same@example.com');
    const [mail] = arrivedAt('same@example.com');
    expect(mail?.headers.get('message-id')).toBe(`<${shown?.id}@sandbox.example>`);
    expect(mail?.text).toBe(String(shown?.attributes['text']).replaceAll('\n', '\r\n'));
  });

  it('to a payer known only by phone is a short text message with the link, and not sent as mail', async () => {
    const payer = { type: 'phone', value: '+14155550123' };
    const asked = await server.post('/payment-requests', { amount: 1_250, payer });
    const { pathname } = new URL(String(resource(asked).attributes['paymentLinkUrl'])); // either server sends it
    await until('it is sent', async () => (await statesOf(server, payer.value))[0] === 'SENT');
    const shown = (await mailbox(server)).find(({ attributes: { to } }) => to === payer.value);
    const text = String(shown?.attributes['text']);
    expect(text).toMatch(/^.+ asks you for USD 12\.50\. The request, open until .+ UTC: \S+\n$/);
    expect(text).toContain(pathname);
    expect(await server.sql`SELECT html FROM mails WHERE recipient = ${payer.value}`).toEqual([
      { html: null },
    ]);
    expect(arrivedAt(payer.value)).toEqual([]);
  });

  it('that is temporarily refused is retried after one minute, then after two', async () => {
    const address = 'later@example.com';
    let refusals = 2;
    mailServer.judge((to) => (to === address && refusals-- > 0 ? 450 : null));
    await requestMoneyFrom(server, address);
    await until('it was refused', async () => (await stored(address))?.attempts === 1);
    await until('the refusal is recorded', async () => (await stored(address))?.lastError !== null);
    const refused = await stored(address);
    expect(refused).toMatchObject({ status: 'PENDING', lastError: 'EENVELOPE 450 RCPT TO' });
    expect(refused?.wait_s).toBeGreaterThan(30);
    expect(refused?.wait_s).toBeLessThanOrEqual(60);
    await advance(server, 61);
    await until('the second refusal is recorded', async () => ((await stored(address))?.wait_s ?? 0) > 60);
    expect(await stored(address)).toMatchObject({ status: 'PENDING', attempts: 2 });
    await advance(server, 121);
    await until('it is sent', async () => (await stored(address))?.status === 'SENT');
    expect((await stored(address))?.attempts).toBe(3);
    expect(arrivedAt(address)).toHaveLength(1);
  });

  it('that is refused ten times fails', async () => {
    const address = 'never@example.com';
    mailServer.judge((to) => (to === address ? 450 : null));
    await requestMoneyFrom(server, address);
    await until('it has failed', async () => {
      await advance(server, 6 * 3_600 + 1); // finds nothing to do while the other server has claimed the mail
      return (await stored(address))?.status === 'FAILED';
    });
    expect((await stored(address))?.attempts).toBe(10);
    expect(await statesOf(server, address)).toEqual(['FAILED']);
  });

  it('to a permanently refused address fails at once, and delays no other mail', async () => {
    mailServer.judge((to) => (to === 'unknown@example.com' ? 550 : null));
    await requestMoneyFrom(server, 'unknown@example.com');
    await requestMoneyFrom(server, 'known@example.com');
    await until('neither is pending', async () => {
      const states = [
        ...(await statesOf(server, 'unknown@example.com')),
        ...(await statesOf(server, 'known@example.com')),
      ];
      return !states.includes('PENDING');
    });
    expect(await statesOf(server, 'known@example.com')).toEqual(['SENT']);
    const failed = await stored('unknown@example.com');
    expect(failed).toMatchObject({ status: 'FAILED', attempts: 1, lastError: 'EENVELOPE 550 RCPT TO' });
  });

  it('about a closed resource is not sent', async () => {
    const address = 'over@example.com';
    let refusals = 1;
    mailServer.judge((to) => (to === address && refusals-- > 0 ? 450 : null));
    await requestMoneyFrom(server, address);
    await until('it was refused', async () => (await stored(address))?.lastError !== null);
    await advance(server, 31 * 86_400); // payment requests expire after 30 days
    await until('it is dropped', async () => (await stored(address))?.status === 'DROPPED');
    expect(await statesOf(server, address)).toEqual([]);
    expect(arrivedAt(address)).toEqual([]);
  });

  it('claimed by a server that died is sent by another once the claim expires', async () => {
    const address = 'orphan@example.com';
    const claimed = (until: string): Promise<unknown> =>
      server.sql(`UPDATE mails SET claimed_until = ${until} WHERE recipient = $1`, address);
    let refusals = 1;
    mailServer.judge((to) => (to === address && refusals-- > 0 ? 450 : null));
    await requestMoneyFrom(server, address);
    await until('it was refused', async () => (await stored(address))?.lastError !== null);
    await claimed(`now() + interval '5 minutes'`);
    await advance(server, 86_400); // the mail stays claimed, however far the sandbox's clock is advanced
    expect(await stored(address)).toMatchObject({ status: 'PENDING', attempts: 1 });
    await claimed(`now() - interval '1 second'`);
    await advance(server, 1);
    await until('it is sent', async () => (await stored(address))?.status === 'SENT');
    expect((await stored(address))?.attempts).toBe(2);
  });
});

describe('while the mail server is down', () => {
  it('mails wait without using up attempts, and are sent when it is back', async () => {
    await mailServer.close();
    await requestMoneyFrom(server, 'first@example.com'); // one attempt may be needed to notice
    await until('the mailer has noticed', async () => (await stored('first@example.com'))?.attempts === 1);
    const late = await serveOn(server.connection, settings);
    const asked = await openBrowser(late.baseUrl).post('/sign-in', { email: 'patient@example.com' });
    expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '5']); // as every 503 says when to ask again
    await requestMoneyFrom(late, 'patient@example.com');
    for (let hour = 0; hour < 3; hour += 1) await advance(late, 3_600);
    expect(await statesOf(server, 'patient@example.com')).toEqual(['PENDING']);
    expect((await stored('patient@example.com'))?.attempts).toBeLessThanOrEqual(2);
    const back = await startMailServer(mailServer.port);
    const waiting = ['first@example.com', 'patient@example.com'];
    await until('the mails are sent', async () => {
      await advance(late, 3_600);
      const states = await Promise.all(waiting.map((each) => stored(each)));
      return states.every((each) => each?.status === 'SENT'); // each by either server
    });
    expect(back.received.flatMap(({ to }) => to).toSorted()).toEqual(waiting);
    await late.close();
    await back.close();
  });
});
