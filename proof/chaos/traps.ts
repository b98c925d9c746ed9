import type { Commit } from './protocol.ts';

/**
 * The moment of a COMMIT. `before`: not yet forwarded to the database. `sent`: forwarded, the database may or may not
 * have executed it. `done`: executed, the response not yet forwarded to the server.
 */
export type Moment = 'before' | 'sent' | 'done';
export const moments: readonly Moment[] = ['before', 'sent', 'done'];

/** The session that sent a COMMIT. */
export type Link = {
  backendPid: number;
  /** Cuts it: the server sees a close or a reset, the database a close. */
  cut: (how: 'end' | 'reset') => void;
};

/** Injects a fault at a session's COMMIT, which is held until this is done. */
export type Injection = (link: Link) => void | Promise<void>;

/** The COMMIT to wait for; of either kind unless `commit` is given. */
export type Aim = { moment: Moment; commit?: Commit };

/** A fault that waits for a COMMIT. */
export type Trap = { aim: Aim; trigger: (link: Link) => Promise<void> };

/** The trap of a proxy: at most one is set. */
export type Traps = {
  /** Resolves when the fault is injected. */
  set: (aim: Aim, inject: Injection) => Promise<void>;
  take: (moment: Moment, commit: Commit | null) => Trap | null;
  /** Sets the trap again after a COMMIT that did not complete. */
  putBack: (trap: Trap) => void;
};

/** Creates the traps of a proxy, with none set. */
export function openTraps(): Traps {
  let trap: Trap | null = null;
  return {
    set: (aim, inject) =>
      new Promise((resolve, reject) => {
        const trigger = async (link: Link): Promise<void> => {
          try {
            resolve(await inject(link));
          } catch (error) {
            reject(error);
          }
        };
        trap = { aim, trigger };
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
