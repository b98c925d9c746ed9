import { beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { refusal, resources, type Reply } from '../support/http.ts';
import { main, customer, stranger, newAddress, testServer } from '../support/server.ts';
import { underscoredListOf } from '../support/shapes.ts';
import { invitationShape, listedInvitationShape } from '../support/shapes-customers.ts';

const server = testServer();
const day_ms = 24 * 3_600_000;
const entry = (email = newAddress(), role = 'MEMBER') => ({ email, role });

const invite = (values: object, key = main.apiKey) => server.as(key).post('/party-invitations', values);
const inviteOnly = (...invitations: unknown[]) => invite({ invitations });
const list = (query = '', key = main.apiKey) => server.as(key).get(`/party-invitations${query}`);

type Failure = { email: string; error: string };
const failures = (reply: Reply): Failure[] =>
  (JSON.parse(reply.text) as { meta: { failed: Failure[] } }).meta.failed;
const invited = (reply: Reply): string[] => resources(reply).map((each) => String(each.attributes['email']));

beforeAll(() => inviteOnly(entry()));

checkEndpoint('POST /party-invitations', server, {
  alsoHas: ['GET'],
  scope: 'invite.create',
  idempotency: 'none',
  status: 201,
  response: { data: [invitationShape], meta: { failed: [] } },
  body: () => ({ invitations: [entry()], expiresInDays: 7 }),
});

checkEndpoint('GET /party-invitations', server, {
  alsoHas: ['POST'],
  scope: 'invite.read',
  response: underscoredListOf(listedInvitationShape),
});

checkList('GET /party-invitations', server, {
  more: async (count) => {
    for (let left = count; left > 0; left -= 100) {
      await inviteOnly(...Array.from({ length: Math.min(left, 100) }, () => entry()));
    }
  },
  otherList: '/customers',
});

describe('POST /party-invitations', () => {
  it('creates one invitation per entry, in the order sent, open for seven days', async () => {
    const [first, second] = [newAddress(), newAddress()];
    const reply = await inviteOnly(entry(first, 'ADMIN'), entry(second));
    expect(resources(reply).map((each) => each.attributes)).toMatchObject([
      { email: first, role: 'ADMIN', status: 'PENDING', acceptedAt: null },
      { email: second, role: 'MEMBER', status: 'PENDING', acceptedAt: null },
    ]);
    const { createdAt, expiresAt } = resources(reply)[0]?.attributes ?? {};
    expect(Date.parse(String(expiresAt)) - Date.parse(String(createdAt))).toBe(7 * day_ms);
    expect(Object.keys(resources(reply)[0] ?? {})).toEqual(['type', 'id', 'attributes']);
  });

  it.each([1, 365])('keeps it open for %d days on request', async (expiresInDays) => {
    const reply = await invite({ invitations: [entry()], expiresInDays });
    const { createdAt, expiresAt } = resources(reply)[0]?.attributes ?? {};
    expect(Date.parse(String(expiresAt)) - Date.parse(String(createdAt))).toBe(expiresInDays * day_ms);
  });

  it('reports each entry that cannot be invited, with a readable reason, and creates the others', async () => {
    const [fine, invitedBefore] = [newAddress(), newAddress()];
    await inviteOnly(entry(invitedBefore));
    const bad = [
      entry('nonsense'),
      entry(''),
      entry('two@at@example.com'),
      entry('line\n@example.com'),
      entry(`${'x'.repeat(250)}@example.com`),
      entry(`${'İ'.repeat(200)}@example.com`),
      entry(newAddress(), 'OWNER'),
      entry(newAddress(), 'member'),
      entry(newAddress(), ''),
      entry(fine.toUpperCase()),
      entry(invitedBefore),
      entry(invitedBefore.toUpperCase()),
      entry(main.email),
    ];
    const reply = await inviteOnly(entry(fine), ...bad);
    expect([reply.status, invited(reply)]).toEqual([201, [fine]]);
    expect(failures(reply).map(({ email }) => email)).toEqual(bad.map(({ email }) => email));
    for (const { error } of failures(reply)) expect(error).toMatch(/^[A-Z].+ .+\.$/);
    expect(new Set(failures(reply).map(({ error }) => error)).size).toBe(5);
  });

  it('returns 201 even when no entry can be invited', async () => {
    const reply = await inviteOnly(entry('nonsense'), entry(newAddress(), 'OWNER'));
    expect([reply.status, resources(reply), failures(reply).length]).toEqual([201, [], 2]);
  });

  it('lets two parties invite the same person', async () => {
    const email = newAddress();
    for (const { apiKey } of [main, customer]) {
      expect(invited(await invite({ invitations: [entry(email)] }, apiKey))).toEqual([email]);
    }
  });

  it('creates one invitation per address under concurrent requests', async () => {
    const emails = Array.from({ length: 5 }, newAddress);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const order = index % 2 === 0 ? emails : emails.toReversed();
        return inviteOnly(...order.map((email) => entry(email)));
      }),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(replies.flatMap(invited).toSorted()).toEqual(emails.toSorted());
    expect(replies.flatMap(failures).length).toBe(19 * 5);
  });

  it.each([
    ['no invitations', { invitations: undefined }, ['/invitations']],
    ['null as invitations', { invitations: null }, ['/invitations']],
    [
      'one invitation instead of a list',
      { invitations: { email: 'a@b.c', role: 'MEMBER' } },
      ['/invitations'],
    ],
    ['an empty list', { invitations: [] }, ['/invitations']],
    ['101 entries', { invitations: Array.from({ length: 101 }, () => entry('a@b.c')) }, ['/invitations']],
    [
      'entries that are not objects',
      { invitations: [entry('a@b.c'), 'a@b.c', null, 7, []] },
      ['/invitations/1', '/invitations/2', '/invitations/3', '/invitations/4'],
    ],
    ['an entry without email', { invitations: [{ role: 'MEMBER' }] }, ['/invitations/0/email']],
    ['an entry without role', { invitations: [{ email: 'a@b.c' }] }, ['/invitations/0/role']],
    [
      'an address and a role that are not strings',
      { invitations: [{ email: 1, role: null }] },
      ['/invitations/0/email', '/invitations/0/role'],
    ],
    ['an unknown name', { invitations: [{ ...entry('a@b.c'), name: 'A' }] }, ['/invitations/0/name']],
    ['zero days', { expiresInDays: 0 }, ['/expiresInDays']],
    ['366 days', { expiresInDays: 366 }, ['/expiresInDays']],
    ['days as text', { expiresInDays: '7' }, ['/expiresInDays']],
    ['null as days', { expiresInDays: null }, ['/expiresInDays']],
    ['half a day', { expiresInDays: 0.5 }, ['/expiresInDays']],
    ['only invalid values', { invitations: 1, expiresInDays: 'x' }, ['/invitations', '/expiresInDays']],
  ])('refuses %s', async (_name, values, pointers) => {
    expect(refusal(await invite({ invitations: [entry()], ...values }))).toEqual([
      422,
      pointers.map(() => 'invalid_value'),
      pointers.map((pointer) => `/data/attributes${pointer}`),
    ]);
  });
});

