import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagination, refusal, resource, resources, type Resource, type Reply } from '../support/http.ts';
import { until } from '../flows/support.ts';
import { type Prod, startProd } from './prod.ts';

// One story, in order: each test goes on where the one before it ended.
let prod: Prod;
beforeAll(async () => {
  prod = await startProd();
});
afterAll(() => prod.close());

const acme = { id: '', key: '', email: 'books@acme.example' };
const bolt = { id: '', key: '', email: 'sales@bolt.example' };
const robin = { id: '', key: '', email: 'robin@people.example' };
const casey = { id: '', key: '', email: 'casey@acme.example' };
const shopper = { id: '', key: '' };

describe('from an empty prod database', () => {
  it('two businesses come in, and one has money', async () => {
    for (const [name, party] of [
      ['Acme', acme],
      ['Bolt', bolt],
    ] as const) {
      const printed = await prod.admin('create-party', '--name', name, '--email', party.email);
      party.id = /pty_\w+/.exec(printed)?.[0] ?? '';
      party.key = /sk_pur_prod_\w+/.exec(printed)?.[0] ?? '';
    }
    const money = ['--amount', '1000.00', '--currency', 'USD', '--reference', 'wire 1'];
    await prod.admin('deposit', acme.id, ...money);
    const [deposit] = resources(await prod.send(acme.key, 'GET', '/transactions'));
    expect(deposit?.attributes).toMatchObject({ amount: 100_000, status: 'COMPLETED' });
  });

  it('the business makes an agent with limits, and a key for it', async () => {
    const limits = { perTransaction: 5_000, perDay: 9_000 };
    const agent = await prod.make(acme.key, 'POST', '/agents', { name: 'Shopper', limits });
    const key = await prod.make(acme.key, 'POST', '/agent-keys', { agentId: agent.id });
    Object.assign(shopper, { id: agent.id, key: String(key.attributes['agentKey']) });
    expect(agent.attributes).toMatchObject({ status: 'ACTIVE', limits });
  });

  it('the agent pays under its limits, and what is over one waits for each kind of decision', async () => {
    expect((await prod.pay(shopper.key, 1_000, bolt.email)).status).toBe(201);
    const over: Resource[] = [];
    for (let turn = 0; turn < 3; turn += 1)
      over.push(resource(await prod.pay(shopper.key, 5_001 + turn, bolt.email)));
    const [approved, denied, canceled] = over;
    expect(over.map(statusOf)).toEqual(['IN_REVIEW', 'IN_REVIEW', 'IN_REVIEW']);
    await decide(acme.key, approved, 'approve');
    await decide(acme.key, denied, 'deny');
    await prod.make(acme.key, 'POST', `/payments/${canceled?.id}/cancel`);
    expect(await Promise.all(over.map((each) => stateOf(acme.key, each)))).toEqual([
      'COMPLETED',
      'APPROVAL_DENIED',
      'CANCELED',
    ]);
  });

  it('a person delegates to the agent by the token of a mail, and gets a party and a key', async () => {
    const recipients = [{ type: 'email', value: robin.email }];
    const terms = { permissions: ['payments.create', 'payments.read'], limits: { perTransaction: 500 } };
    const path = `/agents/${shopper.id}/customers`;
    expect((await prod.send(acme.key, 'POST', path, { recipients, ...terms })).status).toBe(201);
    const accept = `/invitations/${await prod.tokenFor(robin.email, 'invitations')}/accept`;
    const accepted = await prod.send(null, 'POST', accept, { name: 'Robin', apiKeyName: 'Robin’s key' });
    const { meta } = JSON.parse(accepted.text) as { meta: { partyId: string; apiKey: Resource } };
    Object.assign(robin, { id: meta.partyId, key: String(meta.apiKey.attributes['apiKey']) });
    const [delegation] = resources(await prod.send(robin.key, 'GET', '/delegations'));
    expect(delegation?.attributes).toMatchObject({ direction: 'given', status: 'ACTIVE' });
  });

  it('the agent pays with the person’s money, and the person decides on what is over its limit', async () => {
    expect((await prod.pay(acme.key, 5_000, robin.email)).status).toBe(201);
    const forRobin = { customerPartyId: robin.id };
    expect((await prod.pay(shopper.key, 500, bolt.email, forRobin)).status).toBe(201);
    const over = resource(await prod.pay(shopper.key, 501, bolt.email, forRobin));
    await decide(robin.key, over, 'approve');
    expect(await stateOf(robin.key, over)).toBe('COMPLETED');
  });

  it('the person suspends, resumes and revokes what it gave', async () => {
    const [delegation] = resources(await prod.send(robin.key, 'GET', '/delegations'));
    const path = `/delegations/${delegation?.id}`;
    const buy = async (): Promise<number> =>
      (await prod.pay(shopper.key, 1, bolt.email, { customerPartyId: robin.id })).status;
    await prod.make(robin.key, 'POST', `${path}/suspend`);
    expect(await buy()).toBe(404);
    await prod.make(robin.key, 'POST', `${path}/resume`);
    expect(await buy()).toBe(201);
    await prod.make(robin.key, 'DELETE', path);
    expect(await buy()).toBe(404);
  });

  it('a colleague joins by the token of a mail, and decides what the owner may not decide alone', async () => {
    const invitations = [{ email: casey.email, role: 'ADMIN' }];
    await prod.send(acme.key, 'POST', '/party-invitations', { invitations });
    const accept = `/party-invitations/${await prod.tokenFor(casey.email, 'join')}/accept`;
    const joined = await prod.send(null, 'POST', accept, { name: 'Casey', apiKeyName: 'Casey’s key' });
    const { meta } = JSON.parse(joined.text) as { meta: { userId: string; apiKey: Resource } };
    Object.assign(casey, { id: meta.userId, key: String(meta.apiKey.attributes['apiKey']) });
    await prod.make(acme.key, 'PUT', '/parties/me/limits', { limits: { perTransaction: 10_000 } });
    const over = resource(await prod.pay(acme.key, 10_001, bolt.email));
    const approve = await approvalPath(acme.key, over, 'approve');
    expect(refusal(await prod.send(acme.key, 'POST', approve))).toEqual([403, ['forbidden'], [undefined]]);
    await prod.make(casey.key, 'POST', approve);
    expect(await stateOf(acme.key, over)).toBe('COMPLETED');
  });

  it('rules stop the agent where limits do not, and name all that it exceeded', async () => {
    const rules = {
      counterparties: { allow: [{ type: 'domain', value: 'bolt.example' }], onBreach: 'refuse' },
      duplicates: { withinSeconds: 600 },
    };
    await prod.make(acme.key, 'PATCH', `/agents/${shopper.id}`, { rules });
    const elsewhere = await prod.pay(shopper.key, 1, robin.email);
    expect(elsewhere.status).toBe(403);
    expect(elsewhere.text).toContain('"counterpartyNotAllowed"');
    const first = resource(await prod.pay(shopper.key, 7, bolt.email, { description: 'One lamp' }));
    const again = resource(await prod.pay(shopper.key, 7, bolt.email, { description: 'One lamp' }));
    expect([first, again].map(statusOf)).toEqual(['PROCESSING', 'IN_REVIEW']);
    const approval = await prod.make(casey.key, 'GET', await approvalPath(casey.key, again));
    expect(approval.attributes['reasons']).toMatchObject([
      { type: 'possibleDuplicate', earlierPaymentId: first.id },
    ]);
    await decide(casey.key, again, 'deny');
  });

  it('a key ends with its member, and all money stops with a freeze', async () => {
    await prod.make(acme.key, 'DELETE', `/parties/me/members/${casey.id}`);
    expect(refusal(await prod.pay(casey.key, 1, bolt.email))).toEqual(unauthenticated);
    await prod.make(acme.key, 'POST', '/parties/me/freeze');
    const frozen = [await prod.pay(acme.key, 1, bolt.email), await prod.pay(shopper.key, 1, bolt.email)];
    expect(frozen.map(({ status }) => status)).toEqual([409, 409]);
    expect((await prod.pay(bolt.key, 1, acme.email)).status).toBe(201);
    await prod.make(acme.key, 'POST', '/parties/me/unfreeze');
    expect((await prod.pay(acme.key, 1, bolt.email)).status).toBe(201);
  });

  it('nothing that is sent after an agent was suspended or revoked moves money', async () => {
    const agent = await prod.make(acme.key, 'POST', '/agents', { name: 'Busy' });
    const made = await prod.make(acme.key, 'POST', '/agent-keys', { agentId: agent.id });
    const key = String(made.attributes['agentKey']);
    const path = `/agents/${agent.id}`;
    expect(await paidAfter(key, () => prod.send(acme.key, 'POST', `${path}/suspend`))).toEqual(suspended);
    await prod.make(acme.key, 'POST', `${path}/resume`);
    expect(await paidAfter(key, () => prod.send(acme.key, 'DELETE', path))).toEqual(unauthenticated);
  });

  it('the books add up, and the audit log tells all of it', async () => {
    expect(await prod.audit()).toContain('the books add up');
    const lines = await everyLine(acme.key);
    const told = (agentId: string | undefined, decision: string): Set<unknown> =>
      new Set(
        lines
          .filter(({ relationships: { agent } }) => agent?.data?.id === agentId)
          .filter(({ attributes }) => attributes['decision'] === decision)
          .map(({ attributes }) => String(attributes['action']).replaceAll(/[a-z]{3}_[0-9a-f]{32}/g, '…')),
      );
    expect(told(undefined, 'accepted')).toEqual(
      new Set([
        'DELETE /agents/…',
        'DELETE /parties/me/members/…',
        'PATCH /agents/…',
        'POST /agent-keys',
        'POST /agents',
        'POST /agents/…/customers',
        'POST /agents/…/resume',
        'POST /agents/…/suspend',
        'POST /approvals/…/approve',
        'POST /approvals/…/deny',
        'POST /parties/me/freeze',
        'POST /parties/me/unfreeze',
        'POST /party-invitations',
        'POST /party-invitations/…/accept',
        'POST /payments',
        'POST /payments/…/cancel',
        'PUT /parties/me/limits',
        'deposit',
      ]),
    );
    expect(told(shopper.id, 'refused')).toEqual(new Set(['POST /payments']));
  });
});

