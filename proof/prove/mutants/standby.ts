import type { Mutant } from '../mutant.ts';

/** Faults that acknowledge a write that the synchronous standby does not have. */
export const standbyMutants: readonly Mutant[] = [
  {
    name: 'canceled-wait-ignored',
    fault: 'the notice that a commit did not wait for its standby is ignored',
    caughtBy: ['G1'],
    patches: [
      ['server/src/db/session-client.ts', 'if (routine === waitForStandby)', `if (routine === 'none')`],
    ],
    bound: 6,
    standby: true,
  },
  {
    name: 'warnings-hidden',
    fault: 'sessions tell the database to send no warnings',
    caughtBy: ['G1'],
    patches: [['server/src/db/safety.ts', `client_min_messages: 'warning'`, `client_min_messages: 'error'`]],
    bound: 6,
    standby: true,
  },
  {
    name: 'sessions-not-checked',
    fault: 'a session whose commits do not wait is used, because only the start checks sessions',
    caughtBy: ['G1'],
    patches: [
      [
        'server/src/db/pool.ts',
        'checkSession(session, settings, limits),',
        'checkSession(session, settings, limits).catch(() => undefined),',
      ],
    ],
    bound: 6,
    standby: true,
  },
];
