export const keyStatuses = ['ACTIVE', 'REVOKED', 'EXPIRED'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

/** How long a browser session lasts without a request. */
export const sessionIdle = "interval '30 minutes'";

/** Returns the SQL expression for when a key was last used; null if it never was. `key` is its id, with its table. */
export function lastUseOf(key: string): string {
  return `(SELECT last_used_at FROM key_uses WHERE key_id = ${key})`;
}

/** The same of a key as an event recorded it. */
export const lastUseAsRecorded = "(snapshot->>'last_used_at')::timestamptz";

/** Returns the SQL expression for the status of a key at a time, which is a parameter such as `$2`. */
export function keyStatusAt(now: string): string {
  return `CASE WHEN revoked_at IS NOT NULL THEN 'REVOKED' WHEN expires_at <= ${now} THEN 'EXPIRED' ELSE 'ACTIVE' END`;
}
