/** A request of an earlier version, and its fingerprint, which may be stored. Never change one: add another. */
export type Frozen = { attributes?: Record<string, unknown>; fingerprint: string };

/** The requests of one write: one with only the required attributes, and some with all attributes. */
export type FrozenWrite = { least: Frozen; full?: readonly Frozen[] };

/** Returns an example id. */
export const id = (prefix: string): string => `${prefix}_0198f3c2a4b17d6e8f90a1b2c3d4e5f6`;
/** A request without attributes. */
export const nothingSent: FrozenWrite = {
  least: { fingerprint: 'f430e673d93ac3f880c8b552c72b8d1e23c514e35f65d778f856f6f67f1263b8' },
};

/** All rules of an agent. */
export const frozenRules = {
  counterparties: {
    allow: [{ type: 'domain', value: 'example.com' }],
    block: [{ type: 'party_id', value: id('pty') }],
    onBreach: 'refuse',
  },
  currencies: { allow: ['USD'], onBreach: 'refuse' },
  paymentsPerHour: { max: 5, onBreach: 'refuse' },
  paymentsPerDay: { max: 20, onBreach: 'refuse' },
  hours: {
    timeZone: 'Europe/Berlin',
    weekly: [{ days: ['monday'], from: '09:00', to: '17:00' }],
    onBreach: 'refuse',
  },
  firstPaymentToNewPayee: 'review',
  duplicates: { withinSeconds: 900, onBreach: 'refuse', overridable: true },
};
