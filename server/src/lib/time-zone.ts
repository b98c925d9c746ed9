import { evictOldest } from './evict-oldest.ts';

/** A local time: the day of the week, from 0 for Monday, and the minute of the day. */
export type LocalTime = { day: number; minute: number };

const maxKnown = 500; // there are some 400 time zones, but each can be spelled in several ways
const formats = new Map<string, ZoneFormat | null>();

/** How to format a time in a zone, and the last minute since 1970 that was, with its local time. */
type ZoneFormat = { format: Intl.DateTimeFormat; minute: number; local: LocalTime };

/** Returns whether this names a time zone of the IANA database, as this version of Node knows it. */
export function isTimeZone(name: string): boolean {
  return formatOf(name) !== null;
}

/** Returns the local time in a time zone; null for a name that this version of Node does not know. */
export function localTime(name: string, time: Date): LocalTime | null {
  const zone = formatOf(name);
  if (!zone) return null;
  const minute = Math.floor(+time / 60_000);
  // Formatted once a minute: for each payment, it would take a tenth of the time that rules take.
  if (zone.minute !== minute) Object.assign(zone, { minute, local: localOf(zone.format.format(time)) });
  return zone.local;
}

/** Returns the local time of a text such as `Mon 09:05`; the parts of a format would take four times as long. */
function localOf(text: string): LocalTime {
  const [weekday, hour, minute] = [text.slice(0, 3), text.slice(-5, -3), text.slice(-2)];
  return { day: days.indexOf(weekday), minute: Number(hour) * 60 + Number(minute) };
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

// Made once for each name: making one takes longer than a decision.
function formatOf(timeZone: string): ZoneFormat | null {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = makeFormat(timeZone);
  formats.set(timeZone, made);
  evictOldest(formats, maxKnown);
  return made;
}

function makeFormat(timeZone: string): ZoneFormat | null {
  if (!/^[A-Za-z]/.test(timeZone)) return null; // `+01:00` is an offset
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    return { format, minute: NaN, local: { day: 0, minute: 0 } };
  } catch {
    return null;
  }
}
