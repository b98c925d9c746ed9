import { describe, expect, it } from 'vitest';
import { inSeconds, refusal, resource, type Resource, resources } from '../support/http.ts';
import { advance, approvalsOf, asAgent, transferNow, withdraw } from '../support/moves.ts';
import { main, testServer } from '../support/server.ts';
import { seconds } from '../support/shapes.ts';
import { transactionDetailShape, transactionShape } from '../support/shapes-payments.ts';
import { transferShape } from '../support/shapes-transfers.ts';

const server = testServer();
const unset = { failure: null, return: null, settledAt: null };
const account = { code: 'R03', reason: 'No account, or unable to locate it' };
const refused = { code: 'R23', reason: 'Credit refused by the receiver', returnedAt: seconds };

/** Makes a withdrawal that needs an approval, and decides it. */
async function reviewed(action: 'approve' | 'deny'): Promise<Resource> {
  const transfer = resource(
    await withdraw(server.with(asAgent(main.limitedAgentId)), { amount: 100, currency: 'EUR' }),
  );
  const [approval] = await approvalsOf(server, transfer);
  const reply = await server.as(main.approverApiKey).post(`/approvals/${approval?.id}/${action}`);
  expect(reply.status).toBe(200);
  return transfer;
}

/** A withdrawal of `amount`, after enough time for the bank to settle it. */
async function ended(amount: number): Promise<Resource> {
  const transfer = resource(await withdraw(server, { amount }));
  for (let step = 0; step < 3; step += 1) await advance(server, 20);
  return transfer;
}

// How a withdrawal reaches each state, and what it shows in that state.
const states: Array<[status: string, make: () => Promise<Resource>, shows: object]> = [
  ['COMPLETED', () => ended(1_200), { ...unset, settledAt: seconds }],
  ['COMPLETED', () => ended(1_298), { ...unset, settledAt: seconds }],
  ['FAILED', () => ended(1_203), { ...unset, failure: account }],
  ['RETURNED', () => ended(1_223), { ...unset, return: refused, settledAt: seconds }],
  ['APPROVAL_DENIED', () => reviewed('deny'), { ...unset, expectedAvailableAt: null }],
  ['PROCESSING', () => reviewed('approve'), { ...unset, expectedAvailableAt: seconds }],
];

describe('a withdrawal', () => {
  it.each(states)('in state %s shows that state in every resource', async (status, make, shows) => {
    const made = await make();
    const transfer = await transferNow(server, made);
    expect(transfer).toStrictEqual(transferShape('withdrawal'));
    expect(transfer.attributes).toMatchObject({ status, amount: made.attributes['amount'], ...shows });
    expect(resources(await server.get('/transfers?limit=1'))).toStrictEqual([transfer]);

    const transactionId = transfer.id.replace('trf_', 'txn_');
    expect(transfer.relationships['transaction']?.data?.id).toBe(transactionId);
    const [listed] = resources(await server.get('/transactions?type=transfer&limit=1'));
    expect(listed).toStrictEqual(transactionShape('transfer'));
    const { amount, currency, description, createdAt, updatedAt, expectedAvailableAt } = transfer.attributes;
    expect(listed).toMatchObject({
      id: transactionId,
      attributes: {
        amount,
        currency,
        status,
        description,
        createdAt,
        updatedAt,
        expectedAvailableAt,
        direction: 'OUTBOUND',
        transactionType: 'transfer',
      },
      relationships: {
        sourceParty: { data: { id: main.partyId } },
        destinationParty: { data: { id: main.partyId } },
        transfer: { data: { type: 'transfer', id: transfer.id } },
      },
    });

    const detail = resource(await server.get(`/transactions/${transactionId}`));
    expect(detail).toStrictEqual(transactionDetailShape('transfer'));
    expect(detail).toMatchObject({
      attributes: {
        amount: String(amount),
        currency,
        status,
        description,
        created_at: createdAt,
        updated_at: updatedAt,
        is_delegated: false,
        customer_name: null,
        customer_agent_id: null,
        sender_name: main.name,
        recipient_name: main.name,
        transaction_type: 'transfer',
        category: 'withdrawal',
        direction: 'OUTBOUND',
      },
      relationships: {
        source_party: { data: { id: main.partyId } },
        destination_party: { data: { id: main.partyId } },
        source_wallet: transfer.relationships['wallet'],
        destination_wallet: { data: null },
      },
    });
  });

  it('that is closed cannot be canceled', async () => {
    for (const make of [() => ended(1_300), () => ended(1_303), () => ended(1_323), () => reviewed('deny')]) {
      const { id } = await make();
      const before = (await server.get(`/transfers/${id}`)).text;
      expect(refusal(await server.post(`/transfers/${id}/cancel`))).toEqual([409, ['conflict'], [undefined]]);
      expect((await server.get(`/transfers/${id}`)).text).toBe(before);
    }
  });
});

describe('the clock', () => {
  it('settles a withdrawal when its time has come, and no earlier', async () => {
    const { id } = resource(await withdraw(server, { amount: 1_417 }));
    const status = async () => resource(await server.get(`/transfers/${id}`)).attributes['status'];
    expect(await status()).toBe('PROCESSING');
    await advance(server, 6);
    expect(await status()).toBe('COMPLETED');
    await advance(server, 6);
    expect(await status()).toBe('RETURNED');
  });

  it('settles a withdrawal completely when advanced far right after the request', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = resource(await withdraw(server, { amount: 217 }));
      await advance(server, 3_600);
      const transfer = resource(await server.get(`/transfers/${id}`));
      expect(transfer.attributes['status']).toBe('RETURNED');
    }
  });

  it('sets the submission time to the time of the approval', async () => {
    const requested = resource(
      await withdraw(server.with(asAgent(main.limitedAgentId)), { amount: 100, currency: 'EUR' }),
    );
    const [approval] = await approvalsOf(server, requested);
    await advance(server, 86_400);
    expect((await server.as(main.approverApiKey).post(`/approvals/${approval?.id}/approve`)).status).toBe(
      200,
    );
    const { submittedAt, createdAt, updatedAt } = (await transferNow(server, requested)).attributes;
    expect([createdAt, updatedAt]).toEqual([requested.attributes['createdAt'], submittedAt]);
    expect(Date.parse(String(submittedAt)) - Date.parse(String(createdAt))).toBeGreaterThanOrEqual(
      86_400_000,
    );
  });

  it('cancels an approval after seven days without a decision, and its withdrawal', async () => {
    const transfer = resource(await withdraw(server.with(asAgent(main.limitedAgentId)), { amount: 10_001 }));
    const [approval] = await approvalsOf(server, transfer);
    await advance(server, 7 * 86_400 - 60);
    expect((await transferNow(server, transfer)).attributes['status']).toBe('IN_REVIEW');
    await advance(server, 120);
    expect((await transferNow(server, transfer)).attributes['status']).toBe('CANCELED');
    const over = resource(await server.get(`/approvals/${approval?.id}`));
    expect(over.attributes).toMatchObject({ status: 'canceled' });
    expect(over.attributes['resolvedAt']).toBe(inSeconds(over.attributes['updatedAt']));
    const late = await server.post(`/approvals/${approval?.id}/approve`);
    expect(refusal(late)).toEqual([409, ['conflict'], [undefined]]);
  });
});
