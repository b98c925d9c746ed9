import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { resource, resources, type Resource } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { approvalsOf, asAgent, clockNow } from '../support/moves.ts';
import { customer, delegate, main, newAddress, stranger, testServer, to } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';
import { until } from './support.ts';

const server = testServer();

// Main has paid the delegate. The stranger takes the delegate's name, as far as a reader sees.
const alike = () => `  ${delegate.name.toUpperCase()} `;
const rename = (name: string) => server.as(stranger).patch('/parties/me', { name });
const dates = { knownSince: expect.any(String), lastPaidAt: expect.any(String) };
const never = { knownSince: null, lastPaidAt: null };
const warning = () => ({ partyId: delegate.partyId, name: delegate.name });

/** A payment by the petty cash agent, whose limit it exceeds, and its approval. */
async function asked(payee: object): Promise<{ payment: Resource; approval: Resource }> {
  const payment = resource(await server.pay({ amount: 10_001, ...payee }, asAgent(main.limitedAgentId)));
  const [approval] = await approvalsOf(server, payment);
  if (!approval) throw new Error('the payment does not wait');
  return { payment, approval };
}
const payeeOf = ({ attributes }: Resource) => attributes['payee'] as Record<string, unknown>;
const preview = async (values: object) =>
  payeeOf(resource(await server.post('/payments/preview', { amount: 1, ...values })));

const contact = async ({ partyId }: { partyId: string }) => {
  const [found] = await server.sql<{ value: string }>`SELECT value FROM contacts
    WHERE party_id = ${partyId.slice(4)} AND kind = 'email'`;
  return { counterparty: { type: 'email', value: found?.value } };
};
const read = async ({ id }: Resource) => payeeOf(resource(await server.get(`/approvals/${id}`)));

beforeAll(async () => {
  await server.pay({ amount: 100, ...to(delegate) });
});
afterEach(() => rename(stranger.name));

// First, because a party gets one mail a minute.
describe('people who decide', () => {
  it('are warned on the page, on the account page and in the mail', async () => {
    const { email } = await newMember(server, 'ADMIN');
    await rename(alike());
    const { approval } = await asked(to(stranger));
    const careful = `Careful: this is not ${delegate.partyId}`;
    const browser = await signIn(server, email);
    for (const path of [`/review/${approval.id}`, '/account']) {
      expect((await browser.get(path)).text).toContain(careful);
    }
    const mails = () => server.sql<{ body: string }>`SELECT body FROM mails WHERE kind = 'approval'
      AND status = 'SENT' AND recipient = ${email}`;
    await until('the mail is sent', async () => (await mails()).length > 0);
    expect((await mails())[0]?.body).toContain(careful);
  });
});

