import { describe, expect, it } from 'vitest';
import { formatMoney, maxAmount } from '../../src/lib/money.ts';

describe('a formatted amount', () => {
  it.each([
    [1n, 'USD', 'USD 0.01'],
    [99n, 'USD', 'USD 0.99'],
    [100n, 'USD', 'USD 1.00'],
    [123_450n, 'USD', 'USD 1,234.50'],
    [maxAmount, 'EUR', 'EUR 90,071,992,547,409.91'],
    [7n, 'JPY', 'JPY 7'],
    [maxAmount, 'JPY', 'JPY 9,007,199,254,740,991'],
    [7n, 'KWD', 'KWD 0.007'],
    // The minor units of ISO 4217, even where daily use has dropped them.
    [1250n, 'IQD', 'IQD 1.250'],
    [1250n, 'LBP', 'LBP 12.50'],
    [1250n, 'HUF', 'HUF 12.50'],
    [1250n, 'CLF', 'CLF 0.1250'],
    [1250n, 'UYW', 'UYW 0.1250'],
    [1250n, 'XSU', 'XSU 12.50'],
  ])('of %s %s is %s', (amount, currency, expected) => {
    expect(formatMoney({ amount, currency })).toBe(expected);
  });
});
