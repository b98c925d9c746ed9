/** `2026-11-21T00:10:00Z`: the form of timestamps unless the specification shows milliseconds. */
export function isoSeconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** `2026-11-21T00:10:00.123Z`: where the specification shows milliseconds. */
export function isoMillis(time: Date): string {
  return time.toISOString();
}

const readable = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `21 November 2026 at 00:10 UTC`, for people to read. */
export function readableTime(time: Date): string {
  return `${readable.format(time)} UTC`;
}
