import { randomUUID } from 'node:crypto';
import { attributes, call, type Resource, resources } from './http.ts';
import type { Reply } from './reply.ts';
import type { ServerAccess } from './moves.ts';

type Recipient = { type: string; value: string };

/** Invites customers to an agent of the main party, by default to pay and read up to 50.00 USD. */
export function invite(
  { baseUrl, parties }: ServerAccess,
  recipients: Recipient[],
  values: object = {},
  { agentId, apiKey }: { agentId: string; apiKey: string } = parties.main,
): Promise<Reply> {
  const permissions = ['payments.create', 'payments.read'];
  return call(baseUrl, 'POST', `/agents/${agentId}/customers`, {
    key: apiKey,
    body: attributes({ recipients, permissions, limits: { perTransaction: 5_000 }, ...values }),
    headers: { 'Idempotency-Key': randomUUID() },
  });
}

/** Invites one recipient, and returns the invitation. */
export async function inviteOne(
  server: ServerAccess,
  recipient: Recipient,
  values: object = {},
): Promise<Resource> {
  const [invitation] = resources(await invite(server, [recipient], values));
  if (!invitation) throw new Error('not invited');
  return invitation;
}

/** Returns the token in the mail or text message about an invitation, from the mailbox, once it was sent. */
export async function tokenOf({ baseUrl, parties }: ServerAccess, { id }: Resource): Promise<string> {
  for (;;) {
    const mails = await call(baseUrl, 'GET', '/simulations/mailbox?limit=100', { key: parties.main.apiKey });
    const mail = resources(mails).find(({ relationships }) => relationships['resource']?.data?.id === id);
    const token = /\/invitations\/([\w-]{32})/.exec(String(mail?.attributes['text']))?.[1];
    if (token !== undefined) return token;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
