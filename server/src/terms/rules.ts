import { z } from 'zod';
import {
  type AgentRules,
  breachOutcomes,
  type ListedCounterparty,
  type OnBreach,
  type Rules,
  weekdays,
} from '../engine/model/agent-rules.ts';
import { matches, maxRepeatTime_s, scopes } from '../engine/model/rule-history.ts';
import { withCompared } from '../engine/rules/counterparty-lists.ts';
import { publicId } from '../lib/id.ts';
import { domainPattern, isDomain } from '../lib/text.ts';
import { isTimeZone } from '../lib/time-zone.ts';
import {
  byEmail,
  byPartyId,
  byPhone,
  currencyField,
  idField,
  objectField,
  oneOfTypes,
} from '../http/fields.ts';
import { currencyShape, textShape } from '../http/shapes.ts';

// The rules of an agent in requests and responses.

type Word = 'allow' | 'review';

const maxListed = 100;
const maxPayments = 10_000;

const onBreach = z
  .enum(breachOutcomes, 'must be review or refuse')
  .meta({ description: 'Whether a payment that breaks the rule waits for an approval or is refused.' })
  .default('review');

const domainRule = 'must be the domain of an e-mail address in lower case, like `example.com`';
const byDomain = z
  .strictObject({
    type: z.literal('domain'),
    value: z.string(domainRule).refine(isDomain, domainRule).meta({
      pattern: domainPattern,
      maxLength: 253,
      description:
        'Of e-mail addresses, without the @, in Unicode or Punycode. No invisible, private or unassigned characters.',
    }),
  })
  .meta({ title: 'byDomain', description: 'A domain and its subdomains.' });
const byAllowedDomain = byDomain
  .extend({
    includeSubdomains: z
      .boolean('must be true or false')
      .meta({ description: 'Whether its subdomains are allowed too.' })
      .default(false),
  })
  .meta({ title: 'byAllowedDomain', description: 'A domain.' });

const byAccount = z
  .strictObject({ type: z.literal('external_account_id'), value: idField('eac') })
  .meta({ title: 'byExternalAccount', description: 'An account at a bank, to which a withdrawal pays.' });

const payeeRule = oneOfTypes('email, phone, domain or party_id', ', and a `value`');
const listedRule = oneOfTypes('email, phone, domain, party_id or external_account_id', ', and a `value`');
const listed = {
  allow: z.discriminatedUnion('type', [byEmail, byPhone, byAllowedDomain, byPartyId, byAccount], listedRule),
  block: z.discriminatedUnion('type', [byEmail, byPhone, byDomain, byPartyId, byAccount], listedRule),
};
// An agent withdraws for its own party only.
const listedByCustomer = {
  allow: z.discriminatedUnion('type', [byEmail, byPhone, byAllowedDomain, byPartyId], payeeRule),
  block: z.discriminatedUnion('type', [byEmail, byPhone, byDomain, byPartyId], payeeRule),
};

function listField<T extends z.ZodType>(entry: T, most: number) {
  return z
    .array(entry, 'must be a list')
    .min(1, 'must have at least one entry')
    .max(most, `must have at most ${most} entries`);
}

function listsField<A extends z.ZodType, B extends z.ZodType>({ allow, block }: { allow: A; block: B }) {
  return z
    .strictObject(
      {
        allow: listField(allow, maxListed).optional(),
        block: listField(block, maxListed).optional(),
        onBreach,
      },
      'must be an object with `allow`, `block` or both',
    )
    .refine((lists) => lists.allow || lists.block, 'must have `allow`, `block` or both')
    .meta({ description: 'Has `allow`, `block` or both.' })
    .nullable()
    .optional();
}

const countRule = `must be an integer from 1 to ${maxPayments}`;
function countField(period: string) {
  return z
    .strictObject(
      { max: z.int(countRule).min(1, countRule).max(maxPayments, countRule), onBreach },
      'must be an object with `max`',
    )
    .nullable()
    .optional()
    .meta({ description: `How many payments and withdrawals in ${period}.` });
}

const timeRule = 'must be a time of day, like 09:00';
const timeOfDay = z.string(timeRule).regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, timeRule);
const endRule = 'must be a time of day, like 17:00, or 24:00';
const endOfSpan = z.string(endRule).regex(/^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/, endRule);

const zoneRule = 'must be an IANA time zone, like America/New_York';
const zoneField = z.string(zoneRule).max(64, zoneRule).refine(isTimeZone, zoneRule).meta({
  pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
  maxLength: 64,
  description: 'A name of the IANA time zone database.',
});

const newPayeeRule = 'must be an object, with `onBreach` if it is to refuse, or the word review or allow';

const windowRule = `must be an integer of seconds from 1 to ${maxRepeatTime_s}`;

