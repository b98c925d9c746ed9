import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOf, moneyOf, reports } from '../support/deposits.ts';
import { codes, refusal, resource, resources, type Resource, type Reply } from '../support/http.ts';
import type { ApiClient } from '../support/client.ts';
import { advance, transferNow } from '../support/moves.ts';
import { askFor, fulfil } from '../support/payment-requests.ts';
import { main, customer, stranger, testServer } from '../support/server.ts';
import { createTestBank } from './bank.ts';
import { expectBalancedBooks } from './books.ts';
import { uuidOf, until } from './support.ts';

const bank = createTestBank();
const server = testServer({}, bank.rail);
let before: { main: number; customer: number };
beforeEach(async () => {
  before = await available();
});
afterAll(() => expectBalancedBooks(server.sql));

const completed = { kind: 'completed' } as const;
const failed = { kind: 'failed', code: 'R01', reason: 'Insufficient funds' } as const;
const returned = { kind: 'returned', code: 'R10', reason: 'Not authorized' } as const;
const conflict = [409, ['conflict'], [undefined]];

async function available(): Promise<typeof before> {
  const [ofMain] = await moneyOf(server, main.walletId);
  const [ofCustomer] = await moneyOf(server.as(customer), customer.walletId);
  return { main: ofMain, customer: ofCustomer };
}

/** What both parties have gained since the test began. */
async function gained(): Promise<[main: number, customer: number]> {
  const now = await available();
  return [now.main - before.main, now.customer - before.customer];
}

/** Pays a request from the account of the main party. */
function draw(request: Resource, as: ApiClient = server, account?: string): Promise<Reply> {
  const externalAccountId = account ?? main.externalAccountId;
  return fulfil(as, request, { paymentSource: { type: 'external_account', externalAccountId } });
}

/** A request that is being paid from the account: itself, its payment and its deposit, which the bank has accepted. */
async function drawn(amount = 1_250): Promise<[request: Resource, payment: Resource, deposit: Resource]> {
  const request = await askFor(server, { amount });
  const payment = resource(await draw(request));
  const [deposit] = resources(await server.get('/transfers?limit=1'));
  if (!deposit) throw new Error('nothing was drawn');
  await until('the bank has it', () => bank.accepted.has(keyOf(deposit)));
  return [request, payment, deposit];
}

const statusAt = async (path: string, key?: string): Promise<unknown> =>
  resource(await server.as(key).get(path)).attributes['status'];

/** Returns the states of a request, its payment and its deposit. */
const statesOf = async (...[request, payment, deposit]: Resource[]): Promise<unknown[]> => [
  await statusAt(`/payment-requests/${request?.id}`),
  await statusAt(`/payments/${payment?.id}`),
  deposit && (await transferNow(server, deposit)).attributes['status'],
];

async function eventsOf({ id }: Resource): Promise<string[]> {
  const rows = await server.sql<{ step: string }>`SELECT coalesce(from_status, '–') || ' → ' || to_status AS
    step FROM events WHERE resource_id = ${uuidOf(id)} ORDER BY created_at, id`;
  return rows.map(({ step }) => step);
}

