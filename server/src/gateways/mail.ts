/** A mail as it is composed: plain text, no markup. */
export type MailContent = { subject: string; text: string };

/** The way out for mail. */
export type Mailer = {
  /**
   * Hands a letter over. Throws MailFailure where it could not: the outbox tries again later. `messageId` is the same
   * each time, so that a mail that was sent twice can be recognised.
   */
  send: (content: MailContent & { to: string; messageId: string }) => Promise<void>;
  /** Is it known, from the last attempt, that mail cannot be sent at the moment? */
  isDown: () => boolean;
};

/** A letter that was not taken. The message says why in a few words, without any address. */
export class MailFailure extends Error {
  /** The recipient was refused for good: another attempt is of no use. */
  readonly permanent: boolean;

  constructor(message: string, options: { permanent?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'MailFailure';
    this.permanent = options.permanent ?? false;
  }
}
