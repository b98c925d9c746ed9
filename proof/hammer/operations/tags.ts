import type { Party, Tags, Transaction } from '../model/types.ts';
import { pickParty } from '../picking.ts';
import { drawTag } from '../tags.ts';
import type { Turn } from '../turn.ts';
import { checkComplete, checkOrder, readPages } from './lists.ts';

/** The lists that can be filtered by a tag. */
const lists = [
  '/transactions?',
  '/transactions?type=payment&',
  '/transactions?type=transfer&',
  '/transfers?',
  '/payment-requests?',
  '/party-invitations?',
] as const;
type List = (typeof lists)[number];
type Tag = { name: string; value: string };

/** Filters a list by a tag while others write: what is known to have the tag is there, and nothing known without it. */
export async function filterByTag(turn: Turn): Promise<void> {
  const { random } = turn;
  const [party, list, tag] = [pickParty(turn), random.pick(lists), drawTag(random)];
  turn.record(list);
  const before = idsOf(party, list, tag);
  const items = await readPages(turn, party, pathOf(list, tag), {
    limit: random.between(1, 40),
    pages: random.between(1, 3),
  });
  checkOrder(turn, items.read);
  checkComplete(turn, before, items);
  const others = new Set(idsOf(party, list).map(digits));
  for (const id of idsOf(party, list, tag)) others.delete(digits(id));
  const wrong = items.read.find(({ id }) => others.has(digits(id)));
  if (wrong) turn.fail('responses', `${wrong.id} does not have the tag ${tag.name}=${tag.value}`);
}

/** Filters the lists of the regular parties, each by one tag, while nobody writes: exactly what the model has. */
export async function compareTagged(turn: Turn): Promise<void> {
  for (const party of turn.run.world.parties.regular) {
    for (const list of lists) {
      const tag = drawTag(turn.random);
      const all = { limit: 100, pages: Number.POSITIVE_INFINITY };
      const { read } = await readPages(turn, party, pathOf(list, tag), all);
      const expected = new Set(idsOf(party, list, tag).map(digits));
      const what = `filtered by ${tag.name}=${tag.value}, ${list} of ${party.name}`;
      for (const { id } of read)
        if (!expected.delete(digits(id))) turn.fail('tenancy', `${what} shows ${id}`);
      for (const missing of expected) turn.fail('G1', `${what} lacks ${missing}`);
    }
  }
}

function pathOf(list: List, { name, value }: Tag): string {
  return `${list}tag[${name}]=${value}`;
}

/** Returns the ids that a party's list shows, as the model knows them; with a tag, only of resources that have it. */
function idsOf(party: Party, list: List, tag?: Tag): string[] {
  const [path = '', query] = list.split('?');
  const hasTag = (tags: Tags): boolean => !tag || tags[tag.name] === tag.value;
  if (!path.startsWith('/trans'))
    return party.others.filter((other) => other.path === path && hasTag(other.tags)).map(({ id }) => id);
  const isListed = ({ type }: Transaction): boolean =>
    type === 'payment' ? path === '/transactions' && query !== 'type=transfer&' : query !== 'type=payment&';
  // The payee of a payment sees no tags of it.
  const isTold = ({ payer, maker }: Transaction): boolean => payer === party || maker.party === party;
  return party.transactions
    .filter((each) => isListed(each) && (!tag || (isTold(each) && hasTag(each.tags))))
    .map(({ id }) => id);
}

/** Returns an id without its prefix: a payment and its transaction share the rest. */
function digits(id: string): string {
  return id.slice(4);
}