describe('a payment request that is paid from an external account', () => {
  it('waits with its payment until the bank has settled the deposit, and is paid then', async () => {
    const [request, payment, deposit] = await drawn();
    expect(payment.attributes['status']).toBe('PROCESSING');
    expect(payment.relationships['paymentRequest']?.data?.id).toBe(request.id);
    expect(deposit.attributes).toMatchObject({ type: 'deposit', amount: 1_250 });
    expect(await statesOf(request, payment, deposit)).toEqual(['PROCESSING', 'PROCESSING', 'PROCESSING']);
    expect(await gained()).toEqual([0, 0]);
    const seen = await server.as(customer).get(`/payments/${payment.id}`);
    expect(codes(seen)).toEqual(['payment_not_found']);
    await expectBalancedBooks(server.sql);

    await reports(server, bank, deposit, completed, completed);
    expect(await statesOf(request, payment, deposit)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
    expect(await gained()).toEqual([0, 1_250]);
    expect(await statusAt(`/payments/${payment.id}`, customer.apiKey)).toBe('COMPLETED');
    expect(await eventsOf(payment)).toEqual(['– → PROCESSING', 'PROCESSING → COMPLETED']);
    expect(await eventsOf(request)).toEqual(['– → OPEN', 'OPEN → PROCESSING', 'PROCESSING → COMPLETED']);
    const detail = resource(await server.get(`/transactions/txn_${payment.id.slice(4)}`));
    expect(detail.attributes).toMatchObject({ category: 'sent', status: 'COMPLETED' });
  });

  it('is open again if the deposit fails, and can be paid in another way', async () => {
    const [request, payment, deposit] = await drawn();
    await reports(server, bank, deposit, failed);
    expect(await statesOf(request, payment, deposit)).toEqual(['OPEN', 'FAILED', 'FAILED']);
    expect(await gained()).toEqual([0, 0]);
    expect((await fulfil(server, request)).status).toBe(200);
    expect(await gained()).toEqual([-1_250, 1_250]);
  });

  it('is open again if the deposit is returned before anybody heard that it had arrived', async () => {
    const [request, payment, deposit] = await drawn();
    await reports(server, bank, deposit, returned);
    expect(await statesOf(request, payment, deposit)).toEqual(['OPEN', 'FAILED', 'RETURNED']);
    expect(await gained()).toEqual([0, 0]);
  });

  it('stays paid if the deposit is returned afterwards, at the cost of its payer', async () => {
    const [request, payment, deposit] = await drawn();
    await reports(server, bank, deposit, completed, returned);
    expect(await statesOf(request, payment, deposit)).toEqual(['COMPLETED', 'COMPLETED', 'RETURNED']);
    expect(await gained()).toEqual([-1_250, 1_250]);
  });

  it('of twenty at once, from account and wallet, is paid once', async () => {
    const request = await askFor(server, { amount: 1_250 });
    const each = (index: number) => (index % 2 === 0 ? draw(request) : fulfil(server, request));
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => each(index)));
    const refused = replies.filter(({ status }) => status !== 200).map(refusal);
    expect(refused).toEqual(Array.from({ length: 19 }, () => conflict));
    const made = await server.sql<{ id: string }>`SELECT id FROM payments
      WHERE payment_request_id = ${uuidOf(request.id)}`;
    expect(made).toHaveLength(1);
    for (const { id } of await server.sql<{ id: string }>(
      "SELECT id FROM transfers WHERE payment_id IS NOT NULL AND status = 'PROCESSING'",
    )) {
      const deposit = resource(await server.get(`/transfers/trf_${id}`));
      await until('the bank has it', () => bank.accepted.has(keyOf(deposit)));
      await reports(server, bank, deposit, completed);
    }
    expect(await statusAt(`/payment-requests/${request.id}`)).toBe('COMPLETED');
    expect((await gained())[1]).toBe(1_250);
  });

  it('leaves the money in the wallet if that may not pay any more when it arrives', async () => {
    const [request, payment, deposit] = await drawn();
    await server.post(`/wallets/${main.walletId}/freeze`);
    expect(codes(await draw(await askFor(server)))).toEqual(['wallet_frozen']);
    await reports(server, bank, deposit, completed);
    expect(await statesOf(request, payment, deposit)).toEqual(['OPEN', 'FAILED', 'COMPLETED']);
    expect(await gained()).toEqual([1_250, 0]);
    await server.post(`/wallets/${main.walletId}/unfreeze`);
  });

  it('leaves the money in the wallet of a party that was frozen meanwhile', async () => {
    const [request, payment, deposit] = await drawn();
    expect((await server.post('/parties/me/freeze')).status).toBe(200);
    await reports(server, bank, deposit, completed);
    expect(await statesOf(request, payment, deposit)).toEqual(['OPEN', 'FAILED', 'COMPLETED']);
    expect(await gained()).toEqual([1_250, 0]);
    await server.post('/parties/me/unfreeze');
  });

  it('is refused over a limit of its party, and fails if the limit is used up when the money arrives', async () => {
    const key = main.apiKey;
    const put = (perDay: number) => server.as(key).put('/parties/me/limits', { limits: { perDay } });
    const [used] = await server.sql<{ sum: string }>`SELECT coalesce(sum(amount), 0)::text AS sum
      FROM payments WHERE payer_party_id = ${uuidOf(main.partyId)} AND accepted_at IS NOT NULL`;
    expect((await put(Number(used?.sum) + 2_000)).status).toBe(200);
    const over = await draw(await askFor(server, { amount: 2_001 }));
    expect(refusal(over)).toEqual([409, ['conflict'], ['/data/attributes/paymentSource']]);
    const [first, second] = [await drawn(), await drawn()];
    await reports(server, bank, first[2], completed);
    await reports(server, bank, second[2], completed);
    expect(await statesOf(...first)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
    expect(await statesOf(...second)).toEqual(['OPEN', 'FAILED', 'COMPLETED']);
    expect(await gained()).toEqual([1_250, 1_250]);
    await expectBalancedBooks(server.sql);
    await server.as(key).delete('/parties/me/limits');
  });

  it('cannot be canceled in part: the report of the bank decides', async () => {
    const [request, payment, deposit] = await drawn();
    for (const path of [
      `/payments/${payment.id}`,
      `/transfers/${deposit.id}`,
      `/payment-requests/${request.id}`,
    ]) {
      expect(
        refusal(
          await server
            .as(path.startsWith('/payment-requests') ? customer.apiKey : main.apiKey)
            .post(`${path}/cancel`),
        ),
      ).toEqual(conflict);
    }
    await reports(server, bank, deposit, failed);
  });

  it('leaves the money in the wallet if it arrives after more than 29 days', async () => {
    const [request, payment, deposit] = await drawn();
    await advance(server, 29 * 86_400);
    await reports(server, bank, deposit, completed);
    expect(await statesOf(request, payment, deposit)).toEqual(['OPEN', 'FAILED', 'COMPLETED']);
    expect(await gained()).toEqual([1_250, 0]);
    await expectBalancedBooks(server.sql);
  });
});

describe('who pays a request from an external account', () => {
  it('is no agent, has the scope to deposit, and draws from an active account of its own party', async () => {
    const request = await askFor(server);
    expect(codes(await draw(request, server.as(main.agentKey)))).toEqual(['agent_not_allowed']);
    const made = await server.post('/api-keys', {
      name: 'Payer',
      scopes: ['payments.create', 'payments.read'],
    });
    const key = String(resource(made).attributes['apiKey']);
    expect(codes(await draw(request, server.as(key)))).toEqual(['insufficient_scope']);
    const pointer = '/data/attributes/paymentSource/externalAccountId';
    const foreign = await draw(request, server, stranger.externalAccountId);
    expect(refusal(foreign)).toEqual([404, ['external_account_not_found'], [pointer]]);
    await server.sql`UPDATE external_accounts SET status = 'pending'
      WHERE id = ${uuidOf(main.externalAccountIdToRemove)}`;
    const pending = await draw(request, server, main.externalAccountIdToRemove);
    expect(refusal(pending)).toEqual([409, ['external_account_not_usable'], [pointer]]);
    expect(await statusAt(`/payment-requests/${request.id}`)).toBe('OPEN');
    expect(await gained()).toEqual([0, 0]);
  });
});
