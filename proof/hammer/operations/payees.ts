import { isDeepStrictEqual } from 'node:util';
import type { Agent, Actor, Party, Transaction } from '../model/types.ts';
import { sendAndCheck } from '../paying.ts';
import { dataOf, type Turn } from '../turn.ts';
import { noLimits } from '../world/party-groups.ts';
import { signUpWith } from '../world/parties.ts';
import { type Shown, succeed } from './authority/writes.ts';
import { loadApprovals, pendingOf } from './decide.ts';
import { newCautiousAgent, revoke } from './reviews.ts';

const never = { knownSince: null, lastPaidAt: null };

/**
 * A stranger takes the name of somebody whom a party has paid, as far as a reader sees. Approvals warn of it, name it as
 * of the request, and do not take for known whom others have paid, who has paid itself, or who was paid later (G18).
 */
export function showPayees(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const agent = await newCautiousAgent(turn, party);
    if (!agent) return;
    const name = `Payee ${turn.token()}`;
    const known = await newPayee(turn, name);
    const since = await payOneCent(turn, party.owner, known);
    const stranger = await newPayee(turn, ` ${name.toUpperCase()}  `);
    await payOneCent(turn, turn.run.world.parties.treasury.owner, stranger);
    await payOneCent(turn, stranger.owner, party);

    const ofKnown = await ask(turn, agent, known, { type: 'email', value: known.email.toUpperCase() });
    const paid = { knownSince: since, lastPaidAt: since };
    const byAddress = { ...shownOf(known, paid), address: known.email };
    await expectPayee(turn, party, ofKnown, byAddress);
    const warned = { ...shownOf(stranger, never), nameWarning: { partyId: known.id, name } };
    const reviews = [ofKnown];
    for (let asked = 0; asked < 2; asked += 1) {
      const transaction = await ask(turn, agent, stranger);
      reviews.push(transaction);
      await expectPayee(turn, party, transaction, warned);
    }
    await rename(turn, stranger, `Else ${turn.token()}`);
    const [, first] = reviews;
    if (first) await expectPayee(turn, party, first, warned);
    const at = await payOneCent(turn, party.owner, stranger);
    if (first) await expectPayee(turn, party, first, warned);
    const later = await ask(turn, agent, stranger);
    await expectPayee(turn, party, later, shownOf(stranger, { knownSince: at, lastPaidAt: at }));
    const value = `${turn.token()}@nobody.purser.test`.toLowerCase();
    const nobody = await ask(turn, agent, null, { type: 'email', value });
    const unproved = { name: value, address: value, partyId: null, verified: false, nameWarning: null };
    await expectPayee(turn, party, nobody, { ...unproved, ...never });
    await revoke(turn, agent, [...reviews, later, nobody]);
    turn.record('shown');
  });
}

const shownOf = ({ id, name }: Party, dates: object): object => ({
  name,
  address: null,
  partyId: id,
  verified: true,
  nameWarning: null,
  ...dates,
});

/** Makes a party of this name. */
async function newPayee(turn: Turn, name: string): Promise<Party> {
  const { model, world } = turn.run;
  const email = `${turn.token()}@payee.purser.test`.toLowerCase();
  const made = await signUpWith(world.administration, email);
  if (!made) throw new Error('the address of a payee is taken');
  const { id, key } = made;
  model.secrets.add(key);
  const empty = { limits: noLimits, customers: [], wallets: new Map(), transactions: [], others: [] };
  const party = { ...empty, id, email, userId: '', approver: null } as unknown as Party;
  const owner: Actor = { key, party, userId: '', agent: null };
  await rename(turn, Object.assign(party, { owner, readOnly: owner }), name);
  return party;
}

async function rename(turn: Turn, party: Party, name: string): Promise<void> {
  await succeed(turn, {
    as: party.owner,
    method: 'PATCH',
    path: '/parties/me',
    body: { name },
    skipReplay: true,
  });
  party.name = name;
}

/** Pays one cent, and returns the time of it. */
async function payOneCent(turn: Turn, as: Actor, payee: Party): Promise<string> {
  const counterparty = { type: 'party_id', value: payee.id };
  const intent = { as, payee, counterparty, amount: 1, isExclusive: true, skipReplay: true };
  const { response } = await sendAndCheck(turn, intent);
  const { createdAt } = (dataOf(response) as Shown).attributes;
  return `${String(createdAt).slice(0, 19)}Z`;
}

async function ask(
  turn: Turn,
  agent: Agent,
  payee: Party | null,
  counterparty = { type: 'party_id', value: payee?.id ?? '' },
): Promise<Transaction> {
  const { party } = agent;
  const review = { expected: 'yes', deciders: [party] } as const;
  const asked = { as: party.owner, agent, payee, counterparty, amount: 2, review };
  const { transaction } = await sendAndCheck(turn, {
    ...asked,
    isExclusive: true,
    mayEnd: true,
    skipReplay: true,
  });
  if (!transaction) throw new Error('a payment over the limit was refused');
  return transaction;
}

async function expectPayee(
  turn: Turn,
  party: Party,
  transaction: Transaction,
  wanted: object,
): Promise<void> {
  await loadApprovals(turn, transaction);
  const [id = ''] = pendingOf(transaction);
  const response = await turn.send({ as: party.readOnly, path: `/approvals/${id}` });
  const { payee } = (dataOf(response) as Shown).attributes;
  if (!isDeepStrictEqual(payee, wanted))
    turn.fail('G18', `a payee is shown as ${JSON.stringify(payee)}, not as ${JSON.stringify(wanted)}`);
}