const fields = {
  counterparties: listsField(listed),
  currencies: z
    .strictObject(
      { allow: listField(currencyField.unwrap(), maxListed), onBreach },
      'must be an object with `allow`',
    )
    .nullable()
    .optional(),
  paymentsPerHour: countField('any 60 minutes'),
  paymentsPerDay: countField('any 24 hours'),
  hours: z
    .strictObject(
      {
        timeZone: zoneField,
        weekly: listField(
          z.strictObject(
            {
              days: listField(z.enum(weekdays, 'must be a day like monday'), 7),
              from: timeOfDay,
              to: endOfSpan,
            },
            'must be an object with `days`, `from` and `to`',
          ),
          50,
        ),
        onBreach,
      },
      'must be an object with `timeZone` and `weekly`',
    )
    .nullable()
    .optional(),
  firstPaymentToNewPayee: z
    .union([z.enum(['allow', 'review']), z.strictObject({ onBreach }).nullable()], newPayeeRule)
    .meta({ description: 'The word `review` is the same as an empty object, and `allow` the same as null.' })
    .optional(),
  duplicates: objectField({
    withinSeconds: z.int(windowRule).min(1, windowRule).max(maxRepeatTime_s, windowRule).default(600),
    onBreach,
    overridable: z
      .boolean('must be true or false')
      .meta({ description: 'Whether `intendedRepeat` in a payment or withdrawal lets it pass.' })
      .default(false),
    match: z
      .enum(matches, `must be one of ${matches.join(', ')}`)
      .meta({
        description:
          'What is the same, beside payee, amount and currency: the words of the description (`normalized`: its letters and digits, whatever their case), its text (`exact`), or nothing more (`payeeAndAmount`).',
      })
      .default('normalized'),
    across: z
      .enum(scopes, `must be one of ${scopes.join(', ')}`)
      .meta({
        description:
          'Whose payments are compared: those of the agent, or those of all agents of its party that have this rule.',
      })
      .default('agent'),
  })
    .nullable()
    .optional(),
} satisfies { [K in keyof Rules]: z.ZodType<Rules[K] | Word | null | undefined> };

const about = { description: 'What bounds an agent beyond amounts: null removes a rule, or all.' };

/** The rules of an agent as clients send them: null removes one, or all. A rule that is named is replaced whole. */
export const rulesField = z.strictObject(fields, 'must be null or an object').nullable().meta(about);

/** The same on a grant, under which an agent never withdraws. */
export const grantRulesField = z
  .strictObject({ ...fields, counterparties: listsField(listedByCustomer) }, 'must be null or an object')
  .nullable()
  .meta(about);

export type SentRules = z.output<typeof rulesField>;

/** Returns rules after a change, as they are stored: null if there is none. */
export function changedRules(before: AgentRules | null, sent: SentRules | undefined): AgentRules | null {
  if (sent === undefined) return before;
  const lists = sent?.counterparties && { counterparties: mapEntries(sent.counterparties, withCompared) };
  const left = Object.entries({ ...(sent && before), ...sent, ...lists }).flatMap(([name, rule]) => {
    const isSet = rule !== null && rule !== 'allow';
    return isSet ? [[name, rule === 'review' ? { onBreach: rule } : rule] as const] : [];
  });
  return left.length === 0 ? null : Object.fromEntries(left);
}

function mapEntries<E>(
  { allow, block, onBreach }: Rules['counterparties'],
  entryOf: (entry: ListedCounterparty) => E,
): { allow?: E[]; block?: E[]; onBreach: OnBreach } {
  return {
    ...(allow && { allow: allow.map(entryOf) }),
    ...(block && { block: block.map(entryOf) }),
    onBreach,
  };
}

const onBreachShape = z.enum(breachOutcomes);
/** How far back a rule about duplicates looks. */
export const secondsWithinShape = z
  .int()
  .min(1)
  .max(maxRepeatTime_s)
  .meta({ examples: [600] });
const listedShape = z.strictObject({
  type: z.enum(['email', 'phone', 'domain', 'party_id', 'external_account_id']),
  value: textShape('casey@example.com'),
  includeSubdomains: z.boolean().optional().meta({ description: 'Of a domain that is allowed.' }),
});
const maxShape = z
  .int()
  .min(1)
  .max(maxPayments)
  .meta({ examples: [20] });
const countShape = z.strictObject({ max: maxShape, onBreach: onBreachShape }).optional();

/** The spans of time in which an agent may pay. */
export const weeklyShape = z.array(
  z.strictObject({ days: z.array(z.enum(weekdays)), from: textShape('09:00'), to: textShape('17:00') }),
);

