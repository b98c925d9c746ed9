import { describe, expect, it } from 'vitest';
import { linesOf, writeLines } from '../src/columns.ts';
import { clean, cut, escaped, inert, jsonOf, timeText, widthOf } from '../src/text.ts';
import { type Terminal, terminalOf } from '../src/terminal.ts';

const esc = '\u001B';
const evil = `a${esc}[2Jb\u009Bc\u202Ed\u200Be\u00ADf\u3164g\u{E0041}h`;

describe("somebody else's words", () => {
  it('cannot steer a terminal', () => {
    expect(clean(`${evil}\ni\tj`)).toBe('a\uFFFD[2Jb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uFFFDg\uFFFDh i j');
    expect(clean('❤️ 日本')).toBe('❤️ 日本');
  });

  it('cannot even where nothing cleans them: colours, lines and tabs are all that passes', () => {
    expect(inert(`${esc}[31mred${esc}[39m\n\t${esc}]0;title\u0007${esc}[2J\u009B31m`)).toBe(
      `${esc}[31mred${esc}[39m\n\t\uFFFD]0;title\uFFFD\uFFFD[2J\uFFFD31m`,
    );
  });

  it('are the same words in JSON, escaped', () => {
    const json = jsonOf({ name: evil, lines: ['x\ny'] });
    expect(json).toMatch(/^[\n\x20-\x7E]+$/);
    expect(JSON.parse(json)).toEqual({ name: evil, lines: ['x\ny'] });
    expect(JSON.parse(escaped(JSON.stringify(evil)))).toBe(evil);
    expect(jsonOf({ a: [1] }, true)).toBe('{"a":[1]}');
  });
});

it('widths, cuts and times are those that people see', () => {
  const now = Date.parse('2026-11-28T14:30:00Z');
  expect([widthOf('日本'), cut('Ann Example', 6), timeText('2026-11-28T12:00:00Z', now)]).toEqual([
    4,
    'Ann E…',
    '2 h ago',
  ]);
});

describe('the lines of a resource', () => {
  const agent = {
    object: 'agent',
    id: 'agt_1',
    party: { object: 'party', id: 'pty_1', name: 'Books' },
    limits: { perTransaction: 5000, currencies: { JPY: { perDay: 5000 } } },
  };

  it('say limits as amounts, or that they are minor units, and no kind of object', () => {
    expect(linesOf(agent, true, 'USD')).toEqual([
      ['id', 'agt_1'],
      ['party.id', 'pty_1'],
      ['party.name', 'Books'],
      ['limits.perTransaction', '50.00 USD'],
      ['limits.currencies.JPY.perDay', '5000 JPY'],
    ]);
    expect(linesOf(agent, true)).toContainEqual(['limits.perTransaction', '5000 minor units']);
  });

  it('say an amount that is a text as an amount, and the time of a clock exactly', () => {
    const row = { amount: '-1250', currency: 'USD', now: '2026-11-28T12:00:00Z' };
    expect(linesOf(row, true)).toEqual([
      ['amount', '-12.50 USD'],
      ['now', '2026-11-28T12:00:00Z'],
    ]);
  });

  it('stand below their titles where a terminal is too narrow for both', () => {
    const said: string[] = [];
    const terminal: Terminal = {
      ...terminalOf({ NO_COLOR: '1' }),
      isTerminal: true,
      columns: 40,
      out: (text) => void said.push(text),
    };
    writeLines(terminal, [['externalAccountDisplayMask', '****1234']]);
    writeLines(terminal, [['status', 'ACTIVE']]);
    expect(said.map((text) => text.replaceAll(new RegExp(`${esc}\\[\\d+m`, 'g'), ''))).toEqual([
      'externalAccountDisplayMask\n  ****1234',
      'status  ACTIVE',
    ]);
  });
});
