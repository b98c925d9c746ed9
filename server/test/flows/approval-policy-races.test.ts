import { afterEach, describe, expect, it } from 'vitest';
import { operate } from '../commands/command.ts';
import { decisionIn, overLimit } from '../support/approval-policy.ts';
import { clientAt } from '../support/client.ts';
import { resource, type Reply } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { main, secondServer, testServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';
import { uuidOf } from './support.ts';

const server = testServer();
const second = secondServer(server);

async function setPolicy(by: string, above: string): Promise<void> {
  const args = ['approval-policy', main.partyId, '--by', by, '--two-above', above];
  expect((await operate(server, args)).code).toBe(0);
}
afterEach(() => setPolicy('any', 'none'));

const waiting = () => overLimit(server, 10_001);

const approve = (key: string, id: string, at: string): Promise<Reply> =>
  clientAt(at).as(key).post(`/approvals/${id}/approve`);
const statusOf = async (id: string) => resource(await server.get(`/payments/${id}`)).attributes['status'];

describe('where two users approve', () => {
  it('two on two servers at once are a first and a second; one user on two servers is one', async () => {
    const [one, other] = [await newMember(server, 'ADMIN'), await newMember(server, 'APPROVER')];
    await setPolicy('any', '0');
    for (let round = 0; round < 8; round += 1) {
      const { id, payment } = await waiting();
      const alone = await Promise.all(
        [server, second, server, second].map(({ baseUrl }) => approve(one.key, id, baseUrl)),
      );
      expect(alone.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
      expect(await statusOf(payment)).toBe('IN_REVIEW');
      expect(decisionIn(await approve(other.key, id, second.baseUrl))).toEqual([
        'approved',
        [one.id, other.id],
      ]);
    }
    for (let round = 0; round < 8; round += 1) {
      const { id, payment } = await waiting();
      const replies = await Promise.all([
        approve(one.key, id, server.baseUrl),
        approve(other.key, id, second.baseUrl),
      ]);
      const all = replies.map(decisionIn).toSorted(([a], [b]) => String(b).localeCompare(String(a)));
      const [first] = (all[0]?.[1] ?? []) as string[];
      const last = first === one.id ? other.id : one.id;
      expect(all).toEqual([
        ['pending', [first]],
        ['approved', [first, last]],
      ]);
      expect(await statusOf(payment)).toBe('COMPLETED');
    }
    await expectBalancedBooks(server.sql);
  });

  it('after a change of the policy, no server approves by the one before', async () => {
    const [one, other] = [await newMember(server, 'ADMIN'), await newMember(server, 'APPROVER')];
    const waits = await Promise.all([1, 2, 3, 4].map(() => waiting()));
    await approve(one.key, waits[0]?.id ?? '', server.baseUrl); // the servers have the authority of before
    await approve(one.key, waits[1]?.id ?? '', second.baseUrl);
    await setPolicy('session', 'none');
    for (const { baseUrl } of [server, second])
      expect(decisionIn(await approve(other.key, waits[2]?.id ?? '', baseUrl))).toEqual([
        403,
        ['sign_in_required'],
      ]);
    const [row] =
      await server.sql`SELECT approve_by, two_above FROM parties WHERE id = ${uuidOf(main.partyId)}`;
    expect(row).toEqual({ approve_by: 'session', two_above: null });
  });
});
