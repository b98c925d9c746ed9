import type { Context } from '../../context.ts';
import { fault, type PurserError } from '../../errors.ts';
import { isForbidden, literalAddress } from '../../gateways/strangers.ts';

const rule =
  '`url` must be an https address without user, password and fragment, which everybody could reach.';
const hint = 'For development, the setting PURSER_WEBHOOKS_TO_LOOPBACK=true allows this machine.';

/**
 * Returns the address of a webhook in one form. Throws `invalid_value` unless everybody could reach it, as far as the
 * address itself tells; where a name leads is checked at each connection. For development, a setting allows loopback.
 */
export function webhookUrl({ config }: Context, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const allowsLoopback = config.webhooksToLoopback;
  const isSchemeOpen = url?.protocol === 'https:' || (allowsLoopback && url?.protocol === 'http:');
  const isPlain =
    url !== null && url.username + url.password === '' && !text.includes('#') && url.hostname !== '';
  if (!isSchemeOpen || !isPlain || url.href.length > 2048) throw refused(config);
  const address = literalAddress(url);
  const isClosed =
    address === null ? isLocalName(url.hostname) && !allowsLoopback : isForbidden(address, allowsLoopback);
  if (isClosed) throw refused(config);
  return url.href;
}

function refused({ environment, webhooksToLoopback }: Context['config']): PurserError {
  const detail = environment === 'sandbox' && !webhooksToLoopback ? `${rule} ${hint}` : rule;
  return fault('invalid_value', detail, { pointer: '/data/attributes/url' });
}

/** Returns whether a name never leads to the Internet (RFC 6761, 6762, 8375, 9476). */
function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return (
    !name.includes('.') ||
    /\.(localhost|local|internal|home\.arpa|test|invalid|example|onion|alt)$/.test(name)
  );
}
