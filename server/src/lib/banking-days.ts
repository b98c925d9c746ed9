// The Federal Reserve's calendar, computed: the days on which banks in the United States settle. docs/decisions.md says
// why no library is used.

/** How long a rail usually takes: some time, or some banking days after the day of acceptance. */
export type SettlementTime = { ms: number } | { bankingDays: number };

const day_ms = 86_400_000;
const closingHour = 17;
const zone = 'America/New_York';

/** Returns when a transfer that is accepted now is usually settled: banking days end at 17:00 in New York. */
export function settlementTime(acceptedAt: Date, settlesIn: SettlementTime): Date {
  if ('ms' in settlesIn) return new Date(acceptedAt.getTime() + settlesIn.ms);
  let day = newYorkDay(acceptedAt);
  for (let left = settlesIn.bankingDays; left > 0;) {
    day = new Date(day.getTime() + day_ms);
    if (isBankingDay(day)) left -= 1;
  }
  return closingTime(day);
}

/** Returns whether banks in the United States are open on a day, given as its midnight in UTC. */
export function isBankingDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  const yesterday = new Date(day.getTime() - day_ms);
  // A holiday on a Sunday is kept on Monday. One on a Saturday is not moved.
  return !isHoliday(day) && !(weekday === 1 && isHoliday(yesterday));
}

/** Returns whether a day is one of the eleven federal holidays. */
function isHoliday(day: Date): boolean {
  const [month, date, weekday] = [day.getUTCMonth() + 1, day.getUTCDate(), day.getUTCDay()];
  if (fixedHolidays.has(`${month}/${date}`)) return true;
  const nth = Math.ceil(date / 7);
  if (month === 5) return weekday === 1 && date > 24; // Memorial Day: the last Monday
  return floatingHolidays.has(`${month}/${nth}/${weekday}`);
}

// New Year, Juneteenth, Independence Day, Veterans Day, Christmas.
const fixedHolidays = new Set(['1/1', '6/19', '7/4', '11/11', '12/25']);

// By month, which one of its weekday, and weekday: King, Washington, Labor Day, Columbus, Thanksgiving.
const floatingHolidays = new Set(['1/3/1', '2/3/1', '9/1/1', '10/2/1', '11/4/4']);

const newYorkDate = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
const newYorkHour = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });

function newYorkDay(time: Date): Date {
  return new Date(`${newYorkDate.format(time)}T00:00:00Z`);
}

/** Returns the end of a banking day. New York is four or five hours behind UTC. */
function closingTime(day: Date): Date {
  const inSummer = new Date(day.getTime() + (closingHour + 4) * 3_600_000);
  return Number(newYorkHour.format(inSummer)) === closingHour
    ? inSummer
    : new Date(inSummer.getTime() + 3_600_000);
}
