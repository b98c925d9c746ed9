import type { PaymentTerms } from '../../src/engine/model/records.ts';

/** Who reads a payment: the parties and the agent behind it, and whoever decides on it, on the page of its approval. */
export type Viewer = 'payer' | 'initiator' | 'agent' | 'payee' | 'approver';

export const payers = ['payer', 'initiator', 'agent'] as const;
export const all = [...payers, 'payee'] as const;

/** Where the sides of a payment read it. */
export const places = ['payment', 'payments', 'transaction', 'transactions', 'JSON', 'CSV'] as const;

type Term = {
  /** What is sent; `text` stands in it and in nothing else. */
  value: unknown;
  text: string;
  viewers: readonly Viewer[];
  /** Where its payer reads it, and its payee if it is one of the viewers. */
  places: ReadonlyArray<(typeof places)[number]>;
  /** By which query the lists of payments and transactions find those that have it; null if they do not filter by it. */
  query: string | null;
};

/** What clients say of a payment beside its money, who reads it, and where. Written by hand. */
export const terms: { [K in Exclude<keyof PaymentTerms, 'amount' | 'currency'>]: Term } = {
  description: { value: 'Stamps', text: 'Stamps', viewers: [...all, 'approver'], places, query: null },
  tags: {
    value: { desk: 'Drawer' },
    text: 'Drawer',
    viewers: payers,
    places: ['payment', 'payments'],
    query: 'tag[desk]=Drawer',
  },
};

/** All of them, as a payment is created with them. */
export const sentTerms = Object.fromEntries(Object.entries(terms).map(([name, { value }]) => [name, value]));
