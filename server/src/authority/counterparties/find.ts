import type { Context } from '../../context.ts';
import { newest } from '../../http/pages.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { nameKey, normalEmail } from '../../lib/text.ts';
import { pairPayments } from './list.ts';
import { type CounterpartyRow, listCounterpartiesBefore } from './queries.ts';

const most = 1_000; // of each direction, newest first
const chunk = 200;

/** A counterparty, and whether the party has paid it, not only been paid by it. */
export type FoundCounterparty = CounterpartyRow & { paidBefore: boolean };

/**
 * Returns up to `count` counterparties of the actor's party whose name, e-mail address or id has this text in it, first those
 * that it has paid. It looks through the newest 1 000 of those, and of those that have paid it.
 */
export async function findCounterparties(
  ctx: Context,
  text: string,
  count: number,
): Promise<FoundCounterparty[]> {
  await pairPayments(ctx.db, ctx.actor.partyId);
  const paid = await search(ctx, 'paid', text, count);
  const known = new Set(paid.map(({ id }) => id));
  const others = paid.length < count ? await search(ctx, 'received', text, count) : [];
  const all = [...paid, ...others.filter(({ id }) => !known.has(id))].slice(0, count);
  return all.map((row) => Object.assign(row, { paidBefore: known.has(row.id) }));
}

async function search(
  { db, actor }: Context,
  direction: 'paid' | 'received',
  text: string,
  count: number,
): Promise<CounterpartyRow[]> {
  const found: CounterpartyRow[] = [];
  const wanted = { text: text.trim(), key: nameKey(text), email: normalEmail(text.trim()) };
  let before: string = newest;
  for (let read = 0; read < most && found.length < count; read += chunk) {
    const page = { partyId: actor.partyId, before, count: chunk };
    const rows: CounterpartyRow[] = await listCounterpartiesBefore(db, direction, page);
    found.push(...rows.filter((row) => isMeant(row, wanted)));
    const last: Id<'pty'> | undefined = rows.at(-1)?.id;
    if (rows.length < chunk || last === undefined) break;
    before = last;
  }
  return found.slice(0, count);
}

function isMeant(
  { id, name, email }: CounterpartyRow,
  wanted: { text: string; key: string; email: string },
): boolean {
  return (
    publicId('pty', id) === wanted.text ||
    nameKey(name).includes(wanted.key) ||
    (email ?? '').includes(wanted.email)
  );
}
