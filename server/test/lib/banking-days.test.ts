import { describe, expect, it } from 'vitest';
import { isBankingDay, settlementTime } from '../../src/lib/banking-days.ts';

// As the Federal Reserve publishes them: the weekdays on which its banks are closed.
const closed = {
  2021: ['01-01', '01-18', '02-15', '05-31', '07-05', '09-06', '10-11', '11-11', '11-25'],
  2022: ['01-17', '02-21', '05-30', '06-20', '07-04', '09-05', '10-10', '11-11', '11-24', '12-26'],
  2023: ['01-02', '01-16', '02-20', '05-29', '06-19', '07-04', '09-04', '10-09', '11-23', '12-25'],
  2024: ['01-01', '01-15', '02-19', '05-27', '06-19', '07-04', '09-02', '10-14', '11-11', '11-28', '12-25'],
  2025: ['01-01', '01-20', '02-17', '05-26', '06-19', '07-04', '09-01', '10-13', '11-11', '11-27', '12-25'],
  2026: ['01-01', '01-19', '02-16', '05-25', '06-19', '09-07', '10-12', '11-11', '11-26', '12-25'],
  2027: ['01-01', '01-18', '02-15', '05-31', '07-05', '09-06', '10-11', '11-11', '11-25'],
};

function closedWeekdays(year: number): string[] {
  const days = Array.from({ length: 366 }, (_, index) => new Date(Date.UTC(year, 0, 1 + index)));
  return days
    .filter((day) => day.getUTCFullYear() === year && ![0, 6].includes(day.getUTCDay()) && !isBankingDay(day))
    .map((day) => day.toISOString().slice(5, 10));
}

describe('banking days', () => {
  it.each(Object.entries(closed))(
    'leave out the holidays that the Federal Reserve publishes for %s',
    (year, days) => expect(closedWeekdays(Number(year))).toEqual(days),
  );

  it('leave out Saturdays and Sundays', () => {
    expect(isBankingDay(new Date('2026-11-21T00:00:00Z'))).toBe(false);
    expect(isBankingDay(new Date('2026-11-22T00:00:00Z'))).toBe(false);
  });
});

describe('a settlement time', () => {
  it.each([
    ['a Monday', '2026-11-02T15:00:00Z', 2, '2026-11-04T22:00:00.000Z'],
    ['a Friday', '2026-11-06T15:00:00Z', 1, '2026-11-09T22:00:00.000Z'],
    ['a Saturday', '2026-11-07T15:00:00Z', 1, '2026-11-09T22:00:00.000Z'],
    ['the eve of Thanksgiving', '2026-11-25T15:00:00Z', 2, '2026-11-30T22:00:00.000Z'],
    ['an evening that is the next day in UTC', '2026-11-03T02:00:00Z', 1, '2026-11-03T22:00:00.000Z'],
    ['a day in summer', '2026-07-01T15:00:00Z', 2, '2026-07-03T21:00:00.000Z'],
    ['a Friday before the clocks change', '2026-03-06T15:00:00Z', 1, '2026-03-09T21:00:00.000Z'],
  ])('from %s is the end of a banking day in New York', (_, from, bankingDays, expected) => {
    expect(settlementTime(new Date(from), { bankingDays }).toISOString()).toBe(expected);
  });

  it('in milliseconds counts from the acceptance', () => {
    const now = new Date('2026-11-21T00:00:00Z');
    expect(settlementTime(now, { ms: 5_000 })).toEqual(new Date('2026-11-21T00:00:05Z'));
  });
});
