/** The pattern of a routing number of the American Bankers Association: nine digits, of which two name a district. */
export const routingNumberPattern = '^(0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$';
const routingNumber = new RegExp(routingNumberPattern);

/** Whether this is a routing number with a correct check digit. */
export function isRoutingNumber(text: string): boolean {
  const weights = [3, 7, 1];
  const sum = Array.from(text).reduce((all, digit, at) => all + Number(digit) * (weights[at % 3] ?? 0), 0);
  return routingNumber.test(text) && sum % 10 === 0;
}

/** The pattern of an IBAN, in which single spaces separate groups. */
export const ibanPattern = '^[A-Z]{2}[0-9]{2}( ?[A-Z0-9]){11,30}$';
const iban = new RegExp(ibanPattern);

// The lengths in SWIFT's registry of IBANs. Other countries may have joined since.
const lengths = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
   FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32
   LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24
   RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** Returns an IBAN without the spaces that separate its groups. */
export function compactIban(text: string): string {
  return text.replaceAll(' ', '');
}

/** Whether this is an IBAN with correct check digits (ISO 13616), and of its country's length if that is known. */
export function isIban(text: string): boolean {
  if (!iban.test(text)) return false;
  const compact = compactIban(text);
  const length = lengths.get(compact.slice(0, 2));
  const check = compact.slice(2, 4);
  const isLong = length === undefined || compact.length === length;
  // 00, 01 and 99 would pass for 97, 98 and 02.
  return isLong && check >= '02' && check <= '98' && remainder(compact.slice(4) + compact.slice(0, 4)) === 1;
}

/** Returns the remainder of a text modulo 97, with each letter as two digits, from 10 for A. */
function remainder(text: string): number {
  return Array.from(text).reduce((rest, character) => {
    const value = Number.parseInt(character, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
}
