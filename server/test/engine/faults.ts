import type { Dated, IdempotencyKey } from '../../src/engine/model/actor.ts';
import type { AgentRules } from '../../src/engine/model/agent-rules.ts';
import type { Command } from '../../src/engine/decide/commands.ts';
import type { Refusal } from '../../src/engine/model/outcomes.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import type { Id } from '../../src/lib/id.ts';
import { type buyer, id, setAgent, setParty, setWallets, type shop, wallet } from './world.ts';

export type Case = { state: LoadedState; command: Dated<Command> };

/**
 * A kind of command, its possible faults in the order of refusals, and a function that builds it with given
 * faults.
 */
export type Spoilable = {
  what: string;
  order: readonly Refusal[];
  /** The result without a fault. */
  end: string;
  spoiled: (has: (fault: Refusal) => boolean) => Case;
};

export type Has = (fault: Refusal) => boolean;

const nobody = id('agt', 'nobody');
const lodger = id('agt', 'lodger');
export const actorRefusals = [
  'credential_revoked',
  'role_changed',
  'agent_inactive',
  'agent_suspended',
  'key_reused',
] as const;

/** Adds the faults of any actor. */
export function spoilActor(state: LoadedState, has: Has, credential: string, used: IdempotencyKey): void {
  if (has('role_changed')) state.activeCredentials.set(credential, { expiresAt: null, role: 'MEMBER' });
  if (has('credential_revoked')) state.activeCredentials.delete(credential);
  const response = { status: 201, body: '', fingerprint: Buffer.from('another') };
  if (has('key_reused')) state.responses.set(used.digest, response);
}

export const onlyEuros: AgentRules = { currencies: { allow: ['EUR'], onBreach: 'refuse' } };

/** Adds the faults of the acting agent. */
export function spoilAgent(state: LoadedState, has: Has): void {
  const rules = has('rule_broken') ? onlyEuros : null;
  const status = has('agent_inactive') ? 'REVOKED' : has('agent_suspended') ? 'SUSPENDED' : 'ACTIVE';
  const walletIds = has('wallet_not_allowed') ? [id('wal', 'another wallet')] : null;
  setAgent(state, { status, rules, walletIds });
}

/** Returns an agent of the party that may not act, if it is to have that fault. */
export function idleAgent(state: LoadedState, partyId: typeof shop, has: Has): typeof buyer | null {
  setAgent(state, { id: lodger, partyId, status: 'SUSPENDED' });
  return has('agent_inactive') ? nobody : has('agent_suspended') ? lodger : null;
}

/** Adds the faults of the wallet that a request names, and returns its id. The payer's faults come first. */
export function spoilNamedWallet(state: LoadedState, partyId: typeof shop, has: Has): Id<'wal'> {
  if (has('wallet_unknown')) return id('wal', 'nothing');
  if (has('wallet_in_other_currency')) {
    const euros = wallet(partyId, { currency: 'EUR' });
    setWallets(state, euros);
    return euros.id;
  }
  const found = state.wallets.get(partyId)?.find(({ currency }) => currency === 'USD');
  if (!found) throw new Error('the payer has a wallet');
  if (has('wallet_closed')) found.status = 'closed';
  return found.id;
}

/** Sets a fee of a cent on payments and withdrawals of 10.00 USD, if they are to have that fault. */
export function spoilFee(state: LoadedState, has: Has): void {
  const USD = { fixed: 1, basisPoints: 0 };
  if (has('fee_not_covered')) state.fees = { payment: { USD }, withdrawal: { USD }, accounts: {} };
}

/** Has a party owe a cent in USD, if it is to have that fault. Called once its wallets are set. */
export function spoilDebt(state: LoadedState, partyId: typeof shop, has: Has): void {
  if (!has('amount_owed')) return;
  const account = wallet(partyId, { id: id('wal', `debt of ${partyId}`), isReceivable: true, posted: -1n });
  state.wallets.set(partyId, [...(state.wallets.get(partyId) ?? []), account]);
}

/** Adds the faults of a party and of its wallet that has to pay 10.00 USD. */
export function spoilPayer(state: LoadedState, partyId: typeof shop, has: Has): void {
  spoilFee(state, has);
  if (has('party_frozen')) setParty(state, partyId, { status: 'FROZEN' });
  const status = has('wallet_frozen') ? 'frozen' : 'active';
  setWallets(state, wallet(partyId, { posted: has('insufficient_funds') ? 999n : 1_000n, status }));
  spoilDebt(state, partyId, has);
}
