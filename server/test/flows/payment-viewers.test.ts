import { expect, it } from 'vitest';
import type { Payment } from '../../src/engine/model/records.ts';
import { columnName } from '../../src/engine/model/tables.ts';
import { isoSeconds } from '../../src/lib/time.ts';
import { operate } from '../commands/command.ts';
import { attributes, call, resource, type Resource, resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { advance, approvalsOf } from '../support/moves.ts';
import { askFor, fulfil } from '../support/payment-requests.ts';
import { all, payers, sentTerms, terms, type Viewer } from '../support/payment-terms.ts';
import { main, customer, stranger, testServer } from '../support/server.ts';
import type { Browser } from '../support/browser.ts';
import { signIn } from '../support/sign-in.ts';

const server = testServer({ PURSER_FRESH_SIGN_IN_ABOVE: '10000000' });
// Who reads each column of a payment. Written by hand: the code says it in `viewers`.
const readers: Readonly<Record<Exclude<keyof Payment, keyof typeof terms>, readonly Viewer[]>> = {
  id: all,
  status: all,
  amount: [...all, 'approver'],
  currency: [...all, 'approver'],
  payerPartyId: all,
  payeePartyId: [...all, 'approver'],
  firstPayeePartyId: [],
  recipientAddress: [...payers, 'approver'],
  initiatorPartyId: [],
  payerWalletId: all,
  payeeWalletId: all,
  recipientAgentId: all,
  paymentRequestId: all,
  requestId: [],
  keyDigest: [],
  fingerprint: [],
  reviewed: [],
  fee: [...payers, 'approver'],
  refundedAmount: all,
  acceptedAt: [],
  dueAt: [],
  agentId: payers,
  credentialId: [],
  userId: [],
  instanceId: ['initiator', 'agent', 'approver'],
  createdAt: [...all, 'approver'],
  updatedAt: all,
};

const conversation = 'a conversation about stamps';

/** A payment, with the keys of its readers and the approval that it needed. */
type Made = { payment: Resource; keys: Partial<Record<Viewer, string>>; approval?: string };

/** Makes payments that have something in every column which anybody reads. */
async function makePayments(): Promise<Made[]> {
  const fee = ['fees', '--kind', 'payment', '--currency', 'USD', '--fixed', '7.77', '--basis-points', '0'];
  await operate(server, fee);
  const limits = attributes({ limits: { perTransaction: 10_000 } });
  await call(server.baseUrl, 'PUT', '/parties/me/limits', { key: customer.apiKey, body: limits });
  const initiator = { initiator: main.apiKey, agent: main.agentKey };
  const reviewed = async (amount: number, type: string, value: string): Promise<Required<Made>> => {
    const asked = { ...sentTerms, amount, counterparty: { type, value }, customerPartyId: customer.partyId };
    const headers = { 'X-Instance-ID': conversation };
    const payment = resource(await server.as(main.agentKey).pay(asked, headers));
    const [approval] = await approvalsOf(server.as(customer), payment);
    const keys = { ...initiator, payer: customer.apiKey, payee: stranger.apiKey };
    return { payment, keys, approval: approval?.id ?? '' };
  };
  const toAgent = await reviewed(43_210, 'agent_id', stranger.agentId);
  const toAddress = await reviewed(54_321, 'email', 'unheard-of@example.com');
  await advance(server, 60);
  await server.as(customer).post(`/approvals/${toAgent.approval}/approve`);
  await advance(server, 60);
  await server.as(stranger).post(`/payments/${toAgent.payment.id}/refund`, { amount: 2_468 });
  const requested = resource(await fulfil(server.as(main.agentKey), await askFor(server)));
  const keys = { ...initiator, payer: main.apiKey, payee: customer.apiKey };
  return [toAgent, toAddress, { payment: requested, keys }];
}

/** Returns everything that a viewer reads of a payment. */
async function readBy(viewer: Viewer, { payment, keys, approval }: Made, owner: Browser): Promise<string> {
  if (viewer === 'approver') {
    const page = approval === undefined ? '' : (await owner.get(`/review/${approval}`)).text;
    return page + page.replaceAll('.', ''); // amounts, also in minor units
  }
  const transactionId = payment.id.replace('pay_', 'txn_');
  const read = async (path: string): Promise<string> => (await server.as(keys[viewer]).get(path)).text;
  const listed = async (path: string) =>
    resources(await server.as(keys[viewer]).get(path)).filter(({ id }) =>
      [payment.id, transactionId].includes(id),
    );
  const inConversation = await listed(`/payments?instanceId=${encodeURIComponent(conversation)}`);
  return [
    await read(`/payments/${payment.id}`),
    await read(`/transactions/${transactionId}`),
    JSON.stringify([await listed('/payments'), await listed('/transactions')]),
    // No response shows the conversation: whoever may filter by it knows it.
    inConversation.length > 0 ? conversation : '',
  ].join();
}

/** Returns whether a text has a value of a column. */
function has(text: string, column: string, value: unknown): boolean {
  if (value instanceof Date) return text.includes(isoSeconds(value));
  if (typeof value === 'bigint') return new RegExp(String.raw`\b${value}\b`).test(text);
  if (typeof value === 'boolean') return text.includes(`"${column}":${value}`);
  if (Buffer.isBuffer(value)) return text.includes(value.toString('hex'));
  return text.includes(typeof value === 'string' ? value : JSON.stringify(value).slice(1, -1));
}

it('shows each column of a payment to whoever may see it, and to nobody else', async () => {
  const { email } = await newMember(server, 'OWNER', customer);
  const owner = await signIn(server, email);
  const read = await Promise.all(
    (await makePayments()).map(async (made) => {
      const id = made.payment.id.slice('pay_'.length);
      const [row = {}] = await server.sql<Record<string, unknown>>`SELECT * FROM payments
        WHERE id = ${id}::uuid`;
      const viewers = [...all, 'approver'] as const;
      const texts = viewers.map(async (viewer) => ({ viewer, text: await readBy(viewer, made, owner) }));
      return { row, texts: await Promise.all(texts) };
    }),
  );
  const ofTerms = Object.entries(terms).map(([term, { viewers }]) => [term, viewers]);
  const expected = Object.entries<readonly Viewer[]>({ ...readers, ...Object.fromEntries(ofTerms) });
  const seen = expected.map(([column, viewers]) => {
    const name = columnName(column);
    const found = read.find(({ row }) => row[name] !== null);
    if (!found && viewers.length > 0) throw new Error(`no payment has anything in ${name}`);
    const { row = {}, texts = [] } = found ?? {};
    return [
      column,
      texts.filter(({ text }) => has(text, column, row[name])).map(({ viewer }) => viewer),
    ] as const;
  });
  expect(seen).toEqual(expected);
});
