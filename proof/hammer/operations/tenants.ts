import { codesOf } from '../../support/http.ts';
import type { HttpResponse } from '../../support/http.ts';
import { partiesOf, pathOf } from '../model/things.ts';
import type { Thing } from '../model/types.ts';
import { pickParty } from '../picking.ts';
import { dataOf, endingOf } from '../turn.ts';
import type { Ask, Turn } from '../turn.ts';
import type { Party } from '../model/types.ts';
import { everybody } from '../world/cast.ts';

/** Something of somebody else, and the same address with an id that nobody has. */
type Probe = {
  owners: readonly Party[];
  code: string;
  path: (id: string) => string;
  id: string;
  ask: Partial<Ask>;
};

/** What belongs to others looks like what does not exist, for reads and writes. */
export async function probeForeign(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const victim = random.pick(everybody(run.world.cast));
  const probes = random.pick([
    () => probesOfThing(pickThing(turn, victim.things)),
    () => probesOfThing(pickThing(turn, run.model.withdrawals)),
    () => probesOfApproval(turn, pickThing(turn, run.model.reviewed)),
    () => probesOfParty(victim),
  ])();
  if (probes.length === 0) return turn.note('(none)');
  const probe = random.pick(probes);
  const stranger = pickStranger(turn, probe.owners);
  if (!stranger) return turn.note('(none)');
  const ask = { as: stranger.owner, ...probe.ask };
  const key = () => (probe.ask.method ? turn.token() : null);
  const found = await turn.send({ ...ask, path: probe.path(probe.id), key: key() });
  const absent = await turn.send({ ...ask, path: probe.path(absentLike(probe.id)), key: key() });
  const [method, shape] = [ask.method ?? 'GET', probe.path('{id}').replaceAll(/pty_\w+/g, '{party}')];
  turn.note(`${method} ${shape} ${endingOf(found)}`);
  if (codesOf(found)[0] !== probe.code) turn.fail('tenancy', `a stranger was not refused as ${probe.code}`);
  if (withoutIds(found) !== withoutIds(absent))
    turn.fail('tenancy', 'foreign and absent do not look the same');
}

function pickThing({ random }: Turn, things: readonly Thing[]): Thing | null {
  return things.length > 0 ? random.pick(things) : null;
}

function pickStranger(turn: Turn, owners: readonly Party[]): Party | null {
  const stranger = pickParty(turn);
  // A delegate may read for its customer: it is no stranger.
  const mayRead = stranger.customers.some(({ customer }) => owners.includes(customer));
  return owners.includes(stranger) || mayRead ? null : stranger;
}

function probesOfThing(thing: Thing | null): Probe[] {
  if (!thing) return [];
  const { id } = thing;
  const owners = partiesOf(thing);
  const isPayment = thing.type === 'payment';
  const path = (other: string): string => pathOf(thing).replace(id, other);
  const code = isPayment ? 'payment_not_found' : 'transfer_not_found';
  const probes: Probe[] = [
    { owners, code, id, path, ask: {} },
    { owners, code, id, path: (other) => `${path(other)}?partyId=${thing.payer.id}`, ask: {} },
    {
      owners,
      code: 'transaction_not_found',
      id: `txn${id.slice(3)}`,
      path: (other) => `/transactions/${other}`,
      ask: {},
    },
  ];
  // Not while somebody else acts on it: its state would be in doubt if the cancel passed.
  if (!thing.busy)
    probes.push({ owners, code, id, path: (other) => `${path(other)}/cancel`, ask: { method: 'POST' } });
  return probes;
}

function probesOfApproval(turn: Turn, thing: Thing | null): Probe[] {
  const [id] = thing ? [...thing.approvals.keys()] : [];
  if (!thing || id === undefined) return [];
  const owners = partiesOf(thing);
  const code = 'approval_not_found';
  const verdict = turn.random.pick(['approve', 'deny']);
  return [
    { owners, code, id, path: (other) => `/approvals/${other}`, ask: {} },
    { owners, code, id, path: (other) => `/approvals/${other}/${verdict}`, ask: { method: 'POST' } },
  ];
}

function probesOfParty(party: Party): Probe[] {
  const { agent, accountId } = party;
  const owners = [party];
  const ofAgent = { owners, code: 'agent_not_found', id: agent.id };
  const body = { name: 'Taken over' };
  const invitation = {
    recipients: [{ type: 'email', value: 'x@nobody.purser.test' }],
    permissions: ['payments.read'],
  };
  return [
    { ...ofAgent, path: (id) => `/agents/${id}`, ask: { method: 'PATCH', body } },
    { ...ofAgent, path: (id) => `/agents/${id}/customers`, ask: {} },
    { ...ofAgent, path: (id) => `/agents/${id}/customers`, ask: { method: 'POST', body: invitation } },
    {
      owners,
      code: 'external_account_not_found',
      id: accountId,
      path: (id) => `/external-accounts/${id}`,
      ask: { method: 'DELETE' },
    },
  ];
}

/** Filters by what is somebody else's find nothing. */
export async function filterForeign(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  const other = pickParty(turn, party);
  const path = turn.random.pick([
    `/agent-keys?agentId=${other.agent.id}`,
    `/party-invitations?party_id=${other.id}`,
  ]);
  const response = await turn.send({ as: party.owner, path });
  turn.note(endingOf(response));
  if (response.status !== 200 || (dataOf(response) as unknown[]).length > 0)
    turn.fail('tenancy', 'a filter shows what is foreign');
}

/** An agent of another party cannot be borrowed. */
export async function borrowAgent(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  const other = pickParty(turn, party);
  const counterparty = { type: 'party_id', value: other.id };
  const body = { amount: 1, counterparty, description: turn.token() };
  const common = {
    method: 'POST',
    path: '/payments',
    body,
    key: turn.token(),
    agentId: other.agent.id,
  } as const;
  const byHeader = await turn.send({ ...common, as: party.owner });
  turn.note(endingOf(byHeader));
  if (codesOf(byHeader)[0] !== 'agent_not_found')
    turn.fail('tenancy', 'an agent of another party was borrowed');
  const byKey = await turn.send({ ...common, as: { ...party.owner, key: party.agent.key } });
  turn.note(endingOf(byKey));
  if (codesOf(byKey)[0] !== 'forbidden') turn.fail('tenancy', 'an agent key acted as another agent');
}

/** An id of the same kind that nobody has. */
function absentLike(id: string): string {
  return `${id.slice(0, 4)}${'0'.repeat(31)}1`;
}

function withoutIds({ status, text }: HttpResponse): string {
  return `${status} ${text.replaceAll(/req_[0-9a-f]{32}|127\.0\.0\.1:\d+/g, '')}`;
}
