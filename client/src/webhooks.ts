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

type Each = { forEach: (take: (value: string, name: string) => void) => void };
type HeadersOf =
  | Each
  | ReadonlyArray<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;
type Delivered = Omit<WebhookEvent, 'resource'> & { data: { object: unknown } };

export class Webhooks extends WebhooksOperations {
  /**
   * Verifies a delivery and returns its event. `body` is the text or bytes that came, not what a framework has parsed.
   * `secrets` is the webhook's secret; two while it is rotated. Throws `SignatureError` unless Purser sent
   * it within the last five minutes, and `UsageError` for a parsed body and for a secret that is none.
   */
  unwrap(
    body: string | Uint8Array | ArrayBuffer,
    headers: HeadersOf,
    secrets: string | readonly string[],
  ): WebhookEvent {
    if (typeof body !== 'string' && !isBytes(body))
      throw new UsageError(
        'Give the raw body, as it came over the network: a parsed one cannot be verified.',
      );
    const tried = typeof secrets === 'string' ? [secrets] : secrets;
    if (!Array.isArray(tried) || tried.length === 0 || !tried.every(isSecret))
      throw new UsageError('Give the secret of the webhook, which begins with whsec_.');
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const { data, ...event } = verified(text, plain(headers), tried as string[]);
    return { ...event, resource: flat(data.object) as WebhookEvent['resource'] };
  }
}

const isSecret = (text: unknown): boolean =>
  typeof text === 'string' && /^(?:whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(text);

/** Whether this is an ArrayBuffer or a view of one, also one of another realm, such as that of a test runner. */
const isBytes = (body: unknown): boolean =>
  ArrayBuffer.isView(body) || Object.prototype.toString.call(body) === '[object ArrayBuffer]';

function verified(text: string, headers: Record<string, string>, secrets: readonly string[]): Delivered {
  let reason: unknown = null;
  for (const secret of secrets) {
    try {
      return new Verifier(secret).verify(text, headers) as Delivered;
    } catch (error) {
      reason = error;
    }
  }
  throw new SignatureError('The delivery is not from Purser, or it is too old.', { cause: reason });
}

/** Returns headers by their names in lower case. Throws `UsageError` for what are none. */
function plain(headers: HeadersOf): Record<string, string> {
  if (typeof headers !== 'object' || headers === null) throw new UsageError(noHeaders);
  const found: Record<string, string> = {};
  const take = (value: unknown, name: unknown): void => {
    if (typeof name !== 'string') throw new UsageError(noHeaders);
    found[name.toLowerCase()] = (Array.isArray(value) ? value : [value]).join(',');
  };
  if (isPairs(headers)) for (const [name, value] of headers) take(value, name);
  else if (isEach(headers)) headers.forEach(take);
  else for (const [name, value] of Object.entries(headers)) take(value, name);
  return found;
}

const noHeaders = 'Give the headers of the delivery: an object, `Headers`, or pairs of name and value.';

const isPairs = (headers: HeadersOf): headers is ReadonlyArray<readonly [string, string]> =>
  Array.isArray(headers) && headers.every((each) => Array.isArray(each));

/** Whether these are `Headers`, of whatever package. */
const isEach = (headers: HeadersOf): headers is Each => typeof headers['forEach' as never] === 'function';
