import type { Fault } from './fault.ts';
import { backendFreeze } from './faults/backend-freeze.ts';
import { backendKill } from './faults/backend-kill.ts';
import { backendTerminate } from './faults/backend-terminate.ts';
import { connectionsExhausted } from './faults/connections-exhausted.ts';
import { cutAfterCommit } from './faults/cut-after-commit.ts';
import { cutAtAnswer } from './faults/cut-at-answer.ts';
import { cutBeforeCommit } from './faults/cut-before-commit.ts';
import { databaseFreeze } from './faults/database-freeze.ts';
import { databaseRestart } from './faults/database-restart.ts';
import { delay } from './faults/delay.ts';
import { diskFull } from './faults/disk-full.ts';
import { embeddedBothKill } from './faults/embedded-both-kill.ts';
import { embeddedPostmasterKill } from './faults/embedded-postmaster-kill.ts';
import { embeddedServerKill } from './faults/embedded-server-kill.ts';
import { postmasterFreeze } from './faults/postmaster-freeze.ts';
import { postmasterKill } from './faults/postmaster-kill.ts';
import { readOnly } from './faults/read-only.ts';
import { refuse } from './faults/refuse.ts';
import { serverFreeze } from './faults/server-freeze.ts';
import { serverKill } from './faults/server-kill.ts';
import { serverVanish } from './faults/server-vanish.ts';
import { stall } from './faults/stall.ts';
import { standby } from './faults/standby.ts';
import { trickle } from './faults/trickle.ts';
import { walDiskFull } from './faults/wal-disk-full.ts';

/** All faults, in the order in which they are injected. */
export const faults: readonly Fault[] = [
  serverKill,
  serverVanish,
  backendTerminate,
  backendKill,
  postmasterKill,
  databaseRestart,
  embeddedServerKill,
  embeddedPostmasterKill,
  embeddedBothKill,
  serverFreeze,
  backendFreeze,
  postmasterFreeze,
  databaseFreeze,
  cutBeforeCommit,
  cutAfterCommit,
  cutAtAnswer,
  delay,
  trickle,
  stall,
  refuse,
  connectionsExhausted,
  readOnly,
  standby,
  diskFull,
  walDiskFull,
];
