import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sandboxDocument } from '../../client/scripts/generate.ts';
import { namedOperations } from '../../client/scripts/model.ts';
import { fileURLToPath } from 'node:url';
import { generated, generatedFile } from '../scripts/generate.ts';
import { flagValues, parserFor } from '../src/program.ts';
import { isWrite, operationOf } from '../src/run.ts';
import { byApiOnly, table } from '../src/table/all.ts';

const operationsOf = ({ operation, also = [] }: (typeof table)[number]) => [
  ...(operation === undefined ? [] : [operation]),
  ...also,
];

describe('the table of commands', () => {
  it('has a command for every operation of the document, or says that only `purser api` sends it', () => {
    const ids = namedOperations(sandboxDocument()).map(({ operation }) => operation.operationId);
    const called = new Set<string>(table.flatMap(operationsOf));
    expect(ids.filter((id) => !called.has(id) && !byApiOnly.has(id))).toEqual([]);
    expect([...byApiOnly].filter((id) => called.has(id) || !ids.includes(id))).toEqual([]);
  });

  it('is made of what the document says now', async () => {
    const formatter = fileURLToPath(new URL('../../node_modules/oxfmt/bin/oxfmt', import.meta.url));
    const { execFile } = await import('node:child_process');
    const fresh = await new Promise<string>((resolve, reject) => {
      const child = execFile(
        process.execPath,
        [formatter, '--stdin-filepath', 'cli/src/generated/operations.ts'],
        { maxBuffer: 10_000_000 },
        (error, text) => (error ? reject(error) : resolve(text)),
      );
      child.stdin?.end(generated(sandboxDocument()));
    });
    expect((await readFile(generatedFile, 'utf8')) === fresh, 'run `npm run client:generate`').toBe(true);
  });

  it('names each command once, and fills in each value that its operation requires', () => {
    const names = table.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const absent = table.flatMap(({ name, operation, positions = [], without = [], run, flags = [] }) => {
      if (operation === undefined) return [];
      const { takes } = operationOf(operation);
      const known = new Set(takes.map((each) => each.name));
      const unknown = without.filter((each) => !known.has(each));
      const filled = new Set([...positions.map((each) => each.replace('?', '')), ...without]);
      const unread = takes.filter(
        ({ name, isRequired }) => isRequired === true && without.includes(name) && !run,
      );
      const twice = flags.filter((each) =>
        takes.some((value) => value.name === each.name && !filled.has(value.name)),
      );
      return [...unknown, ...unread.map((each) => each.name), ...twice.map((each) => each.name)].map(
        (each) => `${name}: ${each}`,
      );
    });
    expect(absent).toEqual([]);
  });

  it('asks before everything that moves money, ends something for good, or gives power back', () => {
    const careful =
      /^(?:create(?:Payment|PaymentRefund)|fulfill|withdraw|depositT|internal|approve|deny|delete|cancel|resume|unfreeze|decline|updatePartyMember|rotateApiKey)/;
    const custom = new Set([
      'createPayment',
      'createPaymentRefund',
      'fulfillPaymentRequest',
      'withdrawTransfer',
      'depositTransfer',
      'internalTransfer',
      'approveApproval',
      'denyApproval',
    ]);
    const unasked = table.flatMap(({ name, operation, asks }) =>
      operation !== undefined &&
      careful.test(operation) &&
      !/^createPaymentRequest$/.test(operation) &&
      !asks &&
      !custom.has(operation)
        ? [name]
        : [],
    );
    expect(unasked).toEqual([]);
  });

  it('gives every command that changes something a --yes, and no read one', () => {
    const parser = parserFor(table, '0', () => undefined);
    const wrong = table.filter((command) => {
      const [noun = '', verb] = command.name.split(' ');
      const group = parser.commands.find((each) => each.name() === noun);
      const found = verb === undefined ? group : group?.commands.find((each) => each.name() === verb);
      return (found?.options.some(({ long }) => long === '--yes') ?? false) !== isWrite(command);
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(flagValues(table[0] as (typeof table)[number]).map(({ name }) => name)).toContain('description');
  });
});

describe('help', () => {
  it('of every command is what its golden file says', async () => {
    const texts: string[] = [];
    const parser = parserFor(table, '0', () => undefined);
    const all = [parser, ...parser.commands, ...parser.commands.flatMap(({ commands }) => commands)];
    for (const each of all) {
      each.configureOutput({ getOutHelpWidth: () => 100 });
      const path = each.parent
        ? each.parent.parent
          ? `${each.parent.name()} ${each.name()}`
          : each.name()
        : '';
      texts.push(`$ purser ${path} --help\n${each.helpInformation().trimEnd()}\n`);
    }
    await expect(texts.join('\n')).toMatchFileSnapshot('help.txt');
  });
});
