import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

const lowest = 15_000;
const highest = 32_000;

/**
 * Returns a free port below the kernel's ephemeral range: a client that keeps connecting to a closed ephemeral port
 * will some day be assigned that port and connect to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    const server = createServer();
    const outcome = Promise.race([once(server, 'listening'), once(server, 'error')]);
    server.listen(port, '127.0.0.1');
    const isFree = await outcome.then(
      () => server.listening,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
