import { expect, it } from 'vitest';
import { lookBacks } from '../../src/engine/model/agent-rules.ts';
import { judges } from '../../src/engine/rules/broken-rules.ts';
import { rulesField } from '../../src/terms/rules.ts';
import { terms } from '../support/payment-terms.ts';
import { ruleExamples } from '../support/rules.ts';
import { looked, lookedBackAt, told } from '../support/rules-doc.ts';
import { read } from '../tidy/files.ts';

it('docs/rules.md tells every rule, in the order in which broken ones are named', () => {
  expect(Object.keys(told)).toEqual(Object.keys(judges));
  expect(Object.keys(looked)).toEqual(Object.keys(judges));
});

it('docs/rules.md has an example of each rule that the API accepts, and its reason', () => {
  for (const [rule, [, example = '', reason]] of Object.entries(told)) {
    const parsed = rulesField.parse(JSON.parse(example.slice(1, -1)));
    expect(Object.keys(parsed ?? {})).toEqual([rule]);
    expect([rule, reason]).toEqual([rule, `\`${ruleExamples[rule as keyof typeof ruleExamples].reason}\``]);
  }
});

it('docs/rules.md says what each rule looks back at, and which are judged again at an approval', () => {
  const cells = Object.entries(looked).map(([rule, [, history = '', again]]) => [
    rule,
    [...history.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    again,
  ]);
  const code = Object.entries(judges).map(([rule, { until }]) => [
    rule,
    lookBacks[rule as keyof typeof lookBacks],
    { requested: 'no', decided: 'until its owner approves', approved: 'always' }[until],
  ]);
  expect(cells).toEqual(code);
  expect(lookedBackAt.toSorted()).toEqual([...new Set(Object.values(lookBacks).flat())].toSorted());
});

it('CHANGELOG.md names every rule, and what clients say of a payment', () => {
  const text = read('CHANGELOG.md');
  const names = [...Object.keys(judges), ...Object.keys(terms)];
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
