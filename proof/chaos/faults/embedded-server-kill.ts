import { setTimeout as pause } from 'node:timers/promises';
import { embeddedFault } from '../fault.ts';

export const embeddedServerKill = embeddedFault({
  name: 'embedded-server-kill',
  what: 'npm start: kill -9 of the server at a random moment, its database goes down too; restarted',
  hitsServer: true,
  inject: async ({ program, startServer }, random) => {
    await pause(random.below(150));
    program().signal('SIGKILL');
    return startServer;
  },
});
