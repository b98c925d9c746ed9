import { codesOf, type HttpResponse } from '../../support/http.ts';
import { partiesOf, pathOf } from '../model/transactions.ts';
import type { Party, Transaction } from '../model/types.ts';
import { pickParty, reserve } from '../picking.ts';
import { dataOf, outcomeOf, type RequestSpec, type Turn } from '../turn.ts';
import { allParties } from '../world/party-groups.ts';

/** A request for a foreign resource, which is compared with the same request for an id that does not exist. */
type Probe = {
  owners: readonly Party[];
  code: string;
  path: (id: string) => string;
  id: string;
  request: Partial<RequestSpec>;
  /** The payment or withdrawal that it is about. */
  about?: Transaction;
};

/** A foreign resource looks like one that does not exist, for reads and writes. */
export async function probeForeign(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const victim = random.pick(allParties(run.world.parties));
  const probes = random.pick([
    () => transactionProbes(pickTransaction(turn, victim.transactions)),
    () => transactionProbes(pickTransaction(turn, run.model.withdrawals)),
    () => transactionProbes(pickTransaction(turn, run.model.inReview)),
    () => approvalProbes(turn, pickTransaction(turn, run.model.reviewed)),
    () => partyProbes(victim),
  ])();
  if (probes.length === 0) return turn.record('(none)');
  const probe = random.pick(probes);
  const stranger = pickStranger(turn, probe);
  if (!stranger) return turn.record('(none)');
  const { about } = probe;
  if (about?.payee !== stranger) return comparePaths(turn, probe, stranger);
  // An approval under way would show it to its payee.
  if (about.reserved || about.isExclusive) return turn.record('(reserved)');
  await reserve(about, () => comparePaths(turn, probe, stranger));
}

async function comparePaths(turn: Turn, probe: Probe, stranger: Party): Promise<void> {
  const request = { as: stranger.owner, ...probe.request };
  const key = () => (probe.request.method ? turn.token() : null);
  const found = await turn.send({ ...request, path: probe.path(probe.id), key: key() });
  const absent = await turn.send({ ...request, path: probe.path(absentLike(probe.id)), key: key() });
  const [method, shape] = [request.method ?? 'GET', probe.path('{id}').replaceAll(/pty_\w+/g, '{party}')];
  turn.record(`${method} ${shape} ${outcomeOf(found)}`);
  if (codesOf(found)[0] !== probe.code) turn.fail('tenancy', `a stranger was not refused as ${probe.code}`);
  if (withoutIds(found) !== withoutIds(absent))
    turn.fail('tenancy', 'a foreign resource does not look absent');
}

function pickTransaction({ random }: Turn, transactions: readonly Transaction[]): Transaction | null {
  return transactions.length > 0 ? random.pick(transactions) : null;
}

/** Picks a party that may not see it: often the payee of what is in review, or ended there. */
function pickStranger(turn: Turn, { owners, about }: Probe): Party | null {
  const stranger = about?.payee && turn.random.chance(0.5) ? about.payee : pickParty(turn);
  // A delegate may read for its customer, so it is no stranger.
  const mayRead = stranger.customers.some(({ customer }) => owners.includes(customer));
  return owners.includes(stranger) || mayRead ? null : stranger;
}

function transactionProbes(about: Transaction | null): Probe[] {
  if (!about) return [];
  const { id } = about;
  const owners = partiesOf(about);
  const isPayment = about.type === 'payment';
  const path = (other: string): string => pathOf(about).replace(id, other);
  const code = isPayment ? 'payment_not_found' : 'transfer_not_found';
  const probes: Probe[] = [
    { owners, about, code, id, path, request: {} },
    { owners, about, code, id, path: (other) => `${path(other)}?partyId=${about.payer.id}`, request: {} },
    {
      owners,
      about,
      code: 'transaction_not_found',
      id: `txn${id.slice(3)}`,
      path: (other) => `/transactions/${other}`,
      request: {},
    },
  ];
  // Not while another operation has reserved it: its state would be in doubt if the cancel passed.
  if (!about.reserved)
    probes.push({
      owners,
      about,
      code,
      id,
      path: (other) => `${path(other)}/cancel`,
      request: { method: 'POST' },
    });
  return probes;
}

function approvalProbes(turn: Turn, transaction: Transaction | null): Probe[] {
  const [id] = transaction ? [...transaction.approvals.keys()] : [];
  if (!transaction || id === undefined) return [];
  const owners = partiesOf(transaction);
  const code = 'approval_not_found';
  const verdict = turn.random.pick(['approve', 'deny']);
  return [
    { owners, code, id, path: (other) => `/approvals/${other}`, request: {} },
    { owners, code, id, path: (other) => `/approvals/${other}/${verdict}`, request: { method: 'POST' } },
  ];
}

function partyProbes(party: Party): Probe[] {
  const { agent, accountId } = party;
  const owners = [party];
  const ofAgent = { owners, code: 'agent_not_found', id: agent.id };
  const body = { name: 'Taken over' };
  const invitation = {
    recipients: [{ type: 'email', value: 'x@nobody.purser.test' }],
    permissions: ['payments.read'],
  };
  return [
    { ...ofAgent, path: (id) => `/agents/${id}`, request: { method: 'PATCH', body } },
    { ...ofAgent, path: (id) => `/agents/${id}/customers`, request: {} },
    { ...ofAgent, path: (id) => `/agents/${id}/customers`, request: { method: 'POST', body: invitation } },
    {
      owners,
      code: 'external_account_not_found',
      id: accountId,
      path: (id) => `/external-accounts/${id}`,
      request: { method: 'DELETE' },
    },
  ];
}

/** A list filtered by a foreign id is empty. */
export async function filterForeign(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  const other = pickParty(turn, party);
  const path = turn.random.pick([
    `/agent-keys?agentId=${other.agent.id}`,
    `/party-invitations?party_id=${other.id}`,
  ]);
  const response = await turn.send({ as: party.owner, path });
  turn.record(outcomeOf(response));
  if (response.status !== 200 || (dataOf(response) as unknown[]).length > 0)
    turn.fail('tenancy', 'a filter shows foreign items');
}

/** A party cannot use an agent of another party. */
export async function useForeignAgent(turn: Turn): Promise<void> {
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
  turn.record(outcomeOf(byHeader));
  if (codesOf(byHeader)[0] !== 'agent_not_found')
    turn.fail('tenancy', 'a party used an agent of another party');
  const byKey = await turn.send({ ...common, as: { ...party.owner, key: party.agent.key } });
  turn.record(outcomeOf(byKey));
  if (codesOf(byKey)[0] !== 'forbidden') turn.fail('tenancy', 'an agent key acted as another agent');
}

/** Returns an id of the same type that does not exist. */
function absentLike(id: string): string {
  return `${id.slice(0, 4)}${'0'.repeat(31)}1`;
}

function withoutIds({ status, text }: HttpResponse): string {
  return `${status} ${text.replaceAll(/req_[0-9a-f]{32}|127\.0\.0\.1:\d+/g, '')}`;
}
