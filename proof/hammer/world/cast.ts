import type { Thing } from '../model/things.ts';
import type { Wallet } from '../model/wallets.ts';

/** Limits in minor units of USD; null is none. */
export type Limits = { perTransaction: number | null; perDay: number | null; perMonth: number | null };

export const noLimits: Limits = { perTransaction: null, perDay: null, perMonth: null };

/** A key and whom the service takes its bearer for. */
export type Caller = {
  key: string;
  party: Party;
  userId: string;
  /** Set where it is the agent's own key. */
  agent: Agent | null;
};

export type Agent = { id: string; key: string; party: Party; limits: Limits };

/** What a customer let a party do through one of its agents. */
export type Delegation = {
  customer: Party;
  agent: Agent;
  permissions: readonly string[];
  perTransaction: number | null;
};

export type Party = {
  id: string;
  name: string;
  email: string;
  userId: string;
  /** Its owner's key, with all scopes. */
  owner: Caller;
  /** A second user, who may approve what the owner asked for; a party without has nobody else. */
  approver: Caller | null;
  readOnly: Caller;
  agent: Agent;
  accountId: string;
  limits: Limits;
  /** Those that delegated to it. */
  customers: Delegation[];
  wallets: Map<string, Wallet>;
  /** Everything that it may see, in the order in which it was acknowledged. */
  things: Thing[];
};

/** Who plays. Duelists and the limited are lent to one operation at a time, which may count on their balances. */
export type Cast = {
  folk: readonly Party[];
  duelists: readonly Party[];
  limited: readonly Party[];
  ringers: readonly Party[];
  /** Has all the money that the others are funded from, and never too little. */
  treasury: Party;
};

export function everybody({ folk, duelists, limited, ringers, treasury }: Cast): Party[] {
  return [...folk, ...duelists, ...limited, ...ringers, treasury];
}
