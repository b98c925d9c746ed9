import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAgent, newApiKey, type TestAgent } from '../support/agents.ts';
import { refusal, resource, resources } from '../support/http.ts';
import { connectHost, type Host, revisions, type Said } from '../support/mcp.ts';
import { advance } from '../support/moves.ts';
import { customer, main, newAddress, stranger, testServer } from '../support/server.ts';
import { until } from '../flows/support.ts';
import { askFor } from '../support/payment-requests.ts';

const server = testServer();
const approver = () => server.as(main.approverApiKey);

const status = ({ says }: Said) => says['status'];
const member = ({ says }: Said, name: string) => says[name] as Record<string, unknown>;
const paymentId = (said: Said) => String(member(said, 'payment')['id']);
const approvalId = (said: Said) => String(member(said, 'approval')['id']);

/** How many payments this agent has made, however they ended. */
const madeBy = async ({ id }: TestAgent) => resources(await server.get(`/payments?agentId=${id}`)).length;

describe.each(revisions)('a model, in revision %s,', (revision) => {
  let agent: TestAgent;
  let host: Host;
  let turn = 0;
  /** A purchase of 12.50 that nobody has made. */
  const purchase = () => ({ purpose_id: `purchase ${(turn += 1)}`, to: customer.partyId, amount: '12.50' });
  const waiting = async () => {
    const said = await host.call('create_payment', { ...purchase(), amount: '25.00' });
    expect([status(said), said.isError]).toEqual(['needs_approval', false]);
    return said;
  };

  beforeAll(async () => {
    agent = await newAgent(server, { limits: { perTransaction: 2_000 } });
    host = await connectHost(server.baseUrl, agent.key, { revision });
  });
  afterAll(() => host.close());

  it('pays, and the answer has the exact amount', async () => {
    const paid = await host.call('create_payment', purchase());
    expect([status(paid), paid.isError]).toEqual(['paid', false]);
    expect(paid.says).toMatchObject({ payment: { amount: '12.50', currency: 'USD', status: 'COMPLETED' } });
    const { attributes } = resource(await server.get(`/payments/${paymentId(paid)}`));
    expect([attributes['amount'], attributes['status']]).toEqual([1_250, 'COMPLETED']);
  });

  it('pays the same purpose once, whatever it words anew', async () => {
    const asked = purchase();
    const paid = await host.call('create_payment', asked);
    const made = await madeBy(agent);
    for (const anew of [
      {},
      { description: 'Worded anew' },
      { purpose_id: `  ${asked.purpose_id.toUpperCase()} ` },
      { currency: 'USD', amount: '12.50', intended_repeat: true },
      { to: ` ${customer.partyId} ` },
    ]) {
      const again = await host.call('create_payment', { ...asked, ...anew });
      expect([status(again), again.isError, paymentId(again)]).toEqual([
        'already_paid',
        false,
        paymentId(paid),
      ]);
      expect(String(again.says['message'])).toContain(String(member(paid, 'payment')['created_at']));
    }
    expect(await madeBy(agent)).toBe(made);
  });

  it('pays the same purpose once, asked for at once, and from another conversation', async () => {
    const asked = purchase();
    const other = await connectHost(server.baseUrl, agent.key, {
      revision,
      headers: { 'X-Instance-ID': 'another' },
    });
    const made = await madeBy(agent);
    const said = await Promise.all(
      Array.from({ length: 12 }, () => [host, other])
        .flat()
        .map((each) => each.call('create_payment', asked)),
    );
    expect(new Set(said.map(paymentId)).size).toBe(1);
    expect(said.filter((each) => status(each) === 'paid')).toHaveLength(1);
    expect(await madeBy(agent)).toBe(made + 1);
    await other.close();
  });

  it('is refused where the purpose names another payee or amount, and is told which payment', async () => {
    const asked = purchase();
    const paid = await host.call('create_payment', asked);
    for (const swapped of [{ to: stranger.partyId }, { amount: '12.51' }, { currency: 'EUR' }]) {
      const refused = await host.call('create_payment', { ...asked, ...swapped });
      expect([status(refused), refused.isError, paymentId(refused)]).toEqual([
        'refused',
        true,
        paymentId(paid),
      ]);
    }
  });

  it('is told why it waits, in numbers, who decides, and until when', async () => {
    const said = await waiting();
    expect(said.says).toMatchObject({
      approval: { decided_by: 'your_party', decider_party_id: main.partyId },
      reasons: [
        {
          type: 'limitExceeded',
          window: 'perTransaction',
          allowed: '20.00',
          asked: '25.00',
          currency: 'USD',
        },
      ],
      next: { tool: 'wait_for_payment', arguments: { payment_id: paymentId(said) } },
    });
    expect(member(said, 'approval')['link']).toBe(`${server.baseUrl}/review/${approvalId(said)}`);
    expect(Date.parse(String(member(said, 'approval')['expires_at']))).toBeGreaterThan(Date.now());
  });

  it('sees the decision while it waits', async () => {
    const [first, second] = [await waiting(), await waiting()];
    const both = [first, second].map((each) =>
      host.call('wait_for_payment', { payment_id: paymentId(each), seconds: 60 }),
    );
    await approver().post(`/approvals/${approvalId(first)}/approve`);
    await approver().post(`/approvals/${approvalId(second)}/deny`);
    expect((await Promise.all(both)).map(status)).toEqual(['paid', 'denied']);
  });

  it('is told that it still waits, which is no error', async () => {
    const said = await waiting();
    const still = await host.call('wait_for_payment', { payment_id: paymentId(said), seconds: 1 });
    expect([status(still), still.isError]).toEqual(['needs_approval', false]);
  });

  it('is told of what ended without money, under the same purpose', async () => {
    const asked = { ...purchase(), amount: '25.00' };
    const said = await host.call('create_payment', asked);
    await approver().post(`/approvals/${approvalId(said)}/deny`);
    expect(status(await host.call('create_payment', asked))).toBe('denied');
    expect(status(await host.call('get_payment', { purpose_id: asked.purpose_id }))).toBe('denied');
  });

  it('takes its own payment out of review, and no other', async () => {
    const said = await waiting();
    const [own, again] = [
      await host.call('cancel_payment', { payment_id: paymentId(said) }),
      await host.call('cancel_payment', { payment_id: paymentId(said) }),
    ];
    expect([own, again].map(status)).toEqual(['canceled', 'canceled']);
    const held = await host.call('create_payment', { ...purchase(), to: newAddress() });
    expect(status(held)).toBe('waiting_for_claim');
    expect(status(await host.call('cancel_payment', { payment_id: paymentId(held) }))).toBe('refused');
    expect(await server.statusOf(paymentId(held))).toBe('PENDING_CLAIM');
    const others = resource(
      await server.pay({ amount: 1, counterparty: { type: 'email', value: newAddress() } }),
    );
    expect(status(await host.call('cancel_payment', { payment_id: others.id }))).toBe('refused');
    expect(await server.statusOf(others)).toBe('PENDING_CLAIM');
  });

  it('previews, and nothing moves', async () => {
    const made = await madeBy(agent);
    const { purpose_id: _none, ...terms } = purchase();
    expect(status(await host.call('preview_payment', terms))).toBe('would_pay');
    expect(status(await host.call('preview_payment', { ...terms, amount: '25.00' }))).toBe('needs_approval');
    expect(status(await host.call('preview_payment', { ...terms, to: main.partyId }))).toBe('refused');
    expect(await madeBy(agent)).toBe(made);
  });

  it('pays a request once, and only for the amount that it expects', async () => {
    const { id } = await askFor(server, { payer: { type: 'agent_id', value: agent.id } }, stranger.apiKey);
    const { attributes } = resource(await server.as(stranger).get(`/payment-requests/${id}`));
    const amount = (Number(attributes['amount']) / 100).toFixed(2);
    const asked = { payment_request_id: id, expected_amount: amount };
    expect(status(await host.call('fulfill_payment_request', { ...asked, expected_amount: '999.00' }))).toBe(
      'refused',
    );
    const paid = await host.call('fulfill_payment_request', asked);
    const again = await host.call('fulfill_payment_request', asked);
    expect([status(paid), status(again)]).toEqual(['paid', 'already_paid']);
    expect(paymentId(again)).toBe(paymentId(paid));
    // Also of a request that is paid, another amount than expected is no success.
    for (const other of [{ expected_amount: '999.00' }, { expected_currency: 'EUR' }]) {
      const refused = await host.call('fulfill_payment_request', { ...asked, ...other });
      expect([status(refused), refused.isError, paymentId(refused)]).toEqual([
        'refused',
        true,
        paymentId(paid),
      ]);
    }
  });

  it('asks for money once per purpose', async () => {
    const asked = { purpose_id: `rent ${revision}`, from: newAddress(), amount: '5.00' };
    const [first, again] = [
      await host.call('request_payment', asked),
      await host.call('request_payment', asked),
    ];
    expect([first, again].map(status)).toEqual(['requested', 'already_requested']);
    expect(member(again, 'payment_request')['id']).toBe(member(first, 'payment_request')['id']);
    expect(String(member(first, 'payment_request')['link'])).toContain('/pay/');
  });
});

