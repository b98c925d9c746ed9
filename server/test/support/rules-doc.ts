import { read } from '../tidy/files.ts';

const parts = read('docs/rules.md').split('\n\n');

/** The cells of each table of docs/rules.md, by the rule that their rows begin with. */
const tables = parts
  .filter((part) => part.startsWith('| Rule |'))
  .map((table) => {
    const rows = table.split('\n').slice(2);
    return Object.fromEntries(
      rows.map((row) => {
        const [rule = '', ...cells] = row.slice(2, -2).split(' | ');
        return [rule.slice(1, -1), cells];
      }),
    );
  });

/** What each rule says, an example, and its reason; whether it binds withdrawals, what it looks back at, when it is judged. */
export const [told = {}, looked = {}] = tables;

/** What rules look back at, each with a paragraph. */
export const lookedBackAt = parts.flatMap((part) =>
  [...part.matchAll(/^- `(\w+)`: \w/gm)].map(([, name = '']) => name),
);
