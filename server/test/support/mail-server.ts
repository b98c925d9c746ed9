import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../../proof/chaos/ports.ts';

/** A mail as received: its recipients, its headers in lower case, and its text as written. */
export type ReceivedMail = { to: string[]; headers: Map<string, string>; text: string; source: string };

/** Decides on a recipient, at once or later: null accepts it, a reply code such as 450 or 550 refuses it. */
export type Judge = (address: string) => number | null | Promise<number | null>;

export type MailServer = {
  port: number;
  url: string;
  received: ReceivedMail[];
  /** Decides on the recipients from now on. */
  judge: (judge: Judge) => void;
  close: () => Promise<void>;
};

const acceptAll: Judge = () => null;

/**
 * Starts a real SMTP server on this machine, without TLS. The kernel gives its port to nobody else: a test that closes it
 * finds the port free when it starts another one there.
 */
export async function startMailServer(port?: number): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let judge = acceptAll;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    async onRcptTo({ address }, _session, done) {
      const code = await judge(address);
      const refusal = new Error(`no mail for ${address}`) as Error & { responseCode: number };
      refusal.responseCode = code ?? 0;
      done(code === null ? null : refusal);
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const source = Buffer.concat(parts).toString();
        received.push({ to: envelope.rcptTo.map(({ address }) => address), ...parse(source), source });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port ?? (await freePort()), '127.0.0.1');
  await once(server.server, 'listening');
  const bound = (server.server.address() as AddressInfo).port;
  return {
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    received,
    judge: (next) => void (judge = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parse(source: string): { headers: Map<string, string>; text: string } {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), text: fromQuotedPrintable(textPart(source.slice(end + 4))) };
}

/** Returns the text of a mail that has HTML too, or the whole body of one that has not. */
function textPart(body: string): string {
  const part = /^(--\S+)\r\nContent-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n\1/.exec(body);
  return part?.[2] ?? body;
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
