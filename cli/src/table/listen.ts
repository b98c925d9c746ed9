import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Row } from '../columns.ts';
import type { Command, Context } from '../command.ts';
import { listenSecret } from '../profiles.ts';
import { sendRaw } from '../raw.ts';
import { operations } from '../generated/operations.ts';
import { exits, misused } from '../stop.ts';
import { asText, clean, jsonOf } from '../text.ts';
import { readValue } from '../values.ts';

const answer_ms = 15_000;

/** Returns where events go. Throws a usage error for what is no address. */
function receiverFrom(flag: unknown): string | null {
  if (flag === undefined) return null;
  const text = /^\d{1,5}(?:\/|$)/.test(asText(flag)) ? `http://127.0.0.1:${asText(flag)}` : asText(flag);
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw misused('--forward-to takes an address, such as http://127.0.0.1:9000/hook.');
  return text;
}

/** What a webhook can be sent, and so `--events` can name. */
const kinds = operations.createWebhook.takes.find(({ name }) => name === 'enabledEvents');

/** Returns the names that `--events` gives; null for all. Throws a usage error for one that no event has. */
async function namesFrom(flag: unknown): Promise<ReadonlySet<unknown> | null> {
  if (flag === undefined || kinds === undefined) return null;
  const names = (await readValue({ ...kinds, name: 'events' }, [asText(flag)])) as string[];
  return names.includes('*') ? null : new Set(names);
}

async function listen(context: Context): Promise<number> {
  const { terminal, flags, access, json, purser, signal } = context;
  const secret = await listenSecret(
    terminal.env,
    access.profile,
    () => `whsec_${randomBytes(32).toString('base64')}`,
  );
  if (flags['printSecret'] === true) {
    terminal.out(json ? jsonOf({ secret }) : secret);
    return exits.done;
  }
  const receiver = receiverFrom(flags['forwardTo']);
  const names = await namesFrom(flags['events']);
  if (flags['again'] !== undefined) return sendAgain(context, asText(flags['again']), receiver, secret);
  const after = flags['after'] === undefined ? {} : { after: asText(flags['after']) };
  terminal.note(
    receiver === null
      ? 'Listening. Ctrl-C ends it.'
      : `Forwarding to ${receiver}. Ctrl-C ends it. Its secret: purser listen --print-secret`,
  );
  const onReconnect = (): void => terminal.note('The connection was lost. It goes on where it was.');
  for await (const event of purser.events.stream(after, { signal, onReconnect })) {
    if (names !== null && !names.has(event.eventType)) continue;
    const status = receiver === null ? null : await forwarded(context, event.id, receiver, secret);
    say(context, event, status);
  }
  return exits.interrupted;
}

type Said = { createdAt: string; eventType: string; resourceId: string; id: string };

function say({ terminal, json }: Context, event: Said, status: string | null): void {
  if (json) return terminal.out(jsonOf(status === null ? event : { ...event, forwarded: status }, true));
  const { createdAt, eventType, resourceId, id } = event;
  const cells = [createdAt, eventType, resourceId, id, ...(status === null ? [] : [status])].map(clean);
  terminal.out(cells.join(terminal.isTerminal ? '  ' : '\t'));
}

/** Forwards one event once more: a redelivery goes to the webhooks of the server, and is not seen here. */
async function sendAgain(
  context: Context,
  eventId: string,
  receiver: string | null,
  secret: string,
): Promise<number> {
  if (receiver === null) throw misused('Say where to: purser listen --again EVENT --forward-to 9000');
  const event = await context.purser.events.get({ eventId });
  const status = await forwarded(context, eventId, receiver, secret);
  say(context, event, status);
  return /^2\d\d$/.test(status) ? exits.done : exits.refused;
}

/** Sends an event as a webhook does, signed with the secret of this profile. Returns the answer in a word. */
async function forwarded(
  context: Context,
  eventId: string,
  receiver: string,
  secret: string,
): Promise<string> {
  const { body } = await sendRaw(context, {
    verb: 'GET',
    path: `/events/${encodeURIComponent(eventId)}`,
    body: null,
  });
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
      { name: 'again', value: 'event', about: 'forward this one event once more, and end' },
      { name: 'print-secret', about: 'print the secret that signs what is forwarded, and end' },
    ],
    isEndless: true,
    run: listen,
  },
];
