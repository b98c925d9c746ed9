import type { Party, Transaction } from '../model/types.ts';
import { partiesOf } from '../model/transactions.ts';
import { pickParty } from '../picking.ts';
import { dataOf, nextCursorOf, type Turn } from '../turn.ts';
import { allParties } from '../world/party-groups.ts';

type Related = { data: { type: string; id: string } | null } | undefined;
type Item = {
  id: string;
  attributes: { amount?: number; status: string; description?: string | null };
  relationships?: Record<string, Related>;
};

const paths = [
  '/transactions',
  '/transactions?type=payment',
  '/transactions?type=transfer',
  '/transfers',
  '/approvals',
  '/approvals?status=approved',
  '/payment-requests',
  '/counterparties',
  '/agent-keys',
  '/customers',
  '/party-invitations',
  '/simulations/mailbox',
] as const;

/** The lists that are ordered by the ids they show. */
const ordered = new Set<string>(paths.slice(0, 8));

/** Reads pages of a list: ordered, without duplicates or foreign items, and with all acknowledged ones (G1). */
export async function readList(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const path = random.pick(paths);
  turn.record(path);
  const known = [...party.transactions];
  const items = await readPages(turn, party, path, {
    limit: random.between(1, 40),
    pages: random.between(1, 3),
  });
  if (ordered.has(path)) checkOrder(turn, items.read);
  for (const item of items.read) checkOwner(turn, party, item);
  const transactions = known.map(({ id }) => id);
  if (path === '/transactions') checkComplete(turn, transactions, items);
  if (path === '/counterparties') checkComplete(turn, counterpartiesOf(party, known), items);
}

/** Reads all pages of a party's transactions. */
export function readAllTransactions(turn: Turn, party: Party): Promise<{ read: Item[]; isWhole: boolean }> {
  return readPages(turn, party, '/transactions', { limit: 100, pages: Number.POSITIVE_INFINITY });
}

/** Reads pages of a list, or all of them, as the owner of a party. */
export async function readPages(
  turn: Turn,
  party: Party,
  path: string,
  { limit, pages }: { limit: number; pages: number },
): Promise<{ read: Item[]; isWhole: boolean }> {
  const read: Item[] = [];
  let cursor = '';
  for (let page = 0; page < pages; page += 1) {
    const separator = path.includes('?') ? '&' : '?';
    const response = await turn.send({ as: party.owner, path: `${path}${separator}limit=${limit}${cursor}` });
    if (response.status !== 200) turn.fail('responses', 'a list was refused');
    read.push(...(dataOf(response) as Item[]));
    const next = nextCursorOf(response);
    if (next === null) return { read, isWhole: true };
    cursor = `&cursor=${next}`;
  }
  return { read, isWhole: false };
}

/** Checks that a list is ordered by its ids, newest first. */
export function checkOrder(turn: Turn, items: readonly Item[]): void {
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    if (before && before.id.slice(4) <= item.id.slice(4))
      turn.fail('responses', 'a list is out of order or has duplicates');
  }
}

/** Checks that the party may see the item. */
function checkOwner(turn: Turn, party: Party, { id, relationships = {} }: Item): void {
  const { model, world } = turn.run;
  // A party may have the digits of the payment that registered it.
  const digits = id.startsWith('pty_') ? '' : id.slice(4);
  const transaction = model.transactions.get(`pay_${digits}`) ?? model.transactions.get(`trf_${digits}`);
  const owners = transaction ? partiesOf(transaction) : model.owners.get(id);
  // An approval that shows it to its payee may be under way.
  const isOpen = transaction?.payee === party && (transaction.reserved || transaction.isExclusive);
  if (owners && !owners.includes(party) && !isOpen)
    turn.fail('tenancy', `${id} is shown to a party that may not see it`);
  const { agent, party: owner } = relationships;
  if (owner?.data && owner.data.id !== party.id) turn.fail('tenancy', `${id} belongs to another party`);
  const foreign = allParties(world.parties).some(
    (other) => other !== party && other.agent.id === agent?.data?.id,
  );
  if (foreign) turn.fail('tenancy', `${id} belongs to an agent of another party`);
}

/** Returns the parties that it is known to have paid or been paid by. */
function counterpartiesOf(party: Party, known: readonly Transaction[]): string[] {
  const others = known.flatMap(({ acceptedOn, payer, payee }) => {
    if (!acceptedOn || !payee) return [];
    if (payer === party) return [payee.id];
    return payee === party ? [payer.id] : [];
  });
  return [...new Set(others)];
}

/** Checks that the pages contain all known ids, down to the last one read. */
export function checkComplete(
  turn: Turn,
  known: readonly string[],
  { read, isWhole }: { read: Item[]; isWhole: boolean },
): void {
  const shown = new Set(read.map(({ id }) => id.slice(4)));
  const last = isWhole ? '' : (read.at(-1)?.id.slice(4) ?? '');
  for (const id of known) {
    const bare = id.slice(4);
    if (bare > last && !shown.has(bare))
      turn.fail('G1', `${id} was acknowledged, but is missing in the list`);
  }
}
