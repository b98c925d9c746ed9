import type { AgentRules, OnBreach, Rules } from '../../engine/model/agent-rules.ts';

const breach: { [B in OnBreach]: string } = {
  review: 'Else a person decides.',
  refuse: 'Else it is refused.',
};

const count = (max: number, period: string) => `At most ${max} payments in any ${period}.`;

/** Each rule in a sentence. No value in it was written by a user, except time zones. */
const words: { [K in keyof Rules]: (rule: Rules[K]) => string } = {
  counterparties: ({ allow, block }) =>
    [
      allow ? `Pays only whom a list of ${allow.length} allows.` : '',
      block ? `Never pays whom a list of ${block.length} blocks.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  currencies: ({ allow }) => `Pays only in ${allow.join(', ')}.`,
  paymentsPerHour: ({ max }) => count(max, '60 minutes'),
  paymentsPerDay: ({ max }) => count(max, '24 hours'),
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
  return rule ? `${words[name](rule)} ${breach[rule.onBreach]}` : null;
}
