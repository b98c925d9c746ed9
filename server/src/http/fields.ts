import { z } from 'zod';
import { badRequest } from '../errors.ts';
import { isCurrency, listOneDate } from '../lib/currencies.ts';
import { type Id, type IdPrefix, idPrefixes, parseId } from '../lib/id.ts';
import { parseAmount } from '../lib/money.ts';
import {
  emailPattern,
  hasAtMost,
  isEmail,
  isName,
  isPhone,
  isPrintable,
  namePattern,
  normalEmail,
  printablePattern,
} from '../lib/text.ts';
import { type Permission, permissions } from '../scopes.ts';

// Messages complete the sentence "`name` …". `meta` adds to the OpenAPI document what a rule in code cannot express. It
// must precede a transform, because it describes the value that is sent.

/** An object without other members than these. */
export function objectField<S extends z.ZodRawShape>(members: S) {
  return z.strictObject(members, 'must be an object');
}

/** A public id, parsed to the internal id. */
export function idField<P extends IdPrefix>(prefix: P) {
  return z
    .string(`must be an id that starts with ${prefix}_`)
    .meta({
      pattern: `^${prefix}_[0-9a-f]{32}$`,
      description: `An id: \`${prefix}_\` and 32 hexadecimal digits in lower case.`,
    })
    .transform((text, check): Id<P> => {
      const id = parseId(prefix, text);
      if (id) return id;
      check.issues.push({
        code: 'custom',
        input: text,
        message: `must be ${prefix}_ and 32 lower-case hex digits`,
      });
      return z.NEVER;
    });
}

const anyIdRule = 'must be an id, such as pay_ and 32 lower-case hex digits';
const anyIdForm = new RegExp(`^(?:${idPrefixes.join('|')})_[0-9a-f]{32}$`);

/** A public id of any resource, without its prefix. */
export function anyIdField(description: string) {
  return z
    .string(anyIdRule)
    .regex(anyIdForm, anyIdRule)
    .meta({
      pattern: '^[a-z]{3}_[0-9a-f]{32}$',
      description: `${description} An id with a prefix that Purser gives, such as \`pay_\`.`,
    })
    .transform((text) => text.slice(4));
}

/**
 * An amount in minor units of at least `least`, written as an integer: `1.0` and `1e2` are refused (see
 * `lib/strict-json.ts`).
 */
export function amountFrom(least: number) {
  const rule = `must be an integer in minor units, from ${least} to 9007199254740991`;
  return z
    .number(rule)
    .refine((value) => Number.isSafeInteger(value) && value >= least, rule) // one rule, so one fault
    .meta({
      type: 'integer',
      minimum: least,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Minor units of the currency: cents of USD.',
    })
    .transform(parseAmount);
}

export const amountField = amountFrom(1);

const currencyRule = 'must be an ISO 4217 code in upper case, like USD';
export const currencyField = z
  .string(currencyRule)
  .refine(isCurrency, currencyRule)
  .meta({
    pattern: '^[A-Z]{3}$',
    description: `A code of ISO 4217 with a minor unit (List One of ${listOneDate}).`,
  })
  .default('USD');

/** Text without control characters and lone surrogates. `min` and `max` count characters. */
export function textField(min: number, max: number) {
  const rule = `must be text of ${min} to ${max} characters without control characters`;
  const fits = (text: string): boolean =>
    hasAtMost(max, text) && !hasAtMost(min - 1, text) && isPrintable(text);
  return z.string(rule).refine(fits, rule).meta({
    minLength: min,
    maxLength: max,
    pattern: printablePattern,
    description: 'No control characters.',
  });
}

export const descriptionField = textField(0, 500).nullable().default(null);

const nameRule = 'must be text of 1 to 128 characters without control characters, and not only spaces';
/** Text in which something is seen: people tell agents, keys and parties apart by their names. */
export const nameField = z
  .string(nameRule)
  .refine((text) => hasAtMost(128, text) && isName(text), nameRule)
  .meta({
    minLength: 1,
    maxLength: 128,
    pattern: namePattern,
    description: 'No control characters, and at least one that is neither space nor invisible.',
  });

export const emailField = z
  .string('must be an e-mail address')
  .refine(isEmail, 'must be an e-mail address')
  .meta({
    format: 'email',
    maxLength: 254,
    pattern: emailPattern,
    description:
      'At most 254 characters in lower case, too. No spaces, no `=?`, and no invisible, private or unassigned characters of Unicode.',
  })
  .transform(normalEmail);

const phoneRule = 'must be a phone number in E.164 form, like +14155550123';
const phoneField = z
  .string(phoneRule)
  .refine(isPhone, phoneRule)
  .meta({ pattern: String.raw`^\+[1-9][0-9]{6,14}$`, description: 'E.164.' });

