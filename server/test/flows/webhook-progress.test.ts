import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventOf } from '../support/events.ts';
import { startReceiver } from '../support/receiver.ts';
import type { Receiver } from '../support/receiver.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { bodyOf, change, createHook, payOnce } from './hooks.ts';
import { until, uuidOf, withSession } from './support.ts';

let server: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  server = await startServer({ PURSER_WEBHOOKS_TO_LOOPBACK: 'true' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

it('a webhook that is enabled for more gets nothing from before, whichever server delivers it', async () => {
  const hook = await createHook(server, { url: receiver.url, enabledEvents: ['approval.required'] });
  const before = await eventOf(server, await payOnce(server), 'payment.completed');
  await until('it is stored that nothing was to be sent up to there', async () => {
    const looked = await server.sql('SELECT FROM webhook_progress WHERE sent_to >= $1', [uuidOf(before.id)]);
    return looked.length > 0;
  });
  await change(server, 'PATCH', `/webhooks/${hook.id}`, { enabledEvents: ['payment.completed'] });
  await withSession(server.connection, (session) =>
    // Another server takes it and ends. What begins then knows only what is stored.
    session.query(
      `UPDATE webhook_progress SET claimed_by = gen_random_uuid(), claimed_until = clock_timestamp() + interval '2 s'`,
    ),
  );
  const later = await payOnce(server);
  await until('the later payment has arrived', () => receiver.received.length > 0);
  expect(receiver.received.map((each) => bodyOf(each).resourceId)).toEqual([later]);
});
