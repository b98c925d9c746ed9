import type { Commit } from './protocol.ts';

/**
 * Where a COMMIT is: not yet forwarded to the database; forwarded, and the database may or may not have done it; or done,
 * and its answer not yet forwarded to the server.
 */
export type Moment = 'before' | 'sent' | 'done';
export const moments: readonly Moment[] = ['before', 'sent', 'done'];

/** The session whose COMMIT passes. */
export type Link = {
  backendPid: number;
  /** Breaks it: the server sees an end or a reset, the database an end. */
  cut: (how: 'end' | 'reset') => void;
};

/** What is done to a session at its COMMIT; meanwhile it is held where it is. */
export type Strike = (link: Link) => void | Promise<void>;

/** Which COMMIT to strike at; of any kind unless said. */
export type Aim = { moment: Moment; commit?: Commit };

/** A strike that waits for a COMMIT. */
export type Trap = { aim: Aim; spring: (link: Link) => Promise<void> };

/** The one trap of a proxy, if it is set. */
export type Traps = {
  /** Resolves when the strike is over. */
  set: (aim: Aim, strike: Strike) => Promise<void>;
  take: (moment: Moment, commit: Commit | null) => Trap | null;
  /** For a COMMIT that came to nothing. */
  putBack: (trap: Trap) => void;
};

/** No trap is set yet. */
export function openTraps(): Traps {
  let trap: Trap | null = null;
  return {
    set: (aim, strike) =>
      new Promise((resolve, reject) => {
        const spring = async (link: Link): Promise<void> => {
          try {
            resolve(await strike(link));
          } catch (error) {
            reject(error);
          }
        };
        trap = { aim, spring };
      }),
    take: (moment, commit) => {
      if (commit === null || trap?.aim.moment !== moment || (trap.aim.commit ?? commit) !== commit)
        return null;
      const taken = trap;
      trap = null;
      return taken;
    },
    putBack: (untouched) => {
      trap ??= untouched;
    },
  };
}
