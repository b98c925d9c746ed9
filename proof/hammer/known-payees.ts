import { type Model, paidKey } from './model/model.ts';
import type { Party, Payment, Transaction } from './model/types.ts';
import type { Move } from './model/wallets.ts';
import type { Turn } from './turn.ts';
import { allParties } from './world/party-groups.ts';

/** What an approval shows of who is paid. */
export type ShownPayee = {
  name: string;
  address: string | null;
  partyId: string | null;
  verified: boolean;
  knownSince: string | null;
  lastPaidAt: string | null;
  nameWarning: object | null;
};

/** Returns which of these parties have paid a payee, as far as is acknowledged. */
export function whoHavePaid(
  model: Model,
  parties: readonly Party[],
  payee: Party | null,
): ReadonlySet<Party> {
  return new Set(parties.filter((party) => payee && model.paid.has(paidKey(party, payee))));
}

/** Returns which of these parties may have paid the payee of an attempt, also by requests without a response yet. */
export function mayHavePaid(
  model: Model,
  parties: readonly Party[],
  { intent: { payee }, move }: { intent: { payee: Party | null }; move: Move },
): ReadonlySet<Party> {
  if (!payee) return new Set(parties);
  const isPaid = (other: Move): boolean =>
    other !== move && other.legs.some(({ wallet, available }) => wallet.owner === payee.id && available > 0);
  return new Set(
    parties.filter(
      (party) =>
        model.paid.has(paidKey(party, payee)) ||
        [...party.wallets.values()].some(({ open }) => [...open].some(isPaid)),
    ),
  );
}

const addresses = new Set(['email', 'phone']);

/** Checks how an approval shows who is paid, as of its request, to a party (G18). */
export function checkPayee(
  turn: Turn,
  reader: Party,
  transaction: Transaction,
  shown: { payee: ShownPayee | null; createdAt: string },
): void {
  const { payee } = shown;
  if (transaction.type === 'withdrawal') {
    if (payee !== null) turn.fail('G18', 'a withdrawal is shown with a payee');
    return;
  }
  if (payee === null) turn.fail('G18', `an approval of ${transaction.id} does not show who is paid`);
  const { name, address, verified } = payee;
  // An address that nobody has proved has a party of its own once some payment to it was accepted, and none before.
  const partyId = transaction.payee === null && !isParty(turn, payee.partyId) ? null : payee.partyId;
  const [is, ought] = [{ name, address, partyId, verified }, identityOf(transaction)].map((each) =>
    JSON.stringify(each),
  );
  if (is !== ought) turn.fail('G18', `a payee is shown as ${is}, not as ${ought}`);
  const isOurs = transaction.payee === null || allParties(turn.run.world.parties).includes(transaction.payee);
  if (isOurs && payee.nameWarning !== null) turn.fail('G18', 'a warning of a name that nobody else has');
  checkKnown(turn, reader, transaction, { ...payee, createdAt: shown.createdAt });
  turn.record('payee shown');
}

const isParty = ({ run }: Turn, partyId: string | null): boolean =>
  allParties(run.world.parties).some(({ id }) => id === partyId);

function identityOf({ named, payee }: Payment): object {
  const address = addresses.has(named.type) ? named.value.toLowerCase() : null;
  return { name: payee?.name ?? address, address, partyId: payee?.id ?? null, verified: payee !== null };
}

function checkKnown(
  turn: Turn,
  reader: Party,
  { known }: Payment,
  {
    knownSince,
    lastPaidAt,
    createdAt,
  }: Pick<ShownPayee, 'knownSince' | 'lastPaidAt'> & { createdAt: string },
): void {
  if (known.toSome.has(reader) && knownSince === null)
    turn.fail('G18', 'a payee that was paid before is shown as unknown');
  if (!known.toMost.has(reader) && knownSince !== null)
    turn.fail('G18', 'a payee that was never paid is shown as known');
  if ((knownSince === null) !== (lastPaidAt === null))
    turn.fail('G18', 'a payee has a first payment without a last one');
  if (knownSince === null || lastPaidAt === null) return;
  const times = [knownSince, lastPaidAt, createdAt].map((text) => Date.parse(text));
  const [first = 0, last = 0, asked = 0] = times;
  if (first > last || last > asked)
    turn.fail(
      'G18',
      `a payee is known since ${knownSince}, paid last at ${lastPaidAt}, asked at ${createdAt}`,
    );
}
