import { beforeAll, describe, expect, it } from 'vitest';
import { type Resource, resources } from '../support/http.ts';
import { main, newAddress, testServer } from '../support/server.ts';
import { day_s, minute_s, type Steps, stepsOf } from './steps.ts';

// One month, day by day: payments, requests and invitations whose recipients never respond are mailed, wait,
// and close in time.

const server = testServer();
let steps: Steps;
let balance: number;

/** The address that never responds. */
const address = newAddress();
const amount = 4_200;
let claim: Resource;
let requested: Resource;
let invitedCustomer: Resource;
let invited: Resource;
let longInvited: Resource;

beforeAll(async () => {
  steps = stepsOf(server);
  balance = await steps.balance();
});

async function invite(expiresInDays?: number): Promise<Resource> {
  const email = newAddress();
  const values = { invitations: [{ email, role: 'MEMBER' }], ...(expiresInDays && { expiresInDays }) };
  const [made] = resources(await steps.write('POST', '/party-invitations', values));
  return made as Resource;
}

async function stateOfRequest(): Promise<unknown> {
  const all = resources(await steps.get('/payment-requests?limit=100'));
  return all.find(({ id }) => id === requested.id)?.attributes['status'];
}

async function stateOfInvitation({ id, attributes: { email } }: Resource): Promise<unknown> {
  const all = resources(await steps.get(`/party-invitations?email=${String(email)}`));
  return all.find((each) => each.id === id)?.attributes['status'];
}

const states = async (): Promise<object> => ({
  payment: await steps.stateOf(claim),
  request: await stateOfRequest(),
  invitation: await stateOfInvitation(invited),
  longInvitation: await stateOfInvitation(longInvited),
});

/** The status of the main party's transaction for the payment. */
const statusOfTransaction = async (): Promise<unknown> =>
  (await steps.read(`/transactions/txn_${claim.id.slice(4)}`)).attributes['status'];

const pageOf = ({ attributes: { paymentLinkUrl } }: Resource): Promise<string> =>
  fetch(String(paymentLinkUrl)).then((reply) => reply.text());

describe('a month without a response', () => {
  it('begins with money held for a payee, a request for money, and invitations', async () => {
    claim = await steps.payAddress(address, { amount });
    requested = await steps.make('/payment-requests', { amount, payer: { type: 'email', value: address } });
    const path = `/agents/${main.agentId}/customers`;
    const recipients = [{ type: 'email', value: address }];
    const values = { recipients, permissions: ['payments.create'] };
    [invitedCustomer] = resources(await steps.write('POST', path, values)) as [Resource];
    invited = await invite();
    longInvited = await invite(90);
    expect(await states()).toEqual({
      payment: 'PENDING_CLAIM',
      request: 'OPEN',
      invitation: 'PENDING',
      longInvitation: 'PENDING',
    });
    expect(await steps.balance()).toBe(balance - amount);
    await steps.expectSpendable(balance - amount);
  });

  it('mails each recipient once, and the mailbox shows what was sent', async () => {
    await steps.advance(minute_s);
    const about: Array<[Resource, string, string]> = [
      [claim, 'claim', address],
      [requested, 'paymentRequest', address],
      [invitedCustomer, 'customerInvitation', address],
      [invited, 'partyInvitation', String(invited.attributes['email'])],
    ];
    for (const [resource, kind, to] of about) {
      const mails = await steps.mailsAbout(resource);
      expect(mails.map(({ attributes }) => attributes)).toMatchObject([{ kind, to, status: 'SENT' }]);
      const text = `${String(mails[0]?.attributes['subject'])} ${String(mails[0]?.attributes['text'])}`;
      expect(text).toContain(main.name);
    }
    const [mail] = await steps.mailsAbout(requested);
    expect(mail?.attributes['text']).toContain(requested.attributes['paymentLinkUrl']);
    expect(await pageOf(requested)).toContain('42.00');
  });

  it('after 7 days: the invitation to the party has expired, all others wait', async () => {
    await steps.advance(7 * day_s - 2 * minute_s);
    expect(await stateOfInvitation(invited)).toBe('PENDING');
    await steps.advance(2 * minute_s);
    expect(await states()).toEqual({
      payment: 'PENDING_CLAIM',
      request: 'OPEN',
      invitation: 'EXPIRED',
      longInvitation: 'PENDING',
    });
  });

  it('after 30 days: the money is returned, and the request has expired, as its page says', async () => {
    await steps.advance(23 * day_s - 3 * minute_s);
    expect(await states()).toMatchObject({ payment: 'PENDING_CLAIM', request: 'OPEN' });
    expect(await steps.balance()).toBe(balance - amount);
    await steps.advance(3 * minute_s);
    expect(await states()).toEqual({
      payment: 'RETURNED',
      request: 'EXPIRED',
      invitation: 'EXPIRED',
      longInvitation: 'PENDING',
    });
    expect(await statusOfTransaction()).toBe('RETURNED');
    expect(await steps.balance()).toBe(balance);
    await steps.expectSpendable(balance);
    expect(await pageOf(requested)).toContain('expired');
  });

  it('afterwards: a closed payment cannot be canceled, and no mail is repeated', async () => {
    expect((await steps.write('POST', `/payments/${claim.id}/cancel`)).status).toBe(409);
    await steps.advance(55 * day_s);
    for (const resource of [claim, requested, invitedCustomer, invited, longInvited]) {
      expect((await steps.mailsAbout(resource)).length).toBe(1);
    }
    await steps.advance(5 * day_s);
    expect(await states()).toEqual({
      payment: 'RETURNED',
      request: 'EXPIRED',
      invitation: 'EXPIRED',
      longInvitation: 'EXPIRED',
    });
  });

  it('at the end: an expired invitation can be replaced', async () => {
    const entry = { email: invited.attributes['email'], role: 'ADMIN' };
    const again = await steps.write('POST', '/party-invitations', { invitations: [entry] });
    expect(resources(again).map(({ attributes: { status } }) => status)).toEqual(['PENDING']);
  });
});