const suspended = [403, ['agent_suspended'], [undefined]];
const unauthenticated = [401, ['unauthenticated'], ['Authorization']];

/**
 * Takes power from a key while eight clients pay with it, and returns how the payments are refused that were sent after
 * the response. Fails if these differ, or if no payment succeeded before.
 */
async function paidAfter(key: string, take: () => Promise<Reply>): Promise<ReturnType<typeof refusal>> {
  let isTaken = false;
  let paid = 0;
  const clients = Array.from({ length: 8 }, async () => {
    for (;;) {
      const isLate = isTaken;
      const reply = await prod.pay(key, 1, bolt.email);
      if (reply.status === 201) paid += 1;
      if (isLate) return refusal(reply);
    }
  });
  await until('payments are under way', () => paid >= 20);
  expect((await take()).status).toBe(200);
  isTaken = true;
  const [first, ...others] = await Promise.all(clients);
  for (const other of others) expect(other).toEqual(first);
  return first ?? [0, [], []];
}

async function decide(key: string, target: Resource | undefined, verdict: 'approve' | 'deny'): Promise<void> {
  await prod.make(key, 'POST', await approvalPath(key, target, verdict));
}

/** Returns the path of the pending approval of a payment, or of a decision on it. */
async function approvalPath(key: string, target: Resource | undefined, verdict?: string): Promise<string> {
  const pending = resources(await prod.send(key, 'GET', '/approvals'));
  const approval = pending.find((each) => (each.attributes['target'] as { id: string }).id === target?.id);
  return ['/approvals', approval?.id, ...(verdict === undefined ? [] : [verdict])].join('/');
}

async function everyLine(key: string): Promise<Resource[]> {
  const found: Resource[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const from: string = cursor && `&cursor=${cursor}`;
    const reply = await prod.send(key, 'GET', `/audit-log?limit=100${from}`);
    found.push(...resources(reply));
    cursor = pagination(reply).nextCursor;
  }
  return found;
}

const stateOf = async (key: string, { id }: Resource): Promise<unknown> =>
  (await prod.make(key, 'GET', `/payments/${id}`)).attributes['status'];

const statusOf = ({ attributes }: Resource): unknown => attributes['status'];
