import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resource, type Resource, resources } from '../support/http.ts';
import type { Reply } from '../support/reply.ts';
import { get, post, waitingPayment } from '../support/moves.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const decide = (action: 'approve' | 'deny', id: string): Promise<Reply> =>
  post(server, `/approvals/${id}/${action}`);
const statusOf = async ({ id }: Resource): Promise<unknown> =>
  resource(await get(server, `/payments/${id}`)).attributes['status'];

const payees = async (): Promise<string[]> =>
  resources(await get(server, '/counterparties?direction=sent&limit=100')).map((each) => each.id);

describe('approving', () => {
  it('leaves a payment to an unknown address waiting to be claimed, and only then mails the recipient', async () => {
    const value = `${randomUUID()}@example.com`;
    const mails = async (): Promise<unknown[]> => {
      const all = resources(await get(server, '/simulations/mailbox?limit=100'));
      return all.filter((mail) => mail.attributes['to'] === value).map((mail) => mail.attributes['kind']);
    };
    const { payment, id } = await waitingPayment(server, { counterparty: { type: 'email', value } });
    expect(await mails()).toEqual([]);
    expect((await decide('approve', id)).status).toBe(200);
    expect([await statusOf(payment), await mails()]).toEqual(['PENDING_CLAIM', ['claim']]);
  });

  it('makes payer and payee counterparties; denying does not', async () => {
    for (const action of ['approve', 'deny'] as const) {
      const counterparty = { type: 'email', value: `${randomUUID()}@example.com` };
      const { payment, id } = await waitingPayment(server, { counterparty });
      const payee = payment.relationships['recipient']?.data?.id ?? '';
      expect(await payees()).not.toContain(payee);
      expect((await decide(action, id)).status).toBe(200);
      expect((await payees()).includes(payee)).toBe(action === 'approve');
    }
  });
});
