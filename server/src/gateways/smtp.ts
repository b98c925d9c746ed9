import type { Logger } from 'pino';
import type { Sender } from '../config.ts';
import { isEmail } from '../lib/text.ts';
import { MailFailure } from './mail.ts';
import type { MailContent, Mailer } from './mail.ts';

/** Where mail is handed over, and who it comes from. */
export type SmtpSettings = { server: string; from: Sender };

const step_ms = 10_000;
const whole_ms = 30_000;
const probe_ms = 5_000;
const start_ms = 2_000;

/**
 * Mail by SMTP, one connection per letter. It counts as down until the server has answered once, and again from a fault
 * of the connection on; while it is down it is asked every few seconds, so that it is known before the next letter.
 */
export function openSmtp({ server, from }: SmtpSettings, log: Logger) {
  let transport: Promise<Transport> | null = null;
  let down = true;
  let known = false;
  let closed = false;
  let probe: NodeJS.Timeout | null = null;
  const connect = (): Promise<Transport> => (transport ??= openTransport(server));

  function noteUp(): void {
    if (down && known) log.info('mail can be sent again');
    down = false;
    known = true;
  }
  function noteDown(failure: MailFailure): void {
    if (!down || !known) log.warn({ reason: failure.message }, 'mail cannot be sent');
    down = true;
    known = true;
    if (!closed) probe ??= setTimeout(() => void ask(), probe_ms).unref();
  }
  async function ask(): Promise<void> {
    probe = null;
    try {
      await (await connect()).verify();
      noteUp();
    } catch (error) {
      noteDown(failureOf(error));
    }
  }
  return {
    async send(content: Parameters<Mailer['send']>[0]): Promise<void> {
      try {
        await (await connect()).sendMail(messageOf(content, from));
      } catch (error) {
        const failure = failureOf(error);
        if (!isAboutTheLetter(error)) noteDown(failure);
        throw failure;
      }
      noteUp();
    },
    isDown: (): boolean => down,
    // A server that answers is known before the first request; one that does not keeps nobody waiting for long.
    async open(): Promise<void> {
      const patience = new Promise((resolve) => setTimeout(resolve, start_ms).unref());
      await Promise.race([ask(), patience]);
    },
    close(): void {
      closed = true;
      if (probe) clearTimeout(probe);
    },
  };
}

type Transport = Awaited<ReturnType<typeof openTransport>>;

/** Loaded where a server is set, and only there: most sandboxes never need it. */
async function openTransport(server: string) {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(server);
  const user = decodeURIComponent(username);
  return createTransport({
    host: hostname.replaceAll(/[[\]]/g, ''),
    ...(port === '' ? {} : { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(password) } }),
    // A password goes over TLS with a certificate that holds, or not at all. Without one, TLS that anybody could have
    // stripped is still better than none: a relay next door often has a certificate of its own making.
    requireTLS: user !== '',
    tls: { rejectUnauthorized: user !== '' || protocol === 'smtps:' },
    connectionTimeout: step_ms,
    greetingTimeout: step_ms,
    socketTimeout: step_ms,
    dnsTimeout: step_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** No value of ours is parsed as a header or a list of addresses: each is one value in its place. */
function messageOf(
  { to, subject, text, messageId }: MailContent & { to: string; messageId: string },
  from: Sender,
) {
  if (!isEmail(to)) throw new MailFailure('not an e-mail address', { permanent: true });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject: subject.replaceAll(breaks, ' '),
    text,
    encoding: 'quoted-printable',
    messageId: `<${messageId}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    signal: AbortSignal.timeout(whole_ms),
  };
}

type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown };

function detailsOf(error: unknown): SmtpError {
  return typeof error === 'object' && error !== null ? error : {};
}

/** The server works, but not with this letter: one that was refused says nothing about the next. */
function isAboutTheLetter(error: unknown): boolean {
  const { code } = detailsOf(error);
  return error instanceof MailFailure || code === 'EENVELOPE' || code === 'EMESSAGE' || code === 'ESTREAM';
}

/** Codes only: what a server says often has the address in it. */
function failureOf(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  const { code, command, responseCode } = detailsOf(error);
  const words = [code, responseCode, command].filter((word) => typeof word === 'string' || Number(word) > 0);
  const permanent = command === 'RCPT TO' && Number(responseCode) >= 500;
  return new MailFailure(words.join(' ') || 'unknown', { permanent, cause: error });
}
