import { createHash } from 'node:crypto';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { StartRefused } from './refused.ts';

export type LockedFolder = {
  /** The folder's real path. */
  path: string;
  /** Identifies the folder independently of the path to it: 16 hex digits. */
  id: string;
  /** Releases the lock. */
  release: () => Promise<void>;
};

/**
 * Creates the data folder if necessary and locks it for the life of this process.
 * The lock is an abstract Unix socket: the kernel frees it however the process dies, and it leaves no file behind.
 * Throws StartRefused when another process holds the lock.
 */
export async function lockFolder(dataDir: string): Promise<LockedFolder> {
  // As root, the database runs as another user, who must be able to pass through the folder.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  const isNew = await mkdir(dataDir, { recursive: true, mode });
  if (isNew) await chmod(dataDir, mode);
  const path = await realpath(dataDir);
  const { dev, ino } = await stat(path, { bigint: true });
  const id = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16);
  const server = createServer((visitor) => visitor.destroy()).unref();
  await listen(server, `\0purser-${id}`, path);
  return { path, id, release: () => new Promise((resolve) => void server.close(() => resolve())) };
}

function listen(server: Server, name: string, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        taken ? new StartRefused(`Another Purser is already running on ${path}; stop it first.`) : error,
      );
    });
    server.listen({ path: name, exclusive: true }, resolve);
  });
}
