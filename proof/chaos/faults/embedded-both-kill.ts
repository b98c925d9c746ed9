import { setTimeout as pause } from 'node:timers/promises';
import { embeddedFault } from '../fault.ts';

export const embeddedBothKill = embeddedFault({
  name: 'embedded-both-kill',
  what: 'npm start: kill -9 of server and postmaster at a random moment; restarted',
  hitsServer: true,
  inject: async ({ program, startServer }, random) => {
    await pause(random.below(150));
    process.kill(await program().postmaster(), 'SIGKILL');
    program().signal('SIGKILL');
    return startServer;
  },
});