describe('a host', () => {
  it('hears that a call goes on, while it waits', async () => {
    const agent = await newAgent(server, { limits: { perTransaction: 100 } });
    const host = await connectHost(server.baseUrl, agent.key);
    const said = await host.call('create_payment', { purpose_id: 'a', to: customer.partyId, amount: '2.00' });
    const heard: unknown[] = [];
    const waits = host.call(
      'wait_for_payment',
      { payment_id: paymentId(said), seconds: 60 },
      { onprogress: ({ message }) => heard.push(message) },
    );
    await until('it is told that the call goes on', () => heard.length > 0);
    await approver().post(`/approvals/${approvalId(said)}/approve`);
    expect(status(await waits)).toBe('paid');
    await host.close();
  });

  it('learns nothing more once its key has ended while it waits', async () => {
    const agent = await newAgent(server, { limits: { perTransaction: 100 } });
    const host = await connectHost(server.baseUrl, agent.key);
    const said = await host.call('create_payment', { purpose_id: 'a', to: customer.partyId, amount: '2.00' });
    const asked = { payment_id: paymentId(said), seconds: 60 };
    // Its key ends while it waits, or before it began: either way it is told nothing of the payment.
    const waits = host.call('wait_for_payment', asked).then(
      ({ says }) => says,
      () => ({ status: 'refused' }),
    );
    expect((await server.delete(`/agent-keys/${agent.keyId}`)).status).toBe(200);
    const says = await waits;
    expect([says['status'], 'payment' in says]).toEqual(['refused', false]);
    await host.close();
  });
});