describe('an approval', () => {
  it('warns of a stranger that has the name of a known payee, one by one and in lists, as of the request', async () => {
    await rename(alike());
    const { approval } = await asked(to(stranger));
    const { partyId } = stranger;
    const shown = { name: alike(), address: null, partyId, verified: true, ...never, nameWarning: warning() };
    expect(payeeOf(approval)).toEqual(shown);
    const listed = resources(await server.get('/approvals?limit=100')).find(({ id }) => id === approval.id);
    expect(listed && payeeOf(listed)).toEqual(shown);
    await rename('Somebody Else');
    expect(await read(approval)).toEqual(shown);
    const { approval: later } = await asked(to(stranger));
    expect(payeeOf(later)).toMatchObject({ name: 'Somebody Else', ...never, nameWarning: null });
  });

  it('shows since when this party has paid the payee, and does not take what the payee has paid for that', async () => {
    await server.as(stranger).pay({ amount: 1, ...to(main) });
    const { approval: ofStranger } = await asked(to(stranger));
    expect(payeeOf(ofStranger)).toMatchObject(never);
    const { approval: ofKnown } = await asked(to(delegate));
    expect(payeeOf(ofKnown)).toMatchObject({ name: delegate.name, ...dates, nameWarning: null });
    expect((await server.as(main.approverApiKey).post(`/approvals/${ofStranger.id}/approve`)).status).toBe(
      200,
    );
    expect(await read(ofStranger)).toMatchObject(never);
    expect(payeeOf((await asked(to(stranger))).approval)).toMatchObject(dates);
  });

  it('shows the address that the payer used, and whether anybody has proved it', async () => {
    const value = newAddress();
    const { approval } = await asked({ counterparty: { type: 'email', value } });
    const unproved = {
      name: value,
      address: value,
      partyId: null,
      verified: false,
      ...never,
      nameWarning: null,
    };
    expect(payeeOf(approval)).toEqual(unproved);
    const [contact] = await server.sql<{ value: string }>`SELECT value FROM contacts
      WHERE party_id = ${customer.partyId.slice(4)}`;
    const known = await asked({ counterparty: { type: 'email', value: contact?.value } });
    expect(payeeOf(known.approval)).toMatchObject({
      name: customer.name,
      address: contact?.value,
      partyId: customer.partyId,
      verified: true,
    });
  });

  it('of a withdrawal has no payee', async () => {
    const { externalAccountId } = main;
    const sent = { amount: 10_001, externalAccountId };
    const withdrawal = resource(await server.post('/transfers/withdraw', sent, asAgent(main.limitedAgentId)));
    const [approval] = await approvalsOf(server, withdrawal);
    expect(approval?.attributes['payee']).toBeNull();
  });
});

describe('a preview', () => {
  it('names who is named by id or was paid before, and nobody else behind an address', async () => {
    const nobody = { name: null, verified: null, partyId: null, ...never, nameWarning: null };
    expect(await preview(to(customer))).toMatchObject({ name: customer.name, verified: true });
    expect(await preview(await contact(delegate))).toMatchObject({ name: delegate.name, ...dates });
    const address = newAddress();
    const unknown = await preview({ counterparty: { type: 'email', value: address } });
    expect(unknown).toEqual({ ...nobody, address });
    await rename(alike());
    expect(await preview(to(stranger))).toMatchObject({ nameWarning: warning() });
  });

  it('does not tell whether anybody has an address, of a person or of a party that was never paid', async () => {
    const { email } = await newMember(server, 'MEMBER', customer);
    const untold = { name: null, verified: null, partyId: null, ...never, nameWarning: null };
    for (const value of [email, (await contact(customer)).counterparty.value]) {
      const address = { counterparty: { type: 'email', value } };
      expect(await preview(address)).toEqual({ ...untold, address: value });
    }
  });

  it('says alike of every address that was never paid that its money waits if nobody has verified it', async () => {
    const now_s = Math.floor((await clockNow(server)).getTime() / 1000);
    const claimOf = async (values: object, by = server) => {
      const found = resource(await by.post('/payments/preview', { amount: 1, ...values }));
      return found.attributes['claim'] as { onlyIfUnverified: boolean; expiresAt: string } | null;
    };
    const { email } = await newMember(server, 'MEMBER', customer);
    const unheardOf = newAddress();
    const addresses = [unheardOf, email, (await contact(customer)).counterparty.value];
    await server.as(delegate).pay({ amount: 1, counterparty: { type: 'email', value: unheardOf } });
    for (const value of addresses) {
      const claim = await claimOf({ counterparty: { type: 'email', value } });
      expect(claim).toEqual({ onlyIfUnverified: true, expiresAt: expect.any(String) });
      const after_s = Date.parse(claim?.expiresAt ?? '') / 1000 - now_s;
      expect([after_s >= 30 * 86_400, after_s < 30 * 86_400 + 600]).toEqual([true, true]);
    }
    const paid = { counterparty: { type: 'email', value: newAddress() } };
    await server.pay({ amount: 1, ...paid });
    expect(await claimOf(paid)).toMatchObject({ onlyIfUnverified: false });
    expect(await claimOf(await contact(delegate))).toBe(null);
    expect(await claimOf(to(customer))).toBe(null);
    expect(await claimOf({ counterparty: { type: 'party_id', value: `pty_${'0'.repeat(32)}` } })).toBe(null);
  });
});
