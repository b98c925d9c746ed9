import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { attributes, call } from '../support/http.ts';
import { newMember, type NewMember } from '../support/members.ts';
import { advance, clockNow, waitingPayment } from '../support/moves.ts';
import { scopesOfRole } from '../../src/http/roles.ts';
import { newApiKey } from '../support/agents.ts';
import { linesOf, statementOf } from '../support/statements.ts';
import { type OpenPost, startPost } from '../support/raw.ts';
import { main, customer, stranger, to, testServer, secondServer } from '../support/server.ts';
import { uuidOf, payParty } from './support.ts';
import { clientAt } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
type Write = { path: string; body: string };

function payment(): Write {
  return { path: '/payments', body: JSON.stringify(attributes({ amount: 1, ...to(stranger) })) };
}

const withdrawal = (): Write => ({
  path: '/transfers/withdraw',
  body: JSON.stringify(attributes({ amount: 500, externalAccountId: main.externalAccountId })),
});

async function approval(): Promise<Write> {
  const { id } = await waitingPayment(server);
  return { path: `/approvals/${id}/approve`, body: JSON.stringify(attributes({})) };
}

/** Sends everything of a write except its body. When this returns, the server has authenticated the member. */
async function begin(
  baseUrl: string,
  { path, body }: Write,
  { key }: Pick<NewMember, 'key'>,
): Promise<OpenPost> {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Idempotency-Key': randomUUID(),
    'Content-Type': 'application/json',
    Connection: 'close',
  };
  const post = await startPost(baseUrl, path, headers, { length: Buffer.byteLength(body) });
  // Keys are looked up one query after the other, so that of the write came before that of this read.
  expect((await clientAt(baseUrl, key).get('/approvals')).status).toBe(200);
  return post;
}

/** Changes the member's role, or removes it, as a response on the first server says. */
async function change({ id }: NewMember, role: string): Promise<void> {
  const path = `/parties/me/members/${id}`;
  const key = main.apiKey;
  const reply =
    role === 'removed' ? await server.as(key).delete(path) : await server.as(key).patch(path, { role });
  expect(reply.status).toBe(200);
}

/** Returns the status, the code and the detail of a response. */
function refusalIn(response: string): unknown[] {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const json = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)) as {
    errors?: Array<{ code: string; detail: string }>;
  };
  const [error] = json.errors ?? [];
  return [Number(head.split(' ')[1]), error?.code, error?.detail];
}

async function moneyMoved(): Promise<unknown> {
  const [row] = await server.sql`SELECT (SELECT count(*) FROM payments
    WHERE status <> 'IN_REVIEW') AS payments, (SELECT count(*)
    FROM transfers) AS transfers, sum(posted) AS posted FROM wallets WHERE party_id = ${uuidOf(main.partyId)}`;
  return row;
}

const demoted = [403, 'insufficient_scope', 'Your role was changed while this request ran. Send it again.'];
const removed = [401, 'unauthenticated', 'Send a valid key as `Authorization: Bearer <key>`.'];
const writes: Array<[string, () => Write | Promise<Write>]> = [
  ['a withdrawal', () => withdrawal()],
  ['a payment', () => payment()],
  ['an approval', () => approval()],
];

describe.each(writes)('%s whose body arrives after its sender', (_what, make) => {
  it.each([
    ['was demoted', 'OWNER', 'MEMBER', demoted],
    ['was promoted', 'ADMIN', 'OWNER', demoted],
    ['was removed', 'OWNER', 'removed', removed],
  ] as const)('%s is refused on every server and moves no money', async (_how, from, after, refused) => {
    for (const { baseUrl } of [server, second]) {
      const member = await newMember(server, from);
      const write = await make();
      const before = await moneyMoved();
      const slow = await begin(baseUrl, write, member);
      await change(member, after);
      expect(refusalIn(await slow.finish(write.body))).toEqual(refused);
      expect(await moneyMoved()).toEqual(before);
    }
  });
});

describe('a key that expires while the body arrives', () => {
  const agent = { path: '/agents', body: JSON.stringify(attributes({ name: 'Late' })) };

  it.each<[string, () => Write | Promise<Write>]>([...writes, ['a new agent', () => agent]])(
    'is good for nothing any more on any server: %s',
    async (_what, make) => {
      for (const { baseUrl } of [server, second]) {
        const write = await make();
        const expiresAt = new Date((await clockNow(server)).getTime() + 600_000).toISOString();
        const { secret: key } = await newApiKey(server, { scopes: scopesOfRole('OWNER'), expiresAt });
        const before = await moneyMoved();
        const slow = await begin(baseUrl, write, { key });
        await advance(server, 601);
        expect(refusalIn(await slow.finish(write.body))).toEqual(removed);
        expect(await moneyMoved()).toEqual(before);
      }
    },
  );
});

describe('a payment whose body arrives late', () => {
  it('lies in the period in which its money moved, and in no statement that was read before', async () => {
    const member = await newMember(server, 'OWNER');
    const write = payment();
    const slow = await begin(server.baseUrl, write, member);
    const before = await statementOf(server, main.walletId);
    expect(refusalIn(await slow.finish(write.body))[0]).toBe(201);
    const after = await statementOf(server, main.walletId, `from=${before.to}`);
    expect([after.openingBalance, linesOf(after).length]).toEqual([before.closingBalance, 1]);
    const again = await statementOf(server, main.walletId, `from=${before.from}&to=${before.to}`);
    expect(again).toEqual(before);
  });
});

describe('a member whose role was changed', () => {
  it('pays with the next request on a server that cached the earlier role, also if its body arrives slowly', async () => {
    for (const { baseUrl } of [server, second]) {
      const member = await newMember(server, 'OWNER');
      const by = { ...main, apiKey: member.key };
      const pay = async (): Promise<number> => (await payParty(baseUrl, by, customer, 1)).status;
      expect([await pay(), await pay()]).toEqual([201, 201]);
      await change(member, 'MEMBER');
      expect([await pay(), await pay()]).toEqual([201, 201]);
      const write = payment();
      const slow = await begin(baseUrl, write, member);
      await change(member, 'ADMIN');
      expect(refusalIn(await slow.finish(write.body))[0]).toBe(201);
    }
  });

  it('gets a preview', async () => {
    const member = await newMember(server, 'OWNER');
    const by = { ...main, apiKey: member.key };
    expect((await payParty(server.baseUrl, by, customer, 1)).status).toBe(201);
    await change(member, 'MEMBER');
    const { body } = payment();
    const reply = await call(server.baseUrl, 'POST', '/payments/preview', {
      key: member.key,
      body: JSON.parse(body) as object,
    });
    expect([reply.status, reply.text.includes('"accepted"')]).toEqual([200, true]);
  });
});
