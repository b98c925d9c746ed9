import { describe, expect, it } from 'vitest';
import { resources } from '../support/http.ts';
import { waitingPayment } from '../support/moves.ts';
import { newAddress, toNobody, testServer } from '../support/server.ts';

const server = testServer();
const decide = (action: 'approve' | 'deny', id: string) => server.post(`/approvals/${id}/${action}`);

const payees = async (): Promise<string[]> =>
  resources(await server.get('/counterparties?direction=sent&limit=100')).map((each) => each.id);

describe('approving', () => {
  it('leaves a payment to an unknown address waiting to be claimed, and only then mails the recipient', async () => {
    const value = newAddress();
    const mails = async (): Promise<unknown[]> => {
      const all = resources(await server.get('/simulations/mailbox?limit=100'));
      return all.filter((mail) => mail.attributes['to'] === value).map((mail) => mail.attributes['kind']);
    };
    const { payment, id } = await waitingPayment(server, { counterparty: { type: 'email', value } });
    expect(await mails()).toEqual([]);
    expect((await decide('approve', id)).status).toBe(200);
    expect([await server.statusOf(payment), await mails()]).toEqual(['PENDING_CLAIM', ['claim']]);
  });

  it('makes payer and payee counterparties; denying does not', async () => {
    for (const action of ['approve', 'deny'] as const) {
      const { payment, id } = await waitingPayment(server, toNobody());
      const payee = payment.relationships['recipient']?.data?.id ?? '';
      expect(await payees()).not.toContain(payee);
      expect((await decide(action, id)).status).toBe(200);
      expect((await payees()).includes(payee)).toBe(action === 'approve');
    }
  });
});
