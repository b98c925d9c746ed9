/** A composed mail: its text, and the same as HTML; null if it is a text message. */
export type MailContent = { subject: string; text: string; html: string | null };

export type Mailer = {
  /**
   * Sends a mail. Throws MailFailure if it could not be sent; the outbox then tries again later. `messageId` is the
   * same for each attempt, so that a mail that was sent twice can be recognised.
   */
  send: (content: MailContent & { to: string; messageId: string }) => Promise<void>;
  /** Returns whether the last attempt showed that mail cannot be sent at the moment. */
  isDown: () => boolean;
};

/** How long a mail server that is down is left alone before it is tried again. */
export const probeInterval_ms = 5_000;

/** A mail that could not be sent. The message gives a short reason without any address. */
export class MailFailure extends Error {
  /** The recipient was refused permanently, so that another attempt is useless. */
  readonly permanent: boolean;

  constructor(message: string, options: { permanent?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'MailFailure';
    this.permanent = options.permanent ?? false;
  }
}
