import { memoizeLast } from './memoize-last.ts';

const inSeconds = memoizeLast((time_s: number): string => {
  const time = new Date(time_s * 1000);
  const date = `${time.getUTCFullYear()}-${twoDigits(time.getUTCMonth() + 1)}-${twoDigits(time.getUTCDate())}`;
  const clock = `${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}:${twoDigits(time.getUTCSeconds())}`;
  return `${date}T${clock}Z`;
});

/**
 * Formats a time as `2026-11-21T00:10:00Z`, as in all timestamps that the specification shows without milliseconds.
 * Memoizes the last result, because most resources have equal creation and update times: a page of a list has a hundred
 * times.
 */
export function isoSeconds(time: Date): string {
  return inSeconds(Math.floor(time.getTime() / 1000));
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** Formats a time as `2026-11-21T00:10:00.123Z`, for timestamps that the specification shows with milliseconds. */
export function isoMillis(time: Date): string {
  return time.toISOString();
}

const readable = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Formats a time for people, as in `21 November 2026 at 00:10 UTC`. */
export function readableTime(time: Date): string {
  return `${readable.format(time)} UTC`;
}
