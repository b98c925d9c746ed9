import { Webhook as Verifier } from 'standardwebhooks';
import { PurserError, UsageError } from './errors.ts';
import { flat } from './flat.ts';
import { WebhooksOperations } from './generated/api.ts';

/** What a webhook delivers: an event, and the resource as it was then. */
export type WebhookEvent = {
  id: string;
  /** What happened, such as `payment.completed`. The list grows: ignore what you do not know. */
  type: string;
  timestamp: string;
  createdAt: string;
  resourceId: string;
  resourceType: string;
  /** The resource, flat as this library returns it. */
  resource: { object: string; id: string } & Record<string, unknown>;
};

/** The signature of a delivery is wrong, or the delivery is too old. */
export class SignatureError extends PurserError {
  protected static override readonly kind: string = 'SignatureError';
}

type HeadersOf = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
type Delivered = Omit<WebhookEvent, 'resource'> & { data: { object: unknown } };

export class Webhooks extends WebhooksOperations {
  /**
   * Verifies a delivery and returns its event. `body` is the text or bytes that came, not what a framework has parsed.
   * `secrets` is the webhook's secret; two while it is rotated. Throws `SignatureError` unless Purser sent
   * it within the last five minutes, and `UsageError` for a parsed body.
   */
  unwrap(body: string | Uint8Array, headers: HeadersOf, secrets: string | readonly string[]): WebhookEvent {
    if (typeof body !== 'string' && !(body instanceof Uint8Array))
      throw new UsageError(
        'Give the raw body, as it came over the network: a parsed one cannot be verified.',
      );
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const given = plain(headers);
    let reason: unknown = null;
    for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
      try {
        const { data, ...event } = new Verifier(secret).verify(text, given) as Delivered;
        return { ...event, resource: flat(data.object) as WebhookEvent['resource'] };
      } catch (error) {
        reason = error;
      }
    }
    throw new SignatureError('The delivery is not from Purser, or it is too old.', { cause: reason });
  }
}

function plain(headers: HeadersOf): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value ?? '')]));
}
