import { remoteFault } from '../fault.ts';

// The database holds the locks of an idle transaction for this long (PURSER_IDLE_TRANSACTION_TIMEOUT_MS); nothing else
// informs it that the client is gone.
const idleTransaction_ms = 10_000;

export const serverVanish = remoteFault({
  name: 'server-vanish',
  what: 'the server and its machine are gone before a COMMIT is forwarded, so the database sees no disconnect; restarted',
  hitsServer: true,
  ready_ms: idleTransaction_ms + 5_000,
  inject: async ({ proxy, program, startServer }) => {
    await proxy.atCommit({ moment: 'before' }, () => {
      program().signal('SIGKILL');
      proxy.vanish();
    });
    return startServer;
  },
});