const shapes = {
  counterparties: z
    .strictObject({
      allow: z.array(listedShape).optional(),
      block: z.array(listedShape).optional(),
      onBreach: onBreachShape,
    })
    .optional(),
  currencies: z.strictObject({ allow: z.array(currencyShape), onBreach: onBreachShape }).optional(),
  paymentsPerHour: countShape,
  paymentsPerDay: countShape,
  hours: z
    .strictObject({ timeZone: textShape('Europe/Berlin'), weekly: weeklyShape, onBreach: onBreachShape })
    .optional(),
  firstPaymentToNewPayee: z.strictObject({ onBreach: onBreachShape }).optional(),
  duplicates: z
    .strictObject({
      withinSeconds: secondsWithinShape,
      onBreach: onBreachShape,
      overridable: z.boolean(),
      match: z.enum(matches),
      across: z.enum(scopes),
    })
    .optional(),
} satisfies { [K in keyof Rules]: z.ZodType };

/** What an owner would set on an agent whose model may send a request again under another key. */
export const usualGuard = {
  withinSeconds: 600,
  onBreach: 'review',
  overridable: true,
  match: 'normalized',
  across: 'agent',
} as const satisfies Rules['duplicates'];

/** The rules of an agent in a response: the ones that are set, or null if none is. */
export const rulesShape = z
  .strictObject(shapes)
  .nullable()
  .meta({
    description: 'What bounds the agent beyond amounts. Null: no rules.',
    examples: [{ duplicates: usualGuard }],
  });

type Shown = NonNullable<z.output<typeof rulesShape>>;

const show: { [K in keyof Rules]: (rule: Rules[K]) => NonNullable<Shown[K]> } = {
  counterparties: (lists) => mapEntries(lists, listedToJson),
  currencies: ({ allow, onBreach }) => ({ allow: [...allow], onBreach }),
  paymentsPerHour: (rule) => rule,
  paymentsPerDay: (rule) => rule,
  hours: ({ timeZone, weekly, onBreach }) => ({ timeZone, weekly: [...weekly], onBreach }),
  firstPaymentToNewPayee: (rule) => rule,
  duplicates: (rule) => rule,
};

export function rulesToJson(rules: AgentRules | null): z.output<typeof rulesShape> {
  if (rules === null) return null;
  const shown: Shown = {};
  for (const name of Object.keys(rules) as Array<keyof Rules>) addShown(shown, name, rules[name]);
  return shown;
}

function addShown<K extends keyof Rules>(shown: Shown, name: K, rule: Rules[K] | undefined): void {
  if (rule !== undefined) shown[name] = show[name](rule);
}

function listedToJson(entry: ListedCounterparty): z.output<typeof listedShape> {
  if (entry.type === 'party_id') return { ...entry, value: publicId('pty', entry.value) };
  if (entry.type === 'external_account_id') return { ...entry, value: publicId('eac', entry.value) };
  const { type, value } = entry;
  return type === 'domain' && entry.includeSubdomains !== undefined
    ? { type, value, includeSubdomains: entry.includeSubdomains }
    : { type, value };
}

const breachWords: { [B in OnBreach]: string } = {
  review: 'Else a person decides.',
  refuse: 'Else it is refused.',
};

const countWords = (max: number, period: string) => `At most ${max} payments in any ${period}.`;

/** Each rule in a sentence for models. No value in it was written by a user, except time zones. */
const words: { [K in keyof Rules]: (rule: Rules[K]) => string } = {
  counterparties: ({ allow, block }) =>
    [
      allow ? `Pays only whom a list of ${allow.length} allows.` : '',
      block ? `Never pays whom a list of ${block.length} blocks.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  currencies: ({ allow }) => `Pays only in ${allow.join(', ')}.`,
  paymentsPerHour: ({ max }) => countWords(max, '60 minutes'),
  paymentsPerDay: ({ max }) => countWords(max, '24 hours'),
  hours: ({ timeZone, weekly }) =>
    `Pays only ${weekly.map(({ days, from, to }) => `${days.join(', ')} ${from} to ${to}`).join('; ')} (${timeZone}).`,
  firstPaymentToNewPayee: () => 'The first payment to whom its party has not paid is not made at once.',
  duplicates: ({ withinSeconds, overridable }) =>
    `The same is not paid twice within ${withinSeconds} s${overridable ? ', unless intended_repeat is true' : ''}.`,
};

/** Returns the rules of an agent in words, and what becomes of a payment that breaks one. */
export function rulesInWords(rules: AgentRules | null): string[] {
  const names = Object.keys(rules ?? {}) as Array<keyof Rules>;
  return names.flatMap((name) => sentenceOf(name, rules?.[name]) ?? []);
}

function sentenceOf<K extends keyof Rules>(name: K, rule: Rules[K] | undefined): string | null {
  return rule ? `${words[name](rule)} ${breachWords[rule.onBreach]}` : null;
}