describe('a purpose', () => {
  it('has keys that no request can send', async () => {
    const sent = { amount: 1, counterparty: { type: 'party_id', value: customer.partyId } };
    const reply = await server.pay(sent, { 'Idempotency-Key': `purpose_${'0'.repeat(64)}` });
    expect(refusal(reply)).toEqual([400, ['invalid_value'], ['Idempotency-Key']]);
  });

  it('is spent where it ended without money, and the model is told so', async () => {
    const agent = await newAgent(server, { limits: { perTransaction: 100 } });
    const host = await connectHost(server.baseUrl, agent.key);
    const asked = { purpose_id: 'a', to: customer.partyId, amount: '2.00' };
    const said = await host.call('create_payment', asked);
    await approver().post(`/approvals/${approvalId(said)}/deny`);
    const again = await host.call('create_payment', asked);
    expect([status(again), again.says['message']]).toEqual(['denied', expect.stringContaining('stays used')]);
    await host.close();
  });

  it('is the same with other blanks, widths and characters that nobody sees', async () => {
    const host = await connectHost(server.baseUrl, main.apiKey);
    const asked = { purpose_id: 'Straße 12', to: customer.partyId, amount: '1.00' };
    const first = await host.call('create_payment', asked);
    for (const purpose_id of ['STRASSE 12', 'straße\u00a0\u00a012', 'Stra\u200bße １２ '])
      expect(paymentId(await host.call('create_payment', { ...asked, purpose_id }))).toBe(paymentId(first));
    await host.close();
  });

  it('of a key that reads no payments moves money, and says so', async () => {
    const scopes = ['wallets.withdraw', 'wallets.fund'];
    const { secret } = await newApiKey(server, { scopes });
    const host = await connectHost(server.baseUrl, secret, { headers: { 'X-MCP-Toolsets': 'all' } });
    const asked = { purpose_id: 'unread', external_account_id: main.externalAccountId, amount: '7.00' };
    expect(status(await host.call('withdraw_funds', asked))).toBe('processing');
    await host.close();
  });

  it('of a withdrawal is carried out once, also long after other keys are deleted', async () => {
    const host = await connectHost(server.baseUrl, main.apiKey, { headers: { 'X-MCP-Toolsets': 'bank' } });
    const asked = {
      purpose_id: 'takings of november',
      external_account_id: main.externalAccountId,
      amount: '5.00',
    };
    const first = await host.call('withdraw_funds', asked);
    expect(status(first)).toBe('processing');
    await advance(server, 30 * 24 * 60 * 60);
    const again = await host.call('withdraw_funds', asked);
    expect([status(again), member(again, 'transfer')['id']]).toEqual([
      'completed',
      member(first, 'transfer')['id'],
    ]);
    const other = await host.call('withdraw_funds', { ...asked, amount: '6.00' });
    expect([status(other), other.isError]).toEqual(['refused', true]);
    await host.close();
  });

  it('belongs to one agent, or to one user', async () => {
    const asked = { purpose_id: 'the same words', to: customer.partyId, amount: '1.00' };
    const agents = await Promise.all([newAgent(server), newAgent(server)]);
    const keys = [...agents.map(({ key }) => key), main.apiKey];
    for (const key of keys) {
      const host = await connectHost(server.baseUrl, key);
      expect(status(await host.call('create_payment', asked))).toBe('paid');
      expect(status(await host.call('create_payment', asked))).toBe('already_paid');
      await host.close();
    }
  });
});
