import type { Keyring } from './keyring.ts';

/** A list as a party sees it with a set of filters, of any JSON. A cursor is valid for one view only. */
export type ListView = { list: string; partyId: string; filters: object };

const form = /^cur_([a-z0-9]{1,16})\.([0-9a-f]{32})\.([A-Za-z0-9_-]{22})$/;

/** Returns an opaque cursor for the page after the row with this id. */
export function makeCursor(keyring: Keyring, view: ListView, lastId: string): string {
  const { keyId, tag } = keyring.sign('cursor', signedText(view, lastId));
  return `cur_${keyId}.${lastId}.${tag.toString('base64url')}`;
}

/** Returns the id in a cursor, or null where the cursor was tampered with or made for another view. */
export function readCursor(keyring: Keyring, view: ListView, cursor: string): string | null {
  const [, keyId, lastId, tag] = form.exec(cursor) ?? [];
  if (keyId === undefined || lastId === undefined || tag === undefined) return null;
  const signature = { keyId, tag: Buffer.from(tag, 'base64url') };
  // Different base64 texts can decode to the same bytes; only the canonical one is valid.
  if (signature.tag.toString('base64url') !== tag) return null;
  return keyring.verify('cursor', signedText(view, lastId), signature) ? lastId : null;
}

function signedText(view: ListView, lastId: string): string {
  const filters = Object.entries(view.filters).filter(([, value]: [string, unknown]) => value !== undefined);
  filters.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([view.list, view.partyId, filters, lastId]);
}
