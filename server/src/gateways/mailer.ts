import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Mailer, MailFailure } from './mail.ts';
import { openSmtp } from './smtp.ts';

/** A mailer with its life cycle. `open` finds out whether mail can be sent. */
export type RunningMailer = Mailer & { open: () => Promise<void>; close: () => void };

/** Creates the SMTP mailer if a mail server is set. Without one, a sandbox keeps all mail, and prod sends none. */
export function createMailer({ smtp, environment }: Config, log: Logger): RunningMailer {
  if (smtp) return openSmtp(smtp, log);
  return environment === 'sandbox' ? sandboxMailer : noMailer(log);
}

// Nothing to do: sent mail is in the outbox's table, which the mailbox endpoint reads.
const sandboxMailer: RunningMailer = {
  send: async () => undefined,
  isDown: () => false,
  open: async () => undefined,
  close: () => undefined,
};

function noMailer(log: Logger): RunningMailer {
  return {
    send: async () => {
      throw new MailFailure('no mail server is set');
    },
    isDown: () => true,
    open: async () => log.warn('no mail is sent: set PURSER_SMTP_URL and PURSER_MAIL_FROM'),
    close: () => undefined,
  };
}
