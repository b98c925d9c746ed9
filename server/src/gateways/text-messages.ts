import type { Config } from '../config.ts';
import { type Mailer, MailFailure } from './mail.ts';

/** The gateway for text messages. It has the form of the one for mail; only the text is sent, not the subject. */
export type TextSender = Mailer;

/** Creates the gateway. A sandbox keeps all text messages in its mailbox; in prod there is no way to send them yet. */
export function createTextSender({ environment }: Pick<Config, 'environment'>): TextSender {
  return environment === 'sandbox' ? sandboxTexts : noTexts;
}

const sandboxTexts: TextSender = { send: async () => undefined, isDown: () => false };
const noTexts: TextSender = {
  send: async () => {
    throw new MailFailure('text messages cannot be sent', { permanent: true });
  },
  isDown: () => true,
};
