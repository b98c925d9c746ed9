import { bankOutcome, partiesOf, pathOf } from '../model/transactions.ts';
import type { Party, Transaction } from '../model/types.ts';
import { pickParty } from '../picking.ts';
import { checkTags } from '../tags.ts';
import { dataOf, outcomeOf, type Turn } from '../turn.ts';

type Shown = {
  attributes: {
    amount: number | string;
    status: string;
    description: string;
    // Only of a transaction.
    is_delegated?: boolean;
    customer_name?: string | null;
    customer_agent_id?: string | null;
  };
};

const readsAtOnce = 4;

/** Reads several transactions on one server at the same moment: no request gets the response of another. */
export async function readTogether(turn: Turn): Promise<void> {
  const server = turn.random.below(turn.run.world.httpClients.length);
  await Promise.all(Array.from({ length: readsAtOnce }, () => readOne(turn, server)));
}

/** Reads a transaction as a party that may see it: it exists once acknowledged, and has a possible status. */
export async function readTransaction(turn: Turn): Promise<void> {
  await readOne(turn);
}

async function readOne(turn: Turn, server?: number): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  if (party.transactions.length === 0) return turn.record('(none)');
  const recent = party.transactions.slice(-30);
  const transaction = random.pick(random.chance(0.7) ? recent : party.transactions);
  if (transaction.reserved) return turn.record('(reserved)');
  transaction.reserved = true;
  const viewer = random.pick(partiesOf(transaction));
  const isDelegated = transaction.payer !== transaction.maker.party;
  const asTransaction = random.chance(isDelegated ? 0.9 : 0.4); // it shows the delegation
  // Only its own party can read a withdrawal as a transfer; every party involved can read the transaction.
  const path = asTransaction ? `/transactions/txn${transaction.id.slice(3)}` : pathOf(transaction);
  const as = random.chance(0.5) ? viewer.owner : viewer.readOnly;
  const response = await turn.send({ as, path, ...(server !== undefined && { server }) });
  transaction.reserved = false;
  turn.record(`${asTransaction ? 'transaction' : transaction.type} ${outcomeOf(response)}`);
  if (response.status !== 200) turn.fail('G1', `${transaction.id} was acknowledged, but is missing`);
  const shown = (dataOf(response) as Shown).attributes;
  const { amount, status, description } = shown;
  if (Number(amount) !== transaction.amount || description !== transaction.token)
    turn.fail('G1', `${transaction.id} has another amount or description`);
  if (!possibleStates(transaction).includes(status)) {
    turn.fail('G1', `${transaction.id} was acknowledged as ${transaction.status}, but has status ${status}`);
  }
  const isToldTags = viewer === transaction.payer || viewer === transaction.maker.party;
  if (asTransaction) checkDelegation(turn, transaction, viewer, shown);
  else checkTags(turn, response, isToldTags ? transaction.tags : {});
}

/** Checks that a delegation is shown to the customer and to its delegate, and to nobody else. */
function checkDelegation(
  turn: Turn,
  { payer, maker }: Transaction,
  viewer: Party,
  shown: Shown['attributes'],
): void {
  const isTold = payer !== maker.party && (viewer === payer || viewer === maker.party);
  const expected = [isTold, isTold ? payer.name : null, isTold ? (maker.agent?.id ?? null) : null];
  const found = [shown.is_delegated, shown.customer_name, shown.customer_agent_id];
  if (found.some((each, index) => each !== expected[index]))
    turn.fail('tenancy', `a delegation is shown as ${found.join(', ')} instead of ${expected.join(', ')}`);
}

/**
 * Returns the possible statuses: the acknowledged one, and each that the bank or the end of its agent may have caused
 * since.
 */
export function possibleStates(transaction: Transaction): string[] {
  if (transaction.status === 'IN_REVIEW' && transaction.mayEnd) return ['IN_REVIEW', 'CANCELED'];
  if (transaction.type === 'payment' || transaction.status !== 'PROCESSING') return [transaction.status];
  const outcome = bankOutcome(transaction.amount);
  const states = ['PROCESSING', outcome];
  if (outcome === 'RETURNED') states.push('COMPLETED');
  if (transaction.cancelRequested) states.push('CANCELED');
  return states;
}

/** Reads a transaction of a customer that delegated reading. */
export async function readForCustomer(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const [delegation] = party.customers;
  const transaction = delegation && delegation.customer.transactions.at(-1 - random.below(20));
  if (!transaction || transaction.reserved) return turn.record('(none)');
  const path = `${pathOf(transaction)}?partyId=${delegation.customer.id}`;
  const response = await turn.send({
    as: party.owner,
    path,
    agentId: random.chance(0.5) ? party.agent.id : null,
  });
  turn.record(`${transaction.type} ${outcomeOf(response)}`);
  if (transaction.type === 'payment' && response.status !== 200)
    turn.fail('G1', 'a customer’s payment is missing');
}
