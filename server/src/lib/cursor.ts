import type { Keyring } from './keyring.ts';

/** A place in one list as one party sees it through one set of filters. */
export type ListView = { list: string; partyId: string; filters: Record<string, string | undefined> };

const form = /^cur_([a-z0-9]{1,16})\.([0-9a-f]{32})\.([A-Za-z0-9_-]{22})$/;

/** An opaque cursor for the page after the row with this id. */
export function makeCursor(keyring: Keyring, view: ListView, lastId: string): string {
  const { keyId, tag } = keyring.sign('cursor', signedText(view, lastId));
  return `cur_${keyId}.${lastId}.${tag.toString('base64url')}`;
}

/** The id that a cursor stands at, or null where it was tampered with or made for another view. */
export function readCursor(keyring: Keyring, view: ListView, cursor: string): string | null {
  const [, keyId, lastId, tag] = form.exec(cursor) ?? [];
  if (keyId === undefined || lastId === undefined || tag === undefined) return null;
  const signature = { keyId, tag: Buffer.from(tag, 'base64url') };
  // Base64 has spellings that decode alike; only the one we made is ours.
  if (signature.tag.toString('base64url') !== tag) return null;
  return keyring.verify('cursor', signedText(view, lastId), signature) ? lastId : null;
}

function signedText(view: ListView, lastId: string): string {
  const filters = Object.entries(view.filters).filter(([, value]) => value !== undefined);
  filters.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([view.list, view.partyId, filters, lastId]);
}
