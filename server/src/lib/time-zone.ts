import { evictOldest } from './evict-oldest.ts';

/** A local time: the day of the week, from 0 for Monday, and the minute of the day. */
export type LocalTime = { day: number; minute: number };

const maxKnown = 500; // there are some 400 time zones, but each can be spelled in several ways
const formats = new Map<string, Intl.DateTimeFormat | null>();

/** Returns whether this names a time zone of the IANA database, as this version of Node knows it. */
export function isTimeZone(name: string): boolean {
  return formatOf(name) !== null;
}

/** Returns the local time in a time zone; null for a name that this version of Node does not know. */
export function localTime(name: string, time: Date): LocalTime | null {
  const text = formatOf(name)?.format(time); // as `Mon 09:05`; its parts would take four times as long
  if (text === undefined) return null;
  const [weekday, hour, minute] = [text.slice(0, 3), text.slice(-5, -3), text.slice(-2)];
  return { day: days.indexOf(weekday), minute: Number(hour) * 60 + Number(minute) };
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

// Made once for each name: making one takes longer than a decision.
function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = makeFormat(timeZone);
  formats.set(timeZone, made);
  evictOldest(formats, maxKnown);
  return made;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  if (!/^[A-Za-z]/.test(timeZone)) return null; // `+01:00` is an offset
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  } catch {
    return null;
  }
}
