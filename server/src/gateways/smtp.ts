import type { Logger } from 'pino';
import type { Sender } from '../config.ts';
import { encodedWord, isEmail } from '../lib/text.ts';
import { type MailContent, type Mailer, MailFailure, probeInterval_ms } from './mail.ts';

export type SmtpSettings = { server: string; from: Sender };

const stepTimeout_ms = 10_000;
const sendTimeout_ms = 30_000;
const startTimeout_ms = 2_000;

/**
 * Creates a mailer for SMTP, with one connection per mail. It is down until the server has responded once, and after
 * each connection error. While it is down, a probe every few seconds finds out when mail can be sent again.
 */
export function openSmtp({ server, from }: SmtpSettings, log: Logger) {
  let transport: Promise<Transport> | null = null;
  let down = true;
  let isKnown = false;
  let closed = false;
  let nextProbe: NodeJS.Timeout | null = null;
  const connect = (): Promise<Transport> => (transport ??= openTransport(server));

  function setUp(): void {
    if (down && isKnown) log.info('mail can be sent again');
    down = false;
    isKnown = true;
  }
  function setDown(failure: MailFailure): void {
    if (!down || !isKnown) log.warn({ reason: failure.message }, 'mail cannot be sent');
    down = true;
    isKnown = true;
    if (!closed) nextProbe ??= setTimeout(() => void probe(), probeInterval_ms).unref();
  }
  async function probe(): Promise<void> {
    nextProbe = null;
    try {
      await (await connect()).verify();
      setUp();
    } catch (error) {
      setDown(failureOf(error));
    }
  }
  return {
    async send(content: Parameters<Mailer['send']>[0]): Promise<void> {
      try {
        await (await connect()).sendMail(messageOf(content, from));
      } catch (error) {
        const failure = failureOf(error);
        if (!isMailError(error)) setDown(failure);
        throw failure;
      }
      setUp();
    },
    isDown: (): boolean => down,
    // Whether the server responds should be known before the first request, but must not delay the start for long.
    async open(): Promise<void> {
      const timeout = new Promise((resolve) => setTimeout(resolve, startTimeout_ms).unref());
      await Promise.race([probe(), timeout]);
    },
    close(): void {
      closed = true;
      if (nextProbe) clearTimeout(nextProbe);
    },
  };
}

type Transport = Awaited<ReturnType<typeof openTransport>>;

/** Creates the transport. Loads the library only now, because most sandboxes never need it. */
async function openTransport(server: string) {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(server);
  const user = decodeURIComponent(username);
  return createTransport({
    host: hostname.replaceAll(/[[\]]/g, ''),
    ...(port === '' ? {} : { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(password) } }),
    // A password is sent only over TLS with a valid certificate. Without a password, opportunistic TLS is better than
    // none: a local relay often has a self-signed certificate.
    requireTLS: user !== '',
    tls: { rejectUnauthorized: user !== '' || protocol === 'smtps:' },
    connectionTimeout: stepTimeout_ms,
    greetingTimeout: stepTimeout_ms,
    socketTimeout: stepTimeout_ms,
    dnsTimeout: stepTimeout_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Builds a message in which no value can be parsed as a header, as a list of addresses or as an encoded word. */
function messageOf(
  { to, subject, text, html, messageId }: MailContent & { to: string; messageId: string },
  from: Sender,
) {
  if (!isEmail(to)) throw new MailFailure('not an e-mail address', { permanent: true });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject: subject.replaceAll(breaks, ' ').replaceAll(encodedWord, '= ?'),
    text,
    ...(html !== null && { html }),
    encoding: 'quoted-printable',
    messageId: `<${messageId}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    signal: AbortSignal.timeout(sendTimeout_ms),
  };
}

type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown };

function detailsOf(error: unknown): SmtpError {
  return typeof error === 'object' && error !== null ? error : {};
}

/** Returns whether the error is about this mail only, so that the server can still send others. */
function isMailError(error: unknown): boolean {
  const { code } = detailsOf(error);
  return error instanceof MailFailure || code === 'EENVELOPE' || code === 'EMESSAGE' || code === 'ESTREAM';
}

/** Returns a failure with error codes only, because the server's text often contains the address. */
function failureOf(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  const { code, command, responseCode } = detailsOf(error);
  const words = [code, responseCode, command].filter((word) => typeof word === 'string' || Number(word) > 0);
  const permanent = command === 'RCPT TO' && Number(responseCode) >= 500;
  return new MailFailure(words.join(' ') || 'unknown', { permanent, cause: error });
}
