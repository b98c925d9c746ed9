import { expect, it } from 'vitest';
import { eventTypes } from '../../src/history/events/names.ts';
import { read } from '../tidy/files.ts';

const rows = (document: string): string[][] =>
  read(document)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    );

it('docs/events.md names exactly the events that Purser has', () => {
  const told = rows('docs/events.md').flatMap(([resource = '', from, to, type = '']) => {
    const [, name, variant = ''] = /^(\w+)(?: \((\w+)\))?$/.exec(resource) ?? [];
    return /^`\w+\.\w+`$/.test(type)
      ? [[`${name}/${from === '–' ? '' : from}/${to}/${variant}`, type.slice(1, -1)]]
      : [];
  });
  expect(Object.fromEntries(told)).toEqual(eventTypes);
});

// The sections of docs/states.md, as events name their resources; null for what has no events.
const sections: Readonly<Record<string, string[] | null>> = {
  Payment: ['payment'],
  Refund: ['refund'],
  Transfer: ['transfer'],
  Debt: ['debt'],
  Transaction: null,
  Approval: ['approval'],
  Party: ['party'],
  Member: ['member'],
  'Address of a party': ['contact'],
  Wallet: ['wallet'],
  Agent: ['agent'],
  'API key and agent key': ['apiKey', 'agentKey'],
  Delegation: ['delegation'],
  'Customer invitation': ['customerInvitation'],
  'Party invitation': ['invitation'],
  'Payment request': ['paymentRequest'],
  'External account': ['externalAccount'],
  Mail: null,
};

it('every move that docs/states.md says is made today has a name, except those that nobody makes', () => {
  const parts = read('docs/states.md').split(/^## /m).slice(1);
  const missing = parts.flatMap((part) => {
    const resources = sections[part.split('\n')[0] ?? ''] ?? [];
    const moves = part
      .split('\n')
      .filter((line) => /^\| .* \| \*\*today\*\*/.test(line))
      .flatMap((line) => {
        const [, from = '', to = ''] = line.split('|').map((cell) => cell.trim());
        return from
          .split(', ')
          .flatMap((before) => to.split(', ').map((after) => `${before === '–' ? '' : before}/${after}/`));
      })
      .filter((move) => /^\w*\/\w+\/$/.test(move));
    return resources.flatMap((resource) =>
      moves
        .filter((move) => !Object.keys(eventTypes).some((kind) => kind.startsWith(`${resource}/${move}`)))
        .map((move) => `${resource}/${move}`),
    );
  });
  // A key expires at a time that is known when it is set: nothing happens then. What stands for the source of a deposit
  // is made for Purser's own use. The marks of orders are no states.
  const ofOrders = /^transfer\/(waiting|unknown|taken|)\/(waiting|withdrawn|unknown|taken|ended)\//;
  const expected = ['apiKey/ACTIVE/EXPIRED/', 'agentKey/ACTIVE/EXPIRED/', 'externalAccount//disabled/'];
  expect(missing.filter((move) => !ofOrders.test(move))).toEqual(expected);
});
