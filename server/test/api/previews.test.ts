import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { codes, errors, resource, type Reply } from '../support/http.ts';
import { advance, asAgent } from '../support/moves.ts';
import { main, customer, stranger, newEmail, to } from '../support/parties.ts';
import { testServer } from '../support/server.ts';
import { patient, whilePaymentsWait } from '../flows/waiting.ts';

const server = testServer(patient);
const toStranger = (amount: number) => ({
  amount,
  ...to(stranger),
});

function tryTo(path: string, values: object, headers: Record<string, string> = {}): Promise<Reply> {
  return server.post(`${path}?dryRun=true`, values, headers);
}

const tryToPay = (values: object, headers = {}) => tryTo('/payments', values, headers);

function previewIn(reply: Reply): { type: string; attributes: Record<string, unknown> } {
  expect([reply.status, codes(reply)]).toEqual([200, []]);
  return (JSON.parse(reply.text) as { data: ReturnType<typeof previewIn> }).data;
}

/** Returns the number of rows of every table but that of the servers, which write it at times of their own. */
async function rowCounts(): Promise<unknown> {
  return server.sql(
    `SELECT table_name, (xpath('/row/n/text()', query_to_xml('SELECT count(*) AS n FROM ' || table_name, true, true, '')))[1]::text AS rows
     FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND table_name <> 'webhook_servers' ORDER BY 1`,
  );
}

describe('a dry run of a payment', () => {
  it('says that it would be accepted, and writes nothing', async () => {
    const before = await rowCounts();
    const unknown = newEmail();
    for (const counterparty of [toStranger(1).counterparty, unknown]) {
      const preview = previewIn(await tryToPay({ amount: 250, counterparty, tags: { order: '7' } }));
      expect(preview).toEqual({
        type: 'paymentPreview',
        attributes: { outcome: 'accepted', amount: 250, currency: 'USD', approvals: [], errors: [] },
      });
    }
    expect(await rowCounts()).toEqual(before);
  });

  it('names the approvals that it would need, who decides, and why', async () => {
    const { attributes: preview } = previewIn(
      await tryToPay(toStranger(10_001), asAgent(main.limitedAgentId)),
    );
    expect(preview).toMatchObject({
      outcome: 'needsApproval',
      approvals: [
        { deciderPartyId: main.partyId, reasons: [{ type: 'limitExceeded', actualAmount: 10_001 }] },
      ],
    });
  });

  it('gives the error with which it would be refused, with its place', async () => {
    const tooMuch = previewIn(await tryToPay(toStranger(9_000_000_000)));
    expect(tooMuch.attributes).toMatchObject({
      outcome: 'refused',
      errors: [{ status: '409', code: 'insufficient_funds', source: { pointer: '/data/attributes/amount' } }],
    });
    const nobody = { type: 'party_id', value: `pty_${'0'.repeat(32)}` };
    const unknown = previewIn(await tryToPay({ amount: 1, counterparty: nobody }));
    expect(unknown.attributes).toMatchObject({ outcome: 'refused', errors: [{ code: 'party_not_found' }] });
  });

  it('uses up no idempotency key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    previewIn(await tryToPay(toStranger(3), headers));
    const paid = await server.post('/payments', toStranger(4), headers);
    expect([paid.status, paid.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
  });

  it('takes no lock and waits for none', async () => {
    await whilePaymentsWait(server, 1, async () => {
      expect(previewIn(await tryToPay(toStranger(5))).attributes['outcome']).toBe('accepted');
    });
  });

  it('is refused as the request itself for who asks, and for what is sent', async () => {
    const url = '/payments?dryRun=true';
    const readOnly = await server.as(main.readOnlyApiKey).post(url, toStranger(1));
    expect([readOnly.status, codes(readOnly)]).toEqual([403, ['insufficient_scope']]);
    const nobody = await server.as('nonsense').post(url, toStranger(1));
    expect(nobody.status).toBe(401);
    const agent = await tryToPay(toStranger(1), asAgent(`agt_${'0'.repeat(32)}`));
    expect([agent.status, codes(agent)]).toEqual([404, ['agent_not_found']]);
    const half = await tryToPay({ ...toStranger(1), amount: 0.5 });
    expect([half.status, codes(half)]).toEqual([422, ['invalid_value']]);
    const unreadable = await tryToPay(toStranger(1), { 'Idempotency-Key': 'k'.repeat(256) });
    expect([unreadable.status, errors(unreadable)[0]?.source]).toEqual([400, { header: 'Idempotency-Key' }]);
  });
});

describe('a dry run of a withdrawal', () => {
  it('says what would happen without an idempotency key, and moves nothing', async () => {
    const before = await rowCounts();
    const fine = previewIn(
      await tryTo('/transfers/withdraw', { amount: 500, externalAccountId: main.externalAccountId }),
    );
    expect(fine).toMatchObject({ type: 'transferPreview', attributes: { outcome: 'accepted', amount: 500 } });
    const other = `eac_${'0'.repeat(32)}`;
    const refused = previewIn(await tryTo('/transfers/withdraw', { amount: 500, externalAccountId: other }));
    expect(refused.attributes).toMatchObject({
      outcome: 'refused',
      errors: [{ code: 'external_account_not_found' }],
    });
    expect(await rowCounts()).toEqual(before);
  });
});

describe('the parameter dryRun', () => {
  it.each(['maybe', '', 'TRUE', '1'])('is refused as %j, and nothing is paid', async (word) => {
    const path = `/payments?dryRun=${word}`;
    const reply = await server.post(path, toStranger(1));
    expect([reply.status, errors(reply)[0]?.source]).toEqual([400, { parameter: 'dryRun' }]);
  });

  it.each(['dryrun', 'dry_run', 'DryRun', 'dry-run', 'dryRun[]'])(
    'is refused when it is spelled %s, rather than ignored',
    async (name) => {
      const reply = await server.post(
        `/payments?${name}=true`,
        { amount: 1, ...to(customer) },
        { 'Idempotency-Key': name },
      );
      expect([reply.status, errors(reply)[0]?.source]).toEqual([400, { parameter: name }]);
    },
  );

  it('is decided at the service’s clock, also right after it has moved', async () => {
    const agent = await newAgent(server, { rules: { paymentsPerDay: { max: 1, onBreach: 'refuse' } } });
    const dry = async (): Promise<unknown> =>
      resource(await server.as(agent.key).post('/payments?dryRun=true', { amount: 1, ...to(customer) }))
        .attributes['outcome'];
    expect((await server.as(agent.key).pay({ amount: 1, ...to(customer) })).status).toBe(201);
    expect(await dry()).toBe('refused');
    await advance(server, 2 * 86_400);
    expect(await dry()).toBe('accepted');
  });

  it('is refused where a write has no dry run, rather than ignored', async () => {
    const values = { limits: { perDay: 1 } };
    const reply = await server.put('/parties/me/limits?dryRun=true', values);
    expect([reply.status, errors(reply)[0]?.source]).toEqual([400, { parameter: 'dryRun' }]);
  });

  it('is ignored by reads, as every unknown parameter', async () => {
    expect((await server.get('/transactions?dryRun=true')).status).toBe(200);
  });
});
