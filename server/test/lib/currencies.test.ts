import { describe, expect, it } from 'vitest';
import { currencies, exponentOf, isCurrency, listOneDate } from '../../src/lib/currencies.ts';

// Literals of ISO 4217's List One, published on 2026-01-01.
const exponents: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: 'USD EUR GBP CHF CNY INR MXN BRL HUF LBP VED VES XAD XCD XCG ZWG SLE BOV CHE CHW COU MXV USN',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const withoutMinorUnit = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX';
const withdrawn = 'ANG BGN CUC DEM HRK SLL VEF ZWL';

describe('the table of currencies', () => {
  it.each(Object.entries(exponents))('has currencies of %s decimals', (digits, codes) => {
    for (const code of codes.split(' '))
      expect([code, isCurrency(code), exponentOf(code)]).toEqual([code, true, Number(digits)]);
  });

  it('has the 165 codes of the list of 2026-01-01 that have a minor unit, and no others', () => {
    expect([listOneDate, currencies.size]).toEqual(['2026-01-01', 165]);
    for (const code of `${withoutMinorUnit} ${withdrawn}`.split(' '))
      expect([code, isCurrency(code)]).toEqual([code, false]);
    for (const text of ['', 'usd', 'US', 'USDT', ' USD', 'constructor']) expect(isCurrency(text)).toBe(false);
    for (const code of currencies) expect(code).toMatch(/^[A-Z]{3}$/);
  });

  it('gives two decimals to a code that it lacks, in which amounts may be stored', () => {
    expect([exponentOf('XSU'), exponentOf('BGN')]).toEqual([2, 2]);
  });
});