describe('GET /party-invitations', () => {
  it('filters by address, in any case, and by status', async () => {
    const email = newAddress();
    await inviteOnly(entry(email));
    const found = resources(await list(`?email=${email.toUpperCase()}`));
    expect(found.map((each) => each.attributes)).toMatchObject([
      { email, role: 'MEMBER', status: 'PENDING', accepted_at: null },
    ]);
    expect(resources(await list(`?email=${email}&status=PENDING`))).toEqual(found);
    expect(resources(await list('?status=PENDING&limit=1'))).toEqual(found);
    for (const status of ['ACCEPTED', 'DECLINED', 'REVOKED']) {
      expect(resources(await list(`?email=${email}&status=${status}`))).toEqual([]);
    }
    expect(resources(await list(`?email=${newAddress()}`))).toEqual([]);
  });

  it("lists the actor's own party when party_id names it, and nothing of another party", async () => {
    await inviteOnly(entry());
    const byDefault = await list('?limit=5');
    const own = await list(`?limit=5&party_id=${main.partyId}`);
    expect(resources(own)).toEqual(resources(byDefault));
    for (const partyId of [customer.partyId, `pty_${'0'.repeat(32)}`]) {
      const reply = await list(`?party_id=${partyId}`);
      expect(JSON.parse(reply.text)).toEqual({
        data: [],
        meta: { pagination: { has_more: false, hasMore: false, next_cursor: null, nextCursor: null } },
      });
    }
    expect(resources(await list('', stranger.apiKey))).toEqual([]);
  });

  it.each([
    ['party_id', 'nonsense'],
    ['party_id', `agt_${'0'.repeat(32)}`],
    ['email', 'nonsense'],
    ['email', ''],
    ['status', 'pending'],
    ['status', ''],
    ['status', 'PENDING&status=EXPIRED'],
  ])('refuses %s=%s', async (name, value) => {
    expect(refusal(await list(`?${name}=${value}`))).toEqual([400, ['invalid_value'], [name]]);
  });
});
