import type { Limits, Party } from '../model/types.ts';

export const noLimits: Limits = { perTransaction: null, perDay: null, perMonth: null };

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
