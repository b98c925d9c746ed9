import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from '../chaos/ports.ts';
import { faults } from './faults.ts';
import { openLink } from './link.ts';
import { readOptions } from './options.ts';
import { clusterSettings } from './settings.ts';
import type { Round } from './run.ts';
import { promiseRows } from './tables.ts';

describe('the command line', () => {
  it('tries every fault three times, with synchronous replication', () => {
    const options = readOptions([]);
    expect(options?.replication).toBe('synchronous');
    expect(options?.plan.map(({ fault, rounds }) => [fault.name, rounds])).toEqual(
      faults.map(({ name }) => [name, 3]),
    );
  });

  it('leaves out what needs synchronous replication where there is none', () => {
    const names = readOptions(['--asynchronous'])?.plan.map(({ fault }) => fault.name);
    expect(names).toContain('node-kill');
    expect(names).not.toContain('cancelled-wait');
  });

  it.each([['--only', 'flood'], ['--rounds', '0'], ['--clients', 'many'], ['--sync']])(
    'refuses %s %s',
    (...args) => {
      expect(() => readOptions(args)).toThrow(/flood|whole number|sync/);
    },
  );
});

it('docs/scaling.md gives a reason for every setting of the cluster', () => {
  const text = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
  const names = (settings: object): string[] =>
    Object.entries(settings).flatMap(([name, value]) =>
      typeof value === 'object' ? names(value as object) : [name],
    );
  const all = names(clusterSettings('synchronous'));
  expect(all.length).toBeGreaterThan(8);
  expect(all.filter((name) => !text.includes(`\`${name}`))).toEqual([]);
});

describe('a link that is cut', () => {
  it('delivers nothing that was sent meanwhile, and carries new connections once it is mended', async () => {
    const { port, received, close } = await listen();
    const link = await openLink(await freePort(), port);
    const before = await open(link.port);
    before.write('before');
    await received('before');
    link.cut();
    before.write('lost');
    const waiting = await open(link.port);
    waiting.write('lost too');
    const closed = Promise.all([gone(before), gone(waiting)]);
    link.mend();
    await closed;
    const after = await open(link.port);
    after.write('after');
    expect(await received('after')).toBe('beforeafter');
    await link.close();
    await close();
  });
});

/** Opens a server that collects all bytes of all connections. */
async function listen() {
  let text = '';
  let arrived = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        text += chunk.toString();
        arrived.resolve();
        arrived = Promise.withResolvers();
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received: async (end: string): Promise<string> => {
      while (!text.endsWith(end)) await arrived.promise;
      return text;
    },
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** Resolves when the socket is closed, also by a reset. */
function gone(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once('close', () => resolve()));
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe('the final table', () => {
  const round: Round = {
    acknowledged: 900,
    deferred: 20,
    lost: 0,
    lostSpan_ms: 0,
    duplicated: 0,
    contradictions: 0,
    stuck: 0,
    unreplicated: 0,
    wrong: [],
    leader_ms: 20_000,
    commit_ms: 500,
    served_ms: 900,
    books: [],
  };
  const [fault] = faults;
  if (!fault) throw new Error('there is no fault');
  const failed = (changed: Partial<Round>, replication: 'synchronous' | 'asynchronous' = 'synchronous') =>
    promiseRows([{ fault, rounds: [round, { ...round, ...changed }], failed: null }], replication)
      .filter(({ holds }) => !holds)
      .map(({ promise }) => promise);

  it('passes a round that lost nothing', () => {
    expect(failed({})).toEqual([]);
  });

  it.each([
    { lost: 1 },
    { duplicated: 1 },
    { contradictions: 1 },
    { stuck: 1 },
    { unreplicated: 1 },
    { wrong: ['500 internal_error'] },
    { books: ['a difference'] },
    { served_ms: 6_000 },
  ])('fails a round with %o', (changed) => {
    expect(failed(changed)).toHaveLength(1);
  });

  it('promises nothing about lost writes where commits do not wait for a standby', () => {
    expect(failed({ lost: 5, contradictions: 5 }, 'asynchronous')).toEqual([]);
  });
});
