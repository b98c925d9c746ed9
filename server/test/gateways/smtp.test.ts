import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { MailFailure } from '../../src/gateways/mail.ts';
import { createMailer } from '../../src/gateways/mailer.ts';
import type { RunningMailer } from '../../src/gateways/mailer.ts';
import { until } from '../flows/support.ts';
import { startMailServer } from '../support/mail-server.ts';

const letter = { to: 'casey@example.com', subject: 'Hello', text: 'How are you?\n', messageId: 'mai_1' };
const from = 'Main Street Books <books@main.example>';
const open: Array<{ close: () => unknown }> = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });

async function officeAt(url: string): Promise<RunningMailer> {
  const office = createMailer(readConfig({ PURSER_SMTP_URL: url, PURSER_MAIL_FROM: from }), log);
  open.push(office);
  await office.open();
  return office;
}

async function serve(port = 0) {
  const server = await startMailServer(port);
  open.unshift(server);
  return server;
}

async function failureOf(sending: Promise<void>): Promise<MailFailure> {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(MailFailure);
  return error as MailFailure;
}

describe('mail by SMTP', () => {
  it('goes out as plain text, from the set address, under the id it was given', async () => {
    const server = await serve();
    const office = await officeAt(server.url);
    expect(office.isDown()).toBe(false);
    const link = `https://purser.example/pay/${'x'.repeat(200)}`;
    const text = `Grüße, 試験. A line that is longer than any line of a mail may be: ${'word '.repeat(250)}\n${link}\n`;
    await office.send({ ...letter, subject: 'Rechnung über 12,50 €', text });
    const [mail] = server.received;
    expect(mail?.to).toEqual(['casey@example.com']);
    expect(mail?.text).toBe(text.replaceAll('\n', '\r\n'));
    const wanted = {
      from: 'Main Street Books <books@main.example>',
      to: 'casey@example.com',
      'message-id': '<mai_1@main.example>',
      'auto-submitted': 'auto-generated',
      'content-type': 'text/plain; charset=utf-8',
    };
    for (const [name, value] of Object.entries(wanted)) expect(mail?.headers.get(name)).toBe(value);
  });

  it('cannot be given further headers or recipients', async () => {
    const server = await serve();
    const office = await officeAt(server.url);
    const subject = 'Hello\r\nBcc: evil@example.com\r\n\r\nBody';
    await office.send({ ...letter, subject });
    expect(server.received[0]?.headers.has('bcc')).toBe(false);
    expect(server.received[0]?.headers.get('subject')).toBe('Hello Bcc: evil@example.com Body');
    expect(server.received[0]?.to).toEqual(['casey@example.com']);
    for (const to of [
      'casey@example.com, evil@example.com',
      'casey@example.com\r\nBcc: evil@example.com',
      'Casey <casey@example.com>',
      '"evil@example.com casey"@example.com',
      '',
    ]) {
      expect((await failureOf(office.send({ ...letter, to }))).permanent).toBe(true);
    }
    expect(server.received).toHaveLength(1);
  });

  it('tells a recipient that is refused for good from one that is refused for now, and is not down', async () => {
    const server = await serve();
    const office = await officeAt(server.url);
    server.judge(() => 550);
    expect(await failureOf(office.send(letter))).toMatchObject({ permanent: true });
    server.judge(() => 450);
    expect(await failureOf(office.send(letter))).toMatchObject({ permanent: false });
    expect(office.isDown()).toBe(false);
  });

  it('knows of a dead server before the first letter, and of its return without one', async () => {
    const server = await startMailServer();
    await server.close();
    const office = await officeAt(server.url);
    expect(office.isDown()).toBe(true);
    expect(await failureOf(office.send(letter))).toMatchObject({ permanent: false });
    const returned = await serve(server.port);
    await until('the server is known to be back', () => !office.isDown());
    await office.send(letter);
    expect(returned.received).toHaveLength(1);
  });

  it('learns of the death of its server from the letter that was not taken', async () => {
    const server = await startMailServer();
    const office = await officeAt(server.url);
    await office.send(letter);
    expect(office.isDown()).toBe(false);
    await server.close();
    await failureOf(office.send(letter));
    expect(office.isDown()).toBe(true);
  });

  it('does not hold up the start for a server that says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    open.unshift({ close: () => silent.close() });
    const startedAt_ms = Date.now();
    const office = await officeAt(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    expect(Date.now() - startedAt_ms).toBeLessThan(5_000);
    expect(office.isDown()).toBe(true);
  });

  it('sends no password over a connection without TLS', async () => {
    const server = await serve();
    const office = await officeAt(server.url.replace('//', '//geheim:geheimer@'));
    expect(office.isDown()).toBe(true);
    await failureOf(office.send(letter));
    expect(server.received).toEqual([]);
  });

  it('writes neither an address nor the URL of the server to the log', () => {
    expect(lines.join('')).toContain('mail cannot be sent');
    expect(lines.join('')).not.toMatch(/casey|example\.com|books@|smtp:|127\.0\.0\.1|geheim/);
  });
});

describe('without a mail server', () => {
  const prod = { PURSER_ENVIRONMENT: 'prod', PURSER_SECRET: 'k1:0123456789abcdef0123456789abcdef' };

  it('a sandbox takes every letter', async () => {
    const office = createMailer(readConfig({}), log);
    await office.open();
    await office.send(letter);
    expect(office.isDown()).toBe(false);
  });

  it('prod sends none, and says so once, at the start', async () => {
    lines.length = 0;
    const office = createMailer(readConfig(prod), log);
    await office.open();
    expect(office.isDown()).toBe(true);
    await failureOf(office.send(letter));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('PURSER_SMTP_URL');
  });
});

describe('the settings for mail', () => {
  it.each([
    ['another protocol', 'https://mail.example'],
    ['no host', 'smtp://'],
    ['a path', 'smtp://mail.example/x'],
    ['a query', 'smtp://mail.example?pool=true'],
    ['a password that cannot be decoded', 'smtp://user:%zz@mail.example'],
    ['no URL', 'mail.example'],
  ])('refuse a server with %s, and do not show it', (_what, url) => {
    const read = (): unknown => readConfig({ PURSER_SMTP_URL: url, PURSER_MAIL_FROM: from });
    expect(read).toThrow(/PURSER_SMTP_URL must be/);
    expect(read).not.toThrow(/mail\.example/);
  });

  it.each(['nobody', 'a@b', 'Name <nobody>', 'A <a@example.com>, B <b@example.com>', 'A\n<a@example.com>'])(
    'refuse the sender %j',
    (sender) => {
      const read = (): unknown =>
        readConfig({ PURSER_SMTP_URL: 'smtp://mail.example', PURSER_MAIL_FROM: sender });
      expect(read).toThrow(/PURSER_MAIL_FROM must be/);
    },
  );

  it.each([
    ['books@main.example', ''],
    ['Main Street Books <books@main.example>', 'Main Street Books'],
    ['"Books, Main Street" <books@main.example>', 'Books, Main Street'],
  ])('take the sender %s', (sender, name) => {
    const config = readConfig({ PURSER_SMTP_URL: 'smtps://mail.example:465', PURSER_MAIL_FROM: sender });
    expect(config.smtp?.from).toEqual({ name, address: 'books@main.example' });
  });

  it('need a sender with a server, and not without one', () => {
    expect(() => readConfig({ PURSER_SMTP_URL: 'smtp://mail.example' })).toThrow(
      /PURSER_MAIL_FROM is required/,
    );
    expect(readConfig({ PURSER_MAIL_FROM: 'books@main.example' }).smtp).toBeNull();
  });
});
