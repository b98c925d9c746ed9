import { asText, amountText, clean } from './text.ts';
import type { Row } from './columns.ts';

const windows: Readonly<Record<string, string>> = {
  perTransactionAmount: 'a payment',
  dailyAmount: 'a UTC day',
  monthlyAmount: 'a UTC month',
};

const party = (value: unknown): string => clean(asText((value as Row | null)?.['value'] ?? ''));
const list = (value: unknown): string => (Array.isArray(value) ? clean(value.join(', ')) : '');

const sentences: Readonly<Record<string, (reason: Row) => string>> = {
  limitExceeded: ({ limitType, limitAmount, actualAmount, currency }) =>
    `${amountText(Number(actualAmount), String(currency))} is more than the limit of ` +
    `${amountText(Number(limitAmount), String(currency))} ${windows[String(limitType)] ?? clean(String(limitType))}`,
  currencyNotCovered: ({ currency, limitCurrencies }) =>
    `its limits cover ${list(limitCurrencies)}, not ${clean(String(currency))}`,
  currencyNotAllowed: ({ currency, allowed }) =>
    `its rules allow ${list(allowed)}, not ${clean(String(currency))}`,
  counterpartyNotAllowed: ({ list: name, counterparty }) =>
    name === 'block'
      ? `its rules block ${party(counterparty)}`
      : `its rules allow certain payees, and ${party(counterparty)} is none of them`,
  newCounterparty: ({ counterparty }) => `it has never paid ${party(counterparty)} before`,
  rateExceeded: ({ actual, limit, period }) =>
    `it would be payment ${String(actual)} in this ${clean(String(period))}; its rules allow ${String(limit)}`,
  outsideHours: ({ localTime, timeZone }) =>
    `it is ${clean(String(localTime))} in ${clean(String(timeZone))}, outside of the hours of its rules`,
  possibleDuplicate: ({ earlierPaymentId, earlierTransferId, withinSeconds, overridable }) =>
    `an equal one was made within ${String(withinSeconds)} s` +
    (typeof earlierPaymentId === 'string' ? ` (${clean(earlierPaymentId)})` : '') +
    (typeof earlierTransferId === 'string' ? ` (${clean(earlierTransferId)})` : '') +
    (overridable === true ? '; --intended-repeat lets it pass' : ''),
};

/** Returns why something waits for an approval, or is refused, in words. */
function reasonText(reason: Row): string {
  return sentences[String(reason['type'])]?.(reason) ?? plainly(reason);
}

/** Returns a reason of which this version knows no sentence: its name and figures, as in `rate exceeded (limit 20)`. */
function plainly({ type, onBreach: _onBreach, ...values }: Row): string {
  const name = clean(String(type)).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const figures = Object.entries(values).flatMap(([key, value]) =>
    typeof value === 'number' || typeof value === 'string' ? [clean(`${key} ${value}`)] : [],
  );
  return figures.length === 0 ? name : `${name} (${figures.join(', ')})`;
}

export const reasonsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((each) => reasonText(each as Row)) : [];
