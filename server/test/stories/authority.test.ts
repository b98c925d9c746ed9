import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, locationOf } from '../support/browser.ts';
import { codes, type Reply, resource, resources, type Resource } from '../support/http.ts';
import { type Prod, startProd } from './prod.ts';

// One story, in order: a customer bounds a month, the agent reads what is left and why something waits, its owner narrows
// one rule, and two people approve. Each test goes on where the one before it ended.
describe.each(['prod', 'sandbox'] as const)('authority that its owners steer, in %s', (environment) => {
  let purser: Prod;
  beforeAll(async () => {
    purser = await startProd(environment);
  });
  afterAll(() => purser.close());

  const acme = { id: '', key: '', email: 'owner@acme.example' };
  const robin = { id: '', key: '', email: 'robin@people.example' };
  const bolt = { id: '', key: '', email: 'sales@bolt.example' };
  const avery = { key: '', email: 'avery@acme.example' };
  const shopper = { id: '', key: '' };
  const permissions = ['payments.create', 'payments.read'];
  const rules = {
    counterparties: { allow: [{ type: 'domain', value: 'bolt.example' }], onBreach: 'refuse' },
    duplicates: { withinSeconds: 600 },
  };
  const limits = { perTransaction: 10_000, perDay: 50_000, currencies: { EUR: { perTransaction: 2_000 } } };
  let delegation = '';
  let waits: Resource;

  const read = (key: string, path: string): Promise<Resource> => purser.make(key, 'GET', path);
  const attribute = async (key: string, path: string, name: string) =>
    (await read(key, path)).attributes[name];
  const forRobin = (amount: number): Promise<Reply> =>
    purser.pay(shopper.key, amount, bolt.email, { customerPartyId: robin.id });
  const approvalOf = async (key: string, { id }: Resource): Promise<Resource> => {
    const [approval] = resources(await purser.send(key, 'GET', `/approvals?targetId=${id}`));
    if (!approval) throw new Error(`${id} has no approval that waits`);
    return approval;
  };
  const leftOf = async (path: string): Promise<unknown> => {
    const used = (await attribute(shopper.key, path, 'limits')) as Array<Record<string, unknown>>;
    return Object.fromEntries(used.map(({ window, currency, left }) => [[window, currency].join(' '), left]));
  };

  it('the operator lets two businesses and a person in', async () => {
    for (const [name, party] of Object.entries({ Acme: acme, Bolt: bolt, Robin: robin })) {
      const printed = await purser.admin('create-party', '--name', name, '--email', party.email);
      party.id = /pty_\w+/.exec(printed)?.[0] ?? '';
      party.key = /sk_pur_\w+/.exec(printed)?.[0] ?? '';
    }
    for (const { id } of [acme, robin]) {
      const money = ['--amount', '500.00', '--currency', 'USD', '--reference', `wire ${id}`];
      await purser.admin('deposit', id, ...money);
    }
    const [wallet] = resources(await purser.send(robin.key, 'GET', '/wallets'));
    expect(wallet?.attributes['balance']).toMatchObject({ available: 50_000, currency: 'USD' });
  });

  it('the owner makes an agent that reads its own only, bounded from the beginning', async () => {
    const values = { name: 'Shopper', limits, rules, reads: 'own' };
    const agent = await purser.make(acme.key, 'POST', '/agents', values);
    const key = await purser.make(acme.key, 'POST', '/agent-keys', { agentId: agent.id });
    Object.assign(shopper, { id: agent.id, key: String(key.attributes['agentKey']) });
    expect(agent.attributes).toMatchObject({ limits, reads: 'own', rules });
  });

  it('the person permits the agent payments, and bounds the month', async () => {
    const recipients = [{ type: 'party_id', value: robin.id }];
    const asked = { recipients, permissions, limits: { perTransaction: 5_000 } };
    await purser.send(acme.key, 'POST', `/agents/${shopper.id}/customers`, asked);
    const [received] = resources(await purser.send(robin.key, 'GET', '/customer-invitations/incoming'));
    await purser.make(robin.key, 'POST', `/customer-invitations/${received?.id}/accept`);
    const [given] = resources(await purser.send(robin.key, 'GET', '/delegations'));
    delegation = `/delegations/${given?.id}`;
    const agents = [{ agentId: shopper.id, limits: { perMonth: 6_000 } }];
    const changed = await purser.make(robin.key, 'PATCH', delegation, { agents });
    expect(changed.attributes['agents']).toMatchObject([
      { agentId: shopper.id, permissions, limits: { perTransaction: 5_000, perMonth: 6_000 } },
    ]);
  });

  it('the agent reads what is left, spends of it, and reads again', async () => {
    expect(await leftOf(`${delegation}/usage`)).toEqual({
      'perTransaction USD': 5_000,
      'perMonth USD': 6_000,
    });
    expect((await forRobin(4_000)).status).toBe(201);
    expect(await leftOf(`${delegation}/usage`)).toEqual({
      'perTransaction USD': 5_000,
      'perMonth USD': 2_000,
    });
    expect(await leftOf(`/agents/${shopper.id}/usage`)).toEqual({
      'perTransaction USD': 10_000,
      'perDay USD': 46_000,
      'perTransaction EUR': 2_000,
    });
  });

  it('the agent is told why a payment waits, until when, and who decides; the person decides', async () => {
    const reason = { type: 'limitExceeded', limitType: 'monthlyAmount', limitAmount: 6_000, currency: 'USD' };
    const why = [{ deciderPartyId: robin.id, reasons: [{ ...reason, actualAmount: 7_000 }] }];
    const payment = {
      amount: 3_000,
      counterparty: { type: 'email', value: bolt.email },
      customerPartyId: robin.id,
    };
    const preview = await purser.make(shopper.key, 'POST', '/payments/preview', payment);
    expect(preview.attributes).toMatchObject({ outcome: 'needsApproval', approvals: why });
    const made = resource(await forRobin(3_000));
    expect(made.attributes).toMatchObject({ status: 'IN_REVIEW', approvals: why });
    expect(await attribute(shopper.key, `/payments/${made.id}`, 'approvals')).toEqual(
      made.attributes['approvals'],
    );
    const approval = await approvalOf(robin.key, made);
    expect(approval.attributes['payee']).toMatchObject({ address: bolt.email, name: 'Bolt', verified: true });
    await purser.make(robin.key, 'POST', `/approvals/${approval.id}/approve`);
    expect(await attribute(shopper.key, `/payments/${made.id}`, 'status')).toBe('COMPLETED');
    expect(await leftOf(`${delegation}/usage`)).toMatchObject({ 'perMonth USD': 0 });
  });

  it('the owner narrows one rule, nothing widens, and the audit log says what changed', async () => {
    const narrowed = { paymentsPerDay: { max: 5, onBreach: 'refuse' } };
    const path = `/agents/${shopper.id}`;
    const { attributes } = await purser.make(acme.key, 'PATCH', path, { rules: narrowed });
    expect(attributes).toMatchObject({ limits, rules: { ...rules, ...narrowed }, reads: 'own' });
    const [line] = resources(await purser.send(acme.key, 'GET', '/audit-log?limit=1'));
    expect(line?.attributes['changes']).toMatchObject([
      { path: expect.stringMatching(/^rules\.paymentsPerDay/), from: null },
    ]);
    const elsewhere = await purser.pay(shopper.key, 1, 'somebody@else.example');
    expect([elsewhere.status, codes(elsewhere)]).toEqual([403, ['rule_broken']]);
    expect(await leftOf(`${delegation}/usage`)).toMatchObject({ 'perMonth USD': 0 });
    const lines = resources(
      await purser.send(robin.key, 'GET', '/audit-log?action=PATCH /delegations/{delegationId}'),
    );
    expect(lines.flatMap((each) => each.attributes['changes'])).toEqual([
      { path: `agents.${shopper.id}.limits.perMonth`, from: null, to: 6_000 },
    ]);
  });

  let owner: Browser;

  it('the owner has two people approve, after a sign-in; no key changes that', async () => {
    const invitations = [{ email: avery.email, role: 'APPROVER' }];
    await purser.send(acme.key, 'POST', '/party-invitations', { invitations });
    const accept = `/party-invitations/${await purser.tokenFor(avery.email, 'join')}/accept`;
    const joined = await purser.send(null, 'POST', accept, { name: 'Avery', apiKeyName: 'Avery’s key' });
    const { meta } = JSON.parse(joined.text) as { meta: { apiKey: Resource } };
    avery.key = String(meta.apiKey.attributes['apiKey']);
    const sent = { approvalPolicy: { by: 'session', twoAbove: null } };
    expect((await purser.send(acme.key, 'PATCH', '/parties/me', sent)).status).toBe(422);
    owner = await purser.signIn(acme.email);
    expect(locationOf(await owner.post('/account/approvals', { by: 'session', twoAbove: '100' }))).toBe(
      '/account',
    );
    expect(await attribute(acme.key, '/parties/me', 'approvalPolicy')).toEqual({
      by: 'session',
      twoAbove: { amount: 10_000, currency: 'USD' },
    });
  });

  it('no key approves: not of the agent, the owner or the approver', async () => {
    waits = resource(await purser.pay(shopper.key, 12_000, bolt.email, { description: 'Workbench' }));
    expect(waits.attributes).toMatchObject({ status: 'IN_REVIEW', approvals: [{ deciderPartyId: acme.id }] });
    const { id } = await approvalOf(avery.key, waits);
    const refused = [];
    for (const key of [shopper.key, acme.key, avery.key])
      refused.push(codes(await purser.send(key, 'POST', `/approvals/${id}/approve`)));
    expect(refused).toEqual([['agent_not_allowed'], ['sign_in_required'], ['sign_in_required']]);
    expect(await attribute(acme.key, `/payments/${waits.id}`, 'status')).toBe('IN_REVIEW');
  });

  it('two people approve on the page, and only then the money moves', async () => {
    const { id } = await approvalOf(acme.key, waits);
    const path = `/review/${id}`;
    const approver = await purser.signIn(avery.email);
    const stateNow = () => attribute(shopper.key, `/payments/${waits.id}`, 'status');
    expect(locationOf(await owner.post(path, { verdict: 'approve' }))).toBe(path);
    expect((await owner.post(path, { verdict: 'approve' })).status).toBe(409);
    expect(await stateNow()).toBe('IN_REVIEW');
    expect((await approver.get(path)).text).toContain('Workbench');
    expect(locationOf(await approver.post(path, { verdict: 'approve' }))).toBe(path);
    expect(await stateNow()).toBe('COMPLETED');
    expect(await leftOf(`/agents/${shopper.id}/usage`)).toMatchObject({ 'perDay USD': 31_000 });
    const decided = (await attribute(acme.key, `/approvals/${id}`, 'decidedBy')) as unknown[];
    expect(decided).toHaveLength(2);
  });

  it('the books add up, and the owner reads all that the agent did as a story', async () => {
    expect(await purser.audit()).toContain('the books add up');
    const path = `/agents/${shopper.id}/activity`;
    const lines = resources(await purser.send(acme.key, 'GET', path)).toReversed();
    const payments = lines.filter(({ attributes: { action } }) => action === 'POST /payments');
    const told = payments.map(({ attributes: { amount, outcome } }) => [
      amount,
      (outcome as { status: string }).status,
    ]);
    expect(told).toEqual([
      [4_000, 'COMPLETED'],
      [3_000, 'COMPLETED'],
      [1, 'REFUSED'],
      [12_000, 'COMPLETED'],
    ]);
  });
});
