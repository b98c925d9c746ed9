import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { MailFailure } from './mail.ts';
import type { Mailer } from './mail.ts';
import { openSmtp } from './smtp.ts';

/** A post office that finds out, when it is opened, whether mail goes out. */
export type RunningMailer = Mailer & { open: () => Promise<void>; close: () => void };

/** By SMTP where a server is set. Without one a sandbox takes every letter and keeps it, and prod sends none. */
export function createMailer({ smtp, environment }: Config, log: Logger): RunningMailer {
  if (smtp) return openSmtp(smtp, log);
  return environment === 'sandbox' ? mailbox : noMailer(log);
}

// What was sent stands in the outbox's table, and the mailbox is a view of it: there is nothing to do.
const mailbox: RunningMailer = {
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
