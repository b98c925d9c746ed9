import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newestEvent } from '../../server/test/support/events.ts';
import { startReceiver } from '../../server/test/support/receiver.ts';
import { main, testServer } from '../../server/test/support/server.ts';
import { actingAs, builtProgram } from './program.ts';

const server = testServer();
const program = builtProgram();

it('listen forwards an event, signed so that the published library of Standard Webhooks accepts it', async () => {
  const receiver = await startReceiver();
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: program().home,
    ...actingAs(main.apiKey, server.baseUrl),
  };
  const secret = (await program().run(['listen', '--print-secret'], env)).out.trim();
  expect(secret).toMatch(/^whsec_/);
  const words = [
    program().bin,
    'listen',
    '--forward-to',
    receiver.url,
    '--events',
    'wallet.created',
    '--json',
  ];
  const { id: after } = await newestEvent(server);
  const child = spawn(process.execPath, [...words, '--after', after], { env });
  const lines = createInterface({ input: child.stdout });
  const line = once(lines, 'line') as Promise<[string]>;
  expect((await program().run(['trigger', 'wallet.created'], env)).code).toBe(0);
  const [text] = await line;
  expect(JSON.parse(text)).toMatchObject({ eventType: 'wallet.created', forwarded: '200' });
  const [delivery] = receiver.received;
  if (!delivery) throw new Error('nothing was forwarded');
  const event = new Webhook(secret).verify(delivery.body, delivery.headers as Record<string, string>);
  expect(event).toMatchObject({
    type: 'wallet.created',
    object: 'event',
    data: { object: { type: 'wallet' } },
  });
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
  await receiver.close();
});
