import type { Limits, Party } from '../model/types.ts';

export const noLimits: Limits = { perTransaction: null, perDay: null, perMonth: null };

/** The parties of a run, by their role. */
export type PartyGroups = {
  /** Pay each other all the time. */
  regular: readonly Party[];
  /** Lent to one operation at a time, which may rely on their balances. */
  exclusive: readonly Party[];
  /** Lent to one operation at a time, which may rely on their spending limits. */
  limited: readonly Party[];
  /** Never run out of money. */
  wealthy: readonly Party[];
  /** Funds the others, and never runs out of money. */
  treasury: Party;
};

export function allParties({ regular, exclusive, limited, wealthy, treasury }: PartyGroups): Party[] {
  return [...regular, ...exclusive, ...limited, ...wealthy, treasury];
}
