import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Row } from '../columns.ts';
import type { Command, Context } from '../command.ts';
import { listenSecret } from '../profiles.ts';
import { sendRaw } from '../raw.ts';
import { exits, misused } from '../stop.ts';
import { asText, clean } from '../text.ts';

const answer_ms = 15_000;

/** Returns where events go. Throws a usage error for what is no address. */
function receiverFrom(flag: unknown): string | null {
  if (flag === undefined) return null;
  const text = /^\d{2,5}(?:\/|$)/.test(asText(flag)) ? `http://127.0.0.1:${asText(flag)}` : asText(flag);
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw misused('--forward-to takes an address, such as http://127.0.0.1:9000/hook.');
  return text;
}

async function listen(context: Context): Promise<number> {
  const { terminal, flags, access, json, purser, signal } = context;
  const secret = await listenSecret(
    terminal.env,
    access.profile,
    () => `whsec_${randomBytes(32).toString('base64')}`,
  );
  if (flags['printSecret'] === true) {
    terminal.out(secret);
    return exits.done;
  }
  const receiver = receiverFrom(flags['forwardTo']);
  const names = flags['events'] === undefined ? null : new Set(asText(flags['events']).split(','));
  const isWanted = (type: string): boolean => names === null || names.has('*') || names.has(type);
  const after = flags['after'] === undefined ? {} : { after: asText(flags['after']) };
  terminal.note(
    receiver === null
      ? 'Listening. Ctrl-C ends it.'
      : `Forwarding to ${receiver}. Ctrl-C ends it. Its secret: purser listen --print-secret`,
  );
  const onReconnect = (): void => terminal.note('The connection was lost. It goes on where it was.');
  for await (const event of purser.events.stream(after, { signal, onReconnect })) {
    if (!isWanted(event.eventType)) continue;
    const status = receiver === null ? null : await forwarded(context, event.id, receiver, secret);
    if (json) terminal.out(JSON.stringify(status === null ? event : { ...event, forwarded: status }));
    else {
      const cells = [
        event.createdAt,
        event.eventType,
        event.resourceId,
        event.id,
        ...(status === null ? [] : [status]),
      ].map(clean);
      terminal.out(cells.join(terminal.isTerminal ? '  ' : '\t'));
    }
  }
  return exits.interrupted;
}

/** Sends an event as a webhook does, signed with the secret of this profile. Returns the answer in a word. */
async function forwarded(
  context: Context,
  eventId: string,
  receiver: string,
  secret: string,
): Promise<string> {
  const { body } = await sendRaw(context, { verb: 'GET', path: `/events/${eventId}`, body: null });
  const { data } = body as { data: { id: string; attributes: Row } };
  const { eventType, createdAt, resourceId, resourceType, payload } = data.attributes;
  const text = JSON.stringify({
    id: data.id,
    object: 'event',
    type: eventType,
    timestamp: createdAt,
    createdAt,
    resourceId,
    resourceType,
    data: { object: (payload as Row)['object'] },
  });
  const at = new Date();
  try {
    const response = await fetch(receiver, {
      method: 'POST',
      body: text,
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'Purser',
        'webhook-id': data.id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(data.id, at, text),
      },
      signal: AbortSignal.any([context.signal, AbortSignal.timeout(answer_ms)]),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch {
    return 'no answer';
  }
}

/** Events as they happen. */
export const listenCommands: readonly Command[] = [
  {
    name: 'listen',
    about: 'show events as they happen, or forward them as a webhook would',
    flags: [
      {
        name: 'forward-to',
        value: 'url',
        about: 'send each there, signed as a webhook is: an address, or a port of this machine',
      },
      { name: 'events', value: 'list', about: 'only these, such as payment.completed,payment.returned' },
      { name: 'after', value: 'event', about: 'begin behind this event; by default with what happens now' },
      { name: 'print-secret', about: 'print the secret that signs what is forwarded, and end' },
    ],
    run: listen,
  },
];
