import type { Actor } from '../model/types.ts';
import { pickParty } from '../picking.ts';
import { dataOf, nextCursorOf, type Turn } from '../turn.ts';

/** An event of a list. */
export type ListedEvent = {
  id: string;
  attributes: { eventType: string; resourceId: string; resourceType: string };
};

const readableByPayments = new Set(['approval', 'payment', 'paymentRequest', 'refund', 'transfer']);

/**
 * Reads events while others pay, twice: none appears behind one that was shown (G12), and a key that may only read
 * payments gets no others.
 */
export async function readEvents(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const as = random.chance(0.5) ? party.owner : party.readOnly;
  const first = await readEventPages(turn, as, { pages: random.between(1, 3), limit: random.between(1, 40) });
  const [newest] = first;
  if (!newest) return turn.record('(none)');
  turn.record('read');
  if (as === party.readOnly) {
    const other = first.find(({ attributes }) => !readableByPayments.has(attributes.resourceType));
    if (other) turn.fail('tenancy', `a key for payments gets an event of a ${other.attributes.resourceType}`);
  }
  const lowest = first.at(-1)?.id ?? '';
  const again = await readEventPages(turn, as, { downTo: lowest });
  const before = again.map(({ id }) => id).filter((id) => id <= newest.id);
  const shown = first.map(({ id }) => id).slice(0, -1);
  if (before.length !== shown.length || before.some((id, index) => id !== shown[index]))
    turn.fail('G12', 'an event appeared behind one that was shown, or vanished');
}

/**
 * Reads the events of an actor's party, newest first: some pages, or all that are newer than `downTo`. Each is there
 * once, in order.
 */
export async function readEventPages(
  turn: Turn,
  as: Actor,
  { limit = 100, pages = Infinity, downTo = '' }: { limit?: number; pages?: number; downTo?: string },
): Promise<ListedEvent[]> {
  const read: ListedEvent[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await turn.send({ as, path: `/events?limit=${limit}${from}` });
    if (response.status !== 200) turn.fail('responses', 'the list of events was refused');
    const events = dataOf(response) as ListedEvent[];
    for (const event of events) {
      const last = read.at(-1);
      if (last && last.id <= event.id) turn.fail('G12', `${event.id} comes after ${last.id} in a list`);
      if (event.id <= downTo) return read;
      read.push(event);
    }
    cursor = nextCursorOf(response);
    if (cursor === null) return read;
  }
  return read;
}
