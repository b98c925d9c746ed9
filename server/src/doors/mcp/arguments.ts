import { z } from 'zod';
import type { ErrorSource, Fault } from '../../errors.ts';
import { faultsOf } from '../../http/faults.ts';
import { exponentOf, isCurrency } from '../../lib/currencies.ts';
import { parseId, type IdPrefix } from '../../lib/id.ts';
import { formatDecimal, maxAmount, parseDecimal } from '../../lib/money.ts';
import { hasAtMost, isEmail, isName, isPhone, isPrintable } from '../../lib/text.ts';

const fallbackCurrency = 'USD';

/** An id of a resource. */
export function id(prefix: IdPrefix) {
  const rule = `must be ${prefix}_ and 32 lower-case hex digits`;
  return z.string(rule).refine((text) => parseId(prefix, text) !== null, rule);
}

const amountRule = 'must be a decimal string, such as "12.50"';
/** An amount as a decimal string. `moneyFaults` compares it with its currency. */
export const amount = z
  .string(amountRule)
  .regex(/^[0-9]{1,16}(\.[0-9]+)?$/, amountRule)
  .meta({ pattern: undefined, description: 'Decimal string: "12.50"' });

const currencyRule = 'must be an ISO 4217 code in upper case, such as USD';
export const currency = z.string(currencyRule).refine(isCurrency, currencyRule).default(fallbackCurrency);

const partyRule = 'must be an e-mail address, a phone number such as +14155550123, or an id: pty_… or agt_…';
/** Who is paid, or asked to pay, as one text. It becomes what the API takes. */
export const named = z.string(partyRule).transform((text, check): { type: string; value: string } => {
  const found = namedBy(text);
  if (found) return found;
  check.issues.push({ code: 'custom', input: text, message: partyRule });
  return z.NEVER;
});

function namedBy(text: string): { type: string; value: string } | null {
  const value = text.trim();
  if (parseId('pty', value)) return { type: 'party_id', value };
  if (parseId('agt', value)) return { type: 'agent_id', value };
  if (isPhone(value)) return { type: 'phone', value };
  return isEmail(value) ? { type: 'email', value } : null;
}

/** Text of up to `most` characters. */
export function text(most: number) {
  const rule = `must be text of 1 to ${most} characters, on one line`;
  return z.string(rule).refine((value) => hasAtMost(most, value) && isPrintable(value) && value !== '', rule);
}

const purposeRule = 'must be text of 1 to 200 characters that names the purchase';
/** The name of a purchase. */
export const purpose = z
  .string(purposeRule)
  .refine((value) => hasAtMost(200, value) && isName(value), purposeRule)
  .meta({
    description:
      'Names the purchase, e.g. "invoice 1042". Reuse it on every retry, whatever failed; a new one pays again',
  });

const timeRule = 'must be a time such as 2026-11-21T09:30:00Z';
export const time = z.iso.datetime({ offset: true, error: timeRule }).meta({ pattern: undefined });

const limitRule = 'must be a whole number from 1 to 50';
/** The size and the position of a page. */
export const paging = {
  limit: z.int(limitRule).min(1, limitRule).max(50, limitRule).default(20),
  cursor: z.string('must be next_cursor of the page before').min(1).max(1024).optional(),
};

/** Returns the size and the position of a page as the API takes them. */
export function pageOf({ limit, cursor }: { limit: number; cursor?: string | undefined }) {
  return { limit: String(limit), ...(cursor && { cursor }) };
}

/** The names of the arguments of an amount and its currency. */
export type MoneyNames = { amount: string; currency: string };

/**
 * Returns the arguments as a schema reads them, or all their faults, each with the name of its argument. An amount is
 * compared with the decimals of its currency even if other arguments have faults.
 */
export function readArguments(
  schema: z.ZodType,
  sent: unknown,
  money: MoneyNames | null,
): { read: Record<string, unknown> } | { faults: Fault[] } {
  const parsed = schema.safeParse(sent);
  const faults = parsed.success ? [] : faultsOf(parsed.error, sent, argumentOf);
  const wrongMoney = money && moneyFault(sent as Record<string, unknown>, money, faults);
  if (wrongMoney) faults.push(wrongMoney);
  return parsed.success && faults.length === 0
    ? { read: parsed.data as Record<string, unknown> }
    : { faults };
}

function argumentOf([name = 'arguments']: readonly PropertyKey[]): ErrorSource {
  return { parameter: String(name).slice(0, 64) };
}

function moneyFault(
  sent: Record<string, unknown>,
  { amount: amountName, currency: currencyName }: MoneyNames,
  faults: readonly Fault[],
): Fault | null {
  const isFaulty = (name: string) =>
    faults.some(({ source }) => source && 'parameter' in source && source.parameter === name);
  const [text, code] = [sent[amountName], sent[currencyName] ?? fallbackCurrency];
  if (isFaulty(amountName) || isFaulty(currencyName)) return null;
  if (typeof text !== 'string' || typeof code !== 'string') return null;
  if (parseDecimal(text, code) !== null) return null;
  const detail = `\`${amountName}\` ${amountRuleOf(text, code)}.`;
  return { code: 'invalid_value', detail, source: { parameter: amountName } };
}

/** Says how an amount must be written, with the right spelling where that is certain: a model would pay any other. */
function amountRuleOf(text: string, code: string): string {
  const digits = exponentOf(code);
  const [whole = '', decimals = ''] = text.split('.');
  const written = BigInt(whole + decimals.slice(0, digits).padEnd(digits, '0'));
  const isSame = /^0*$/.test(decimals.slice(digits)) && written > 0n && written <= maxAmount;
  const example = isSame ? `: write "${formatDecimal({ amount: written, currency: code })}"` : '';
  const rule =
    digits === 0 ? `has no decimals in ${code}` : `must have ${digits} decimals or none in ${code}`;
  if (decimals.length > 0 && decimals.length !== digits) return `${rule}${example}`;
  return `must be more than zero, and at most ${formatDecimal({ amount: maxAmount, currency: code })}`;
}
