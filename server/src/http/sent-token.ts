import { hashKey } from '../lib/secret.ts';

/** A token that a request sent, and its hash, under which a key is stored. */
export type SentToken = { token: string; hash: string };

/** Returns a token with its hash. */
export const sent = (token: string): SentToken => ({ token, hash: hashKey(token) });
