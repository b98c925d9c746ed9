import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { MailFailure } from '../../src/gateways/mail.ts';
import { createMailer, type RunningMailer } from '../../src/gateways/mailer.ts';
import { until } from '../flows/support.ts';
import { startMailServer } from '../support/mail-server.ts';

const mail = {
  to: 'casey@example.com',
  subject: 'Hello',
  text: 'How are you?\n',
  html: null,
  messageId: 'mai_1',
};
const from = 'Main Street Books <books@main.example>';
const open: Array<{ close: () => unknown }> = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });

async function mailerAt(url: string): Promise<RunningMailer> {
  const mailer = createMailer(readConfig({ PURSER_SMTP_URL: url, PURSER_MAIL_FROM: from }), log);
  open.push(mailer);
  await mailer.open();
  return mailer;
}

async function serve(port?: number) {
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

/** Returns a header as a mail program shows it (RFC 2047). */
function decodedWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?(?:B\?([^?]*)|Q\?([^?]*))\?=/gi, (_all, base64?: string, quoted = '') =>
      base64 === undefined
        ? decodeURIComponent(String(quoted).replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%'))
        : Buffer.from(base64, 'base64').toString(),
    );
}

describe('mail by SMTP', () => {
  it('is sent as plain text, from the configured address, with the given message id', async () => {
    const server = await serve();
    const mailer = await mailerAt(server.url);
    expect(mailer.isDown()).toBe(false);
    const link = `https://purser.example/pay/${'x'.repeat(200)}`;
    const text = `Grüße, 試験. A line that is longer than any line of a mail may be: ${'word '.repeat(250)}\n${link}\n`;
    await mailer.send({ ...mail, subject: 'Rechnung über 12,50 €', text });
    const [received] = server.received;
    expect(received?.to).toEqual(['casey@example.com']);
    expect(received?.text).toBe(text.replaceAll('\n', '\r\n'));
    const wanted = {
      from: 'Main Street Books <books@main.example>',
      to: 'casey@example.com',
      'message-id': '<mai_1@main.example>',
      'auto-submitted': 'auto-generated',
      'content-type': 'text/plain; charset=utf-8',
    };
    for (const [name, value] of Object.entries(wanted)) expect(received?.headers.get(name)).toBe(value);
  });

  it('accepts no injected headers or recipients', async () => {
    const server = await serve();
    const mailer = await mailerAt(server.url);
    const subject = 'Hello\r\nBcc: evil@example.com\r\n\r\nBody';
    await mailer.send({ ...mail, subject });
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
      expect((await failureOf(mailer.send({ ...mail, to }))).permanent).toBe(true);
    }
    expect(server.received).toHaveLength(1);
  });

  it('has no encoded words in its subject but those that it makes itself', async () => {
    const server = await serve();
    const mailer = await mailerAt(server.url);
    const word = '=?utf-8?Q?=E2=80=AE=0D=0ABcc:_x?=';
    const subjects = [`${word} asks you`, `Grüße ${word} ${word}`, `${'x'.repeat(70)} ${word}`, `=${word}`];
    for (const subject of subjects) await mailer.send({ ...mail, subject });
    const shown = server.received.map(({ headers }) => decodedWords(headers.get('subject') ?? ''));
    expect(shown).toEqual(subjects.map((subject) => subject.replaceAll('=?', '= ?')));
    expect((await failureOf(mailer.send({ ...mail, to: '=?utf-8?Q?a?=@example.com' }))).permanent).toBe(true);
  });

  it('distinguishes permanent from temporary refusals of a recipient, and stays up', async () => {
    const server = await serve();
    const mailer = await mailerAt(server.url);
    server.judge(() => 550);
    expect(await failureOf(mailer.send(mail))).toMatchObject({ permanent: true });
    server.judge(() => 450);
    expect(await failureOf(mailer.send(mail))).toMatchObject({ permanent: false });
    expect(mailer.isDown()).toBe(false);
  });

  it('detects a dead server before the first mail, and its return without sending one', async () => {
    const server = await startMailServer();
    await server.close();
    const mailer = await mailerAt(server.url);
    expect(mailer.isDown()).toBe(true);
    expect(await failureOf(mailer.send(mail))).toMatchObject({ permanent: false });
    const returned = await serve(server.port);
    await until('the mailer has noticed that the server is back', () => !mailer.isDown());
    await mailer.send(mail);
    expect(returned.received).toHaveLength(1);
  });

  it('detects that its server has died when a mail is not accepted', async () => {
    const server = await startMailServer();
    const mailer = await mailerAt(server.url);
    await mailer.send(mail);
    expect(mailer.isDown()).toBe(false);
    await server.close();
    await failureOf(mailer.send(mail));
    expect(mailer.isDown()).toBe(true);
  });

  it('does not delay the start when the server does not respond', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    open.unshift({ close: () => silent.close() });
    const startedAt_ms = Date.now();
    const mailer = await mailerAt(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    expect(Date.now() - startedAt_ms).toBeLessThan(5_000);
    expect(mailer.isDown()).toBe(true);
  });

  it('sends no password over a connection without TLS', async () => {
    const server = await serve();
    const mailer = await mailerAt(server.url.replace('//', '//geheim:geheimer@'));
    expect(mailer.isDown()).toBe(true);
    await failureOf(mailer.send(mail));
    expect(server.received).toEqual([]);
  });

  it('logs neither an address nor the URL of the server', () => {
    expect(lines.join('')).toContain('mail cannot be sent');
    expect(lines.join('')).not.toMatch(/casey|example\.com|books@|smtp:|127\.0\.0\.1|geheim/);
  });
});

describe('without a mail server', () => {
  const prod = { PURSER_ENVIRONMENT: 'prod', PURSER_SECRET: 'k1:0123456789abcdef0123456789abcdef' };

  it('a sandbox accepts every mail', async () => {
    const mailer = createMailer(readConfig({}), log);
    await mailer.open();
    await mailer.send(mail);
    expect(mailer.isDown()).toBe(false);
  });

  it('prod sends no mail and logs one warning at the start', async () => {
    lines.length = 0;
    const mailer = createMailer(readConfig(prod), log);
    await mailer.open();
    expect(mailer.isDown()).toBe(true);
    await failureOf(mailer.send(mail));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('PURSER_SMTP_URL');
  });
});

describe('the mail settings', () => {
  it.each([
    ['another protocol', 'https://mail.example'],
    ['no host', 'smtp://'],
    ['a path', 'smtp://mail.example/x'],
    ['a query', 'smtp://mail.example?pool=true'],
    ['a password that cannot be decoded', 'smtp://user:%zz@mail.example'],
    ['a bare host name', 'mail.example'],
  ])('refuse a server with %s, without showing it', (_what, url) => {
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
  ])('accept the sender %s', (sender, name) => {
    const config = readConfig({ PURSER_SMTP_URL: 'smtps://mail.example:465', PURSER_MAIL_FROM: sender });
    expect(config.smtp?.from).toEqual({ name, address: 'books@main.example' });
  });

  it('require a sender when a server is set, and only then', () => {
    expect(() => readConfig({ PURSER_SMTP_URL: 'smtp://mail.example' })).toThrow(
      /PURSER_MAIL_FROM is required/,
    );
    expect(readConfig({ PURSER_MAIL_FROM: 'books@main.example' }).smtp).toBeNull();
  });
});
