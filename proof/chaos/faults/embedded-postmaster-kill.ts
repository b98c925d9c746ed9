import { setTimeout as pause } from 'node:timers/promises';
import { embeddedFault, healsItself } from '../fault.ts';

export const embeddedPostmasterKill = embeddedFault({
  name: 'embedded-postmaster-kill',
  what: 'npm start: kill -9 of the postmaster at a random moment, which the server restarts',
  inject: async ({ program }, random) => {
    await pause(random.below(150));
    process.kill(await program().postmaster(), 'SIGKILL');
    return healsItself;
  },
});
