import { fault } from '../../errors.ts';
import { amountToJson, formatDecimal, parseDecimal } from '../../lib/money.ts';
import { type Content, h } from './element.ts';
import { keyField, textField } from './forms.ts';

const windows = [
  ['perTransaction', 'For each payment and withdrawal'],
  ['perDay', 'In a day'],
  ['perMonth', 'In a month'],
] as const;
type Amounts = { [Window in (typeof windows)[number][0]]?: number | bigint | undefined };

/** Returns what a form of limits says, in minor units; null for a field that is empty. Throws `invalid_value`. */
export function amountsOf(form: URLSearchParams, currency: string): Record<string, number | null> {
  const sent = windows.map(([name, label]) => {
    const text = (form.get(name) ?? '').trim();
    const amount = text === '' ? null : parseDecimal(text, currency);
    if (text !== '' && amount === null)
      throw fault('invalid_value', `“${label}” must be an amount in ${currency}, such as 500, or nothing.`);
    return [name, amount === null ? null : amountToJson(amount)] as const;
  });
  return Object.fromEntries(sent);
}

/** Returns the form of limits, in minor units, that are set now. */
export function amountsForm(limits: Amounts | null, currency: string): Content {
  const fields = amountFields(limits ?? {}, currency);
  return h(
    'form',
    { key: 'form', method: 'post' },
    keyField(),
    ...fields,
    h('p', { className: 'soft' }, 'Leave a field empty for no limit. Days and months are those of UTC.'),
    h('button', null, 'Save'),
  );
}

/** Returns the fields of limits, in minor units, that are set now; or as they were sent before. */
export function amountFields(limits: Amounts, currency: string, sent?: URLSearchParams): Content[] {
  return windows.flatMap(([name, label]) =>
    textField(name, `${label}, in ${currency}`, {
      inputMode: 'decimal',
      defaultValue: sent?.get(name) ?? decimalOf(limits[name], currency),
    }),
  );
}

function decimalOf(amount: number | bigint | undefined, currency: string): string {
  return amount === undefined ? '' : formatDecimal({ amount: BigInt(amount), currency });
}
