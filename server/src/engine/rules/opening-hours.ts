import { localTime } from '../../lib/time-zone.ts';
import { type AgentRules, type OpenHours, weekdays } from '../model/agent-rules.ts';

type Hours = NonNullable<AgentRules['hours']>;

/**
 * Returns null if a time is within the hours, else the local time, as `sunday 03:04`. A time zone that this version of
 * Node does not know contains no time.
 */
export function outsideHours({ timeZone, weekly }: Hours, time: Date): string | null {
  const local = localTime(timeZone, time);
  if (!local) return 'unknown';
  const today = weekdays[local.day] ?? 'monday';
  const yesterday = weekdays[(local.day + 6) % 7] ?? 'monday';
  const { minute } = local;
  const isOpen = weekly.some((hours) => {
    const { from, to, isOvernight } = spanOf(hours);
    if (hours.days.includes(today) && minute >= from && (isOvernight || minute < to)) return true;
    return isOvernight && hours.days.includes(yesterday) && minute < to;
  });
  return isOpen ? null : `${today} ${clock(minute)}`;
}

/** Returns the span in minutes of the day. */
function spanOf({ from, to }: OpenHours): { from: number; to: number; isOvernight: boolean } {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  return { from: start, to: end, isOvernight: end <= start };
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function clock(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
