import { expect, it } from 'vitest';
import { compactIban, isIban, isRoutingNumber } from '../../src/lib/bank-numbers.ts';

it.each(['021000021', '011401533', '026009593', '121000358', '322271627', '611600129'])(
  '%s is a routing number',
  (text) => expect(isRoutingNumber(text)).toBe(true),
);

it.each([
  ['a wrong check digit', '021000022'],
  ['two digits exchanged', '201000021'],
  ['eight digits', '02100002'],
  ['ten digits', '0210000210'],
  ['only zeros', '000000000'],
  ['a district that does not exist', '901000014'],
  ['a letter', '02100002A'],
  ['a space', '02100002 '],
  ['a line end', '021000021\n'],
])('a routing number with %s is none', (_what, text) => expect(isRoutingNumber(text)).toBe(false));

it.each([
  'DE89370400440532013000',
  'DE89 3704 0044 0532 0130 00',
  'GB82 WEST 1234 5698 7654 32',
  'FR1420041010050500013M02606',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
])('%s is an IBAN', (text) => {
  expect(isIban(text)).toBe(true);
  expect(compactIban(text)).not.toContain(' ');
});

it('each single wrong digit and each exchange of neighbours in an IBAN is found', () => {
  const iban = 'DE89370400440532013000';
  for (let at = 2; at < iban.length; at += 1) {
    const digit = (Number(iban[at]) + 1) % 10;
    expect(isIban(iban.slice(0, at) + String(digit) + iban.slice(at + 1))).toBe(false);
    const [one = '', other = one] = iban.slice(at, at + 2);
    const exchanged = iban.slice(0, at) + (at + 1 < iban.length ? other : '') + one + iban.slice(at + 2);
    expect(isIban(exchanged)).toBe(one === other);
  }
});

it.each([
  ['the length of another country', 'DE8937040044053201300'],
  ['check digits that leave the same remainder', 'DE00370400440532013000'],
  ['lower case', 'de89370400440532013000'],
  ['two spaces in a row', 'DE89  370400440532013000'],
  ['a space at its end', 'DE89370400440532013000 '],
  ['a hyphen', 'DE89-3704-0044-0532-0130-00'],
  ['no country', '8937040044053201300012'],
])('an IBAN with %s is none', (_what, text) => expect(isIban(text)).toBe(false));
