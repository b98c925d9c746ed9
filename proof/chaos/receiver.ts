import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A receiver of webhooks that may fail, and what it accepted. */
export type ChaosReceiver = {
  url: string;
  /** The digest of the body by id. */
  accepted: Map<string, string>;
  repeated: () => number;
  changed: () => number;
  /** From now on it accepts everything. */
  heal: () => void;
  close: () => Promise<void>;
};

/** Opens a receiver. A failing one answers 500, or not at all, until it is healed. */
export async function openReceiver(fails: boolean): Promise<ChaosReceiver> {
  const accepted = new Map<string, string>();
  const counts = { seen: 0, repeated: 0, changed: 0 };
  let isFailing = fails;
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        counts.seen += 1;
        if (isFailing && counts.seen % 2 === 0) return request.socket.destroy();
        if (isFailing) return response.writeHead(500).end();
        const id = String(request.headers['webhook-id']);
        const digest = createHash('sha256').update(body).digest('base64');
        const known = accepted.get(id);
        if (known !== undefined) counts.repeated += 1;
        if (known !== undefined && known !== digest) counts.changed += 1;
        accepted.set(id, digest);
        return response.writeHead(204).end();
      },
      () => undefined,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    accepted,
    repeated: () => counts.repeated,
    changed: () => counts.changed,
    heal: () => void (isFailing = false),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
