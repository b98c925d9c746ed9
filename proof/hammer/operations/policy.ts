import { hash } from 'node:crypto';
import type * as Policy from '../../../server/src/identity/parties/approval-policy.ts';
import type * as Ids from '../../../server/src/lib/id.ts';
import { codesOf } from '../../support/http.ts';
import { finishMove } from '../model/wallets.ts';
import type { Actor, Party, Transaction } from '../model/types.ts';
import { browse, signInByMailbox } from '../pages.ts';
import { sendAndCheck } from '../paying.ts';
import { pickParty, reserve } from '../picking.ts';
import { dataOf, outcomeOf, type Turn } from '../turn.ts';
import { agentActor } from '../world/parties.ts';
import type { Shown } from './authority/writes.ts';
import { cancelAndCheck } from './cancel.ts';
import { applyAcceptance, beginAcceptance, loadApprovals, pendingOf, readStatus } from './decide.ts';
import { setLimits } from './limits.ts';
import { limitsOf } from '../limits.ts';
import { noLimits } from '../world/party-groups.ts';

/** Who approves for a party: by any credential or only by a session, and above which amount of USD two users. */
type ApprovalPolicy = { approveBy: 'session' | 'any'; twoAbove: number | null };

const loose: ApprovalPolicy = { approveBy: 'any', twoAbove: null };

/** How somebody approves: by a key, or on the page as a person who has signed in. */
type Way = { as: Actor; by: 'key' | 'session' };

/** An approval of a lent party, and whoever may give it. */
type Asked = { party: Party; transaction: Transaction; id: string; policy: ApprovalPolicy };

/**
 * For a party that has a policy, approvals by several users at once, by keys and on pages, on all servers, let a payment
 * pass as soon as the right users have given one each, and not before (G6). The policy becomes stricter meanwhile at times.
 */
export function approveByPolicy(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const { random } = turn;
    const { approver, owner } = party;
    if (!approver) return;
    const currency = random.chance(0.3) ? 'EUR' : 'USD';
    const amount = random.between(2, 900);
    const of = random.pick(['agent', 'party'] as const);
    const policy = drawPolicy(turn, amount);
    await setPolicy(turn, party, random.chance(0.3) ? { ...policy, approveBy: 'any' } : policy);
    await setLimits(turn, party, of, limitsOf(currency, { perTransaction: 1 }));
    const payee = pickParty(turn);
    const counterparty = { type: 'party_id', value: payee.id };
    const review = { expected: 'yes', deciders: [party] } as const;
    const asked = { as: agentActor(party.agent), payee, counterparty, amount, currency, review };
    const { transaction } = await sendAndCheck(turn, { ...asked, isExclusive: true, skipReplay: true });
    if (transaction) {
      await reserve(transaction, async () => {
        await loadApprovals(turn, transaction);
        const [id = ''] = pendingOf(transaction);
        // Who minted the key that asked is a maker too, where a limit of the party is exceeded.
        const able = of === 'party' ? [approver] : [approver, owner];
        await approveAll(turn, { party, transaction, id, policy }, able);
      });
    }
    await setPolicy(turn, party, loose);
    await setLimits(turn, party, of, noLimits);
  });
}

function drawPolicy({ random }: Turn, amount: number): ApprovalPolicy {
  const approveBy = random.pick(['session', 'any'] as const);
  const above = random.pick([amount - 1, amount, amount + 1, null]);
  return { approveBy, twoAbove: above !== null && above < 1 ? null : above };
}

