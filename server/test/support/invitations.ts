import type { ApiClient } from './client.ts';
import { resources, type Resource, type Reply } from './http.ts';

type Recipient = { type: string; value: string };

/** Invites customers to an agent of the main party, by default to pay and read up to 50.00 USD. */
export function invite(
  server: ApiClient,
  recipients: Recipient[],
  values: object = {},
  { agentId, apiKey }: { agentId: string; apiKey: string } = server.parties.main,
): Promise<Reply> {
  const permissions = ['payments.create', 'payments.read'];
  return server.as(apiKey).post(`/agents/${agentId}/customers`, {
    recipients,
    permissions,
    limits: { perTransaction: 5_000 },
    ...values,
  });
}

/** Invites one recipient, and returns the invitation. */
export async function inviteOne(
  server: ApiClient,
  recipient: Recipient,
  values: object = {},
  from = server.parties.main,
): Promise<Resource> {
  const [invitation] = resources(await invite(server, [recipient], values, from));
  if (!invitation) throw new Error('not invited');
  return invitation;
}

/** Returns the token in the mail or text message about an invitation, from the mailbox, once it was sent. */
export async function tokenOf(server: ApiClient, { id }: Resource): Promise<string> {
  for (;;) {
    const mails = await server.get('/simulations/mailbox?limit=100');
    const mail = resources(mails).find(({ relationships }) => relationships['resource']?.data?.id === id);
    const token = /\/invitations\/([\w-]{32})/.exec(String(mail?.attributes['text']))?.[1];
    if (token !== undefined) return token;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
