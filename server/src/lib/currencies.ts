/** The date of publication of ISO 4217's List One, from which the table below is taken. */
export const listOneDate = '2026-01-01';

// All codes of List One by the number of decimals of their minor unit, funds codes such as CLF included. Codes without a
// minor unit (N.A.) are left out, since amounts are in minor units: metals, XDR, XSU, XUA, XBA to XBD, XTS and XXX.
const codes: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
    COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR
    IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD
    NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP
    SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const exponents = new Map(
  Object.entries(codes).flatMap(([digits, text]) =>
    text.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
);

/** Every currency in which amounts can be sent. */
export const currencies: ReadonlySet<string> = new Set(exponents.keys());

/** Whether this is an upper-case code of ISO 4217 that has a minor unit. */
export function isCurrency(text: string): boolean {
  return currencies.has(text);
}

/**
 * Returns the decimals of a currency's minor unit, as ISO 4217 gives them: two for USD. Two also for a code that is not
 * in the table, because stored amounts may be in one that a later list withdraws.
 */
export function exponentOf(currency: string): number {
  return exponents.get(currency) ?? 2;
}
