import { remoteFault } from '../fault.ts';

// The database keeps the locks of a transaction that waits for its next statement for so long
// (PURSER_IDLE_TRANSACTION_TIMEOUT_MS), and nothing else tells it that nobody is there any more.
const idleTransaction_ms = 10_000;

export const serverVanish = remoteFault({
  name: 'server-vanish',
  what: 'the server is gone before its COMMIT is forwarded, and its machine too: the database hears of no end; started again',
  hitsServer: true,
  ready_ms: idleTransaction_ms + 5_000,
  strike: async ({ proxy, program, startServer }) => {
    await proxy.atCommit({ moment: 'before' }, () => {
      program().signal('SIGKILL');
      proxy.vanish();
    });
    return startServer;
  },
});
