import type { KeyObject } from 'node:crypto';
import type { DeliverableEvent } from '../../events/deliverable.ts';
import type { StrangeAnswer, StrangeClient } from '../../../gateways/strangers.ts';
import { publicId } from '../../../lib/id.ts';
import { signedHeaders } from '../secrets.ts';
import { isDelivered } from './schedule.ts';

/** An event to be sent, how often it was before, how often it was asked for, and whether it waited for this. */
export type Outgoing = { event: DeliverableEvent; attempts: number; asked: number; isAgain: boolean };

/** An event that was sent: when, by real time, and what came back. */
export type Sent = Outgoing & { answer: StrangeAnswer; sentAt: Date; duration_ms: number };

/** What became of a batch. `held` was not sent, because an earlier event of its resource failed. */
export type SentBatch = { sent: Sent[]; held: Outgoing[]; unsent: Outgoing[] };

/** Where a batch goes, and what signs it. */
export type Receiver = { url: string; keys: readonly KeyObject[] };

const concurrency = 24;

/**
 * Sends a batch to one receiver, several events at once and those of one resource one after the other, in their order.
 * After a failure, the rest of that resource is held back; after the signal, nothing more is sent. `next` resolves when
 * another one may go.
 */
export async function sendBatch(
  client: StrangeClient,
  to: Receiver,
  batch: readonly Outgoing[],
  { next, signal }: { next: () => Promise<void>; signal: AbortSignal },
): Promise<SentBatch> {
  const result: SentBatch = { sent: [], held: [], unsent: [] };
  const groups = [...Map.groupBy(batch, ({ event }) => event.resourceId).values()];
  let isGone = false;
  async function sendGroup(group: readonly Outgoing[]): Promise<void> {
    let hasFailed = false;
    for (const each of group) {
      if (!hasFailed && !isGone) await next();
      if (hasFailed) result.held.push(each);
      else if (signal.aborted || isGone) result.unsent.push(each);
      else {
        const sent = await sendOne(client, to, each);
        hasFailed = !isDelivered(sent.answer);
        isGone ||= sent.answer.status === 410;
        result.sent.push(sent);
      }
    }
  }
  async function work(): Promise<void> {
    for (let group = groups.shift(); group; group = groups.shift()) await sendGroup(group);
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, groups.length) }, work));
  return result;
}

async function sendOne(client: StrangeClient, { url, keys }: Receiver, outgoing: Outgoing): Promise<Sent> {
  const { id, body } = outgoing.event;
  const sentAt = new Date();
  const startedAt_ms = performance.now();
  const headers = signedHeaders(keys, publicId('evt', id), Math.floor(sentAt.getTime() / 1000), body);
  const answer = await client.post({ url, headers, body });
  return { ...outgoing, answer, sentAt, duration_ms: performance.now() - startedAt_ms };
}
