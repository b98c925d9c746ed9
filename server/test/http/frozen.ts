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