/** Has one user approve under what may be an earlier, looser policy, then everybody who could, several times at once. */
async function approveAll(turn: Turn, asked: Asked, able: readonly Actor[]): Promise<void> {
  const { party, transaction, policy } = asked;
  const { random } = turn;
  const asksTwo =
    policy.twoAbove !== null && (transaction.currency !== 'USD' || transaction.amount > policy.twoAbove);
  const users = [party.owner, party.approver].filter((each) => each !== null);
  const move = beginAcceptance(transaction, true);
  const given = new Set<string>();
  if (asksTwo && random.chance(0.5)) {
    const [first] = able;
    if (first) await expectFirst(turn, asked, { as: first, by: random.pick(['key', 'session']) });
  }
  await setPolicy(turn, party, policy);
  const ways = users.flatMap((as) =>
    Array.from({ length: random.between(1, 2) }, (): Way => ({ as, by: random.pick(['key', 'session']) })),
  );
  const passed = await Promise.all(ways.map((way) => approve(turn, asked, way)));
  for (const [index, { as, by }] of ways.entries()) {
    if (!passed[index]) continue;
    if (!able.includes(as))
      turn.fail('G6', 'who minted the key of an agent approved over a limit of the party');
    if (policy.approveBy === 'session' && by === 'key')
      turn.fail('G6', 'a key approved where only people do who have signed in');
    if (given.has(as.userId)) turn.fail('G6', 'one user approved twice');
    given.add(as.userId);
  }
  const status = await readStatus(turn, transaction);
  await expectDeciders(turn, asked, { asksTwo, isDone: status !== 'IN_REVIEW' });
  turn.record(`${policy.approveBy}, ${asksTwo ? 'two' : 'one'}: ${status}`);
  if (status === 'IN_REVIEW') {
    finishMove(move, false);
    const may = ways.filter(
      ({ as, by }) => able.includes(as) && (by === 'session' || policy.approveBy === 'any'),
    );
    const enough = new Set(may.map(({ as }) => as.userId)).size >= (asksTwo ? 2 : 1);
    if (enough) turn.fail('G6', 'a payment waits, though everybody who has to has approved it');
    return cancelAndCheck(turn, transaction, { as: party.owner, key: turn.token() }, 'must');
  }
  transaction.approvals.set(asked.id, 'approved');
  applyAcceptance(turn, transaction);
  return finishMove(move, true);
}

/** Approves as the first of two, after which the payment waits all the same. */
async function expectFirst(turn: Turn, asked: Asked, way: Way): Promise<void> {
  const wasGiven = await approve(turn, asked, way);
  turn.record(`first by ${way.by} ${wasGiven ? 'given' : 'refused'}`);
  if ((await readStatus(turn, asked.transaction)) !== 'IN_REVIEW')
    turn.fail('G6', 'executed after the first of two approvals');
}

/** Checks who is shown to have decided: once it has passed, as many users as the policy asks, each once. */
async function expectDeciders(
  turn: Turn,
  { party, id }: Asked,
  { asksTwo, isDone }: { asksTwo: boolean; isDone: boolean },
): Promise<void> {
  const response = await turn.send({ as: party.readOnly, path: `/approvals/${id}` });
  const { decidedBy } = (dataOf(response) as Shown).attributes;
  const shown = (decidedBy as Array<{ userId: string }> | null) ?? [];
  const users = new Set(shown.map(({ userId }) => userId));
  const wanted = asksTwo ? 2 : 1;
  if (users.size !== shown.length || (isDone && users.size !== wanted) || (!isDone && users.size >= wanted))
    turn.fail('G6', `${users.size} users have approved what ${wanted} have to`);
}

/** Approves, and returns whether that counted. A session uses the form of the page, sent again if a server is killed. */
async function approve(turn: Turn, { id }: Asked, { as, by }: Way): Promise<boolean> {
  if (by === 'session') {
    const cookie = await signInByMailbox(turn, as.email ?? '');
    const fields = { verdict: 'approve', key: hash('sha256', turn.token()).slice(0, 36) };
    const { status } = await browse(turn, { path: `/review/${id}`, cookie, fields });
    return status === 303;
  }
  const response = await turn.send({
    as,
    method: 'POST',
    path: `/approvals/${id}/approve`,
    key: turn.token(),
  });
  const refusals = ['conflict', 'forbidden', 'sign_in_required'];
  if (response.status !== 200 && !refusals.includes(codesOf(response)[0] ?? ''))
    turn.fail('responses', `an approval was refused as ${outcomeOf(response)}`);
  return response.status === 200;
}

/** Sets who approves for a party, as the operator does. */
async function setPolicy(
  { run }: Turn,
  party: Party,
  { approveBy, twoAbove }: ApprovalPolicy,
): Promise<void> {
  const { load, administer } = run.world.administration;
  const { setApprovalPolicyByOperator } = await load<typeof Policy>('identity/parties/approval-policy.ts');
  const { parseId } = await load<typeof Ids>('lib/id.ts');
  const partyId = parseId('pty', party.id);
  if (!partyId) throw new Error('a party without an id');
  const policy = { approveBy, twoAbove: twoAbove === null ? null : BigInt(twoAbove) };
  await administer((tx, now) =>
    setApprovalPolicyByOperator(tx, { partyId, now, operator: 'hammer', policyOf: () => policy }),
  );
}
