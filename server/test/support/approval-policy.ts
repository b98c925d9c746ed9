import { approvalsOf } from './moves.ts';
import { codes, resource, type Reply } from './http.ts';
import { main, stranger, type TestServer, to } from './server.ts';

/** Makes a payment by an agent over its limit, of 200.00 unless `amount` says otherwise, and returns it and its approval. */
export async function overLimit(
  server: TestServer,
  amount = 20_000,
): Promise<{ payment: string; id: string }> {
  const payment = resource(await server.as(main.limitedAgentKey).pay({ amount, ...to(stranger) }));
  const [approval] = await approvalsOf(server, payment);
  return { payment: payment.id, id: approval?.id ?? 'none' };
}

/** Returns the status of an approval and who has decided it, or the status and codes of a refusal. */
export const decisionIn = (reply: Reply): unknown[] =>
  reply.status === 200
    ? [resource(reply).attributes['status'], usersIn(resource(reply).attributes['decidedBy'])]
    : [reply.status, codes(reply)];

/** Returns the users in the attribute `decidedBy`, in their order. */
export const usersIn = (decidedBy: unknown): string[] | null =>
  (decidedBy as Array<{ userId: string }> | null)?.map(({ userId }) => userId) ?? null;