const timeRule = 'must be a time with its offset, like 2026-11-21T09:30:00Z, of the years 1 to 9999';
const timePattern = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$`;
/** The first and the last time that a request may name. */
export const earliest_ms = Date.parse('0001-01-01T00:00:00Z');
export const latest_ms = Date.parse('9999-12-31T23:59:59.999Z');

/** A time in ISO 8601, with an offset or Z. A verb that needs a future time checks that itself. */
export const timeField = z.iso
  .datetime({ offset: true, error: timeRule })
  .meta({
    pattern: timePattern,
    description: 'ISO 8601, with an offset or Z, in UTC of the years 1 to 9999. No leap seconds.',
  }) // zod's pattern fills half a screen
  .transform((text) => new Date(text))
  .refine((time) => time.getTime() >= earliest_ms && time.getTime() <= latest_ms, timeRule);

const longestOverlap_s = 86_400;
const overlapRule = `must be a whole number of seconds from 0 to ${longestOverlap_s}`;

/** For how many seconds what a rotation replaces goes on beside the new; 0 by default. */
export function overlapField(description: string) {
  return z
    .number(overlapRule)
    .refine((value) => Number.isInteger(value) && value >= 0 && value <= longestOverlap_s, overlapRule)
    .meta({ type: 'integer', minimum: 0, maximum: longestOverlap_s, description })
    .default(0);
}

export const intendedRepeatField = z
  .boolean('must be true or false')
  .meta({
    description:
      'Whether this repeats an earlier one on purpose. Lets it pass a rule about duplicates that is `overridable`.',
  })
  .default(false);

/** The ways to name a party, as alternatives of a discriminated union. */
export const byEmail = z
  .strictObject({ type: z.literal('email'), value: emailField })
  .meta({ title: 'byEmail' });
export const byPhone = z
  .strictObject({ type: z.literal('phone'), value: phoneField })
  .meta({ title: 'byPhone' });
export const byPartyId = z
  .strictObject({ type: z.literal('party_id'), value: idField('pty') })
  .meta({ title: 'byPartyId' });

const byAgentId = z
  .strictObject({ type: z.literal('agent_id'), value: idField('agt') })
  .meta({ title: 'byAgentId' });

/** Returns what is said of a value that is no object with one of these types, and of an object that has another type. */
export const oneOfTypes = (types: string, also = '') => ({
  error: ({ code }: { code?: string }): string =>
    code === 'invalid_union' ? `must be ${types}` : `must be an object with a \`type\` of ${types}${also}`,
});

/** Who is paid, or asked to pay. */
export const counterpartyField = z.discriminatedUnion(
  'type',
  [byEmail, byPhone, byPartyId, byAgentId],
  oneOfTypes('email, phone, party_id or agent_id', ', and a `value`'),
);

/** One of these words, in an entry of a batch that is validated separately: with another word only the entry fails. */
export function entryWordField(words: readonly string[]) {
  return z.string('must be text').meta({
    enum: [...words],
    'x-validated-per-entry': true,
    description: 'Another word does not refuse the request: the response names the entry.',
  });
}

/** The query parameters `limit` and `cursor` of a list. */
export function pageQuery(defaultLimit: number) {
  const rule = 'must be a whole number from 1 to 100';
  return {
    limit: z
      .string(rule)
      .regex(/^[1-9][0-9]{0,2}$/, rule)
      .meta({
        type: 'integer',
        pattern: undefined,
        minimum: 1,
        maximum: 100,
        default: defaultLimit,
        description: 'The size of the page.',
      })
      .transform(Number)
      .pipe(z.number().max(100, rule))
      .default(defaultLimit),
    cursor: z
      .string('must be a cursor')
      .meta({
        minLength: 1,
        description: '`nextCursor` of the page before, of the same list and filters.',
      })
      .optional(),
  };
}

/** The query parameters of a read on behalf of a customer who delegated this permission. */
export function customerQueryFor(permission: Permission) {
  return {
    partyId: idField('pty')
      .optional()
      .meta({
        description: `A customer who delegated \`${permission}\` to your party; by default your own party.`,
      }),
    customerPartyId: idField('pty').optional().meta({ description: 'The same as `partyId`.' }),
  };
}

/** The query parameters of a read on behalf of a customer who delegated `payments.read`. */
export const customerQuery = customerQueryFor('payments.read');

export type CustomerQuery = { partyId?: Id<'pty'> | undefined; customerPartyId?: Id<'pty'> | undefined };

/** Returns the customer of `customerQuery`, or null. Throws a 400 `invalid_value` if it names two. */
export function customerOf({ partyId, customerPartyId }: CustomerQuery): Id<'pty'> | null {
  const detail = '`customerPartyId` is another party than `partyId`.';
  return byEitherName(partyId, 'customerPartyId', customerPartyId, detail) ?? null;
}

/**
 * Returns the value of a query parameter that published clients call by another name, `also`. Throws a 400 `invalid_value`
 * if both are sent and differ.
 */
export function byEitherName<V>(
  value: V | undefined,
  also: string,
  alsoSent: V | undefined,
  detail = `\`${also}\` says another thing than the parameter that it stands for.`,
): V | undefined {
  if (value !== undefined && alsoSent !== undefined && value !== alsoSent) {
    throw badRequest([{ code: 'invalid_value', detail, source: { parameter: also } }]);
  }
  return value ?? alsoSent;
}

/** Returns the query of a list of this party's rows, whichever way it named the party. */
export function ofParty<Q extends CustomerQuery>(
  query: Q,
  partyId: Id<'pty'>,
): Omit<Q, keyof CustomerQuery> & { partyId: Id<'pty'> } {
  const { partyId: _asSent, customerPartyId: _alsoAsSent, ...others } = query;
  return { ...others, partyId };
}

/** What a customer permits, without repetitions. */
export const permissionsField = z
  .array(z.enum(permissions, 'must be a permission that Purser knows'), 'must be a list of permissions')
  .min(1, 'must name at least one permission')
  .max(100, 'must have at most 100 entries')
  .transform((names) => [...new Set(names)]);

/** The entries of a batch, 1 to 100. */
export function batchField<E extends z.ZodType>(entry: E) {
  return z
    .array(entry, 'must be a list')
    .min(1, 'must have at least one entry')
    .max(100, 'must have at most 100 entries');
}
