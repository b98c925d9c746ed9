import { describe, expect, it } from 'vitest';
import {
  comparableEmail,
  domainPattern,
  emailPattern,
  isDomain,
  isEmail,
  isName,
  isPrintable,
  isSeen,
  namePattern,
  withinLine,
  withinMail,
} from '../../src/lib/text.ts';

// A right-to-left override, a blank of Braille, characters without width, a filler, a private and an unassigned
// character, a tag, and a variation selector.
const unseen = [
  '\u202e',
  '\u2800',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\xad',
  '\u3164',
  '\ue000',
  '\u0378',
  '\u{e0041}',
  '\ufe0f',
];

const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCodePoint(code));

/** Returns the characters below U+10000 of which a pattern and a rule say different things. */
function differences(
  pattern: string,
  isRight: (text: string) => boolean,
  textWith: (character: string) => string,
) {
  const form = new RegExp(pattern, 'u');
  return characters.filter((character) => form.test(textWith(character)) !== isRight(textWith(character)));
}

describe('an email address', () => {
  it.each(['a@example.com', 'é@exämple.com', '\u{1f4b8}@example.com', "o'b+x@a.b.c"])('may be %s', (text) =>
    expect(isEmail(text)).toBe(true),
  );

  it.each([
    '',
    'a',
    'a@b',
    'a@@b.c',
    'a@b..c',
    'a b@c.d',
    'a@b.c ',
    '<a@b.c>',
    'a@[b.c]',
    'a\u0085@b.c',
    'a\u007f@b.c',
    'a@b.c\n',
    '=?utf-8?Q?=E2=80=AE?=@b.c',
    'a@=?utf-8?Q?b.c',
    '\ud83d@b.c',
    ...unseen.map((character) => `a${character}@b.c`),
    ...unseen.map((character) => `a@b${character}.c`),
  ])('is not %j', (text) => expect(isEmail(text)).toBe(false));

  it('has at most 254 characters, however many bytes they take', () => {
    for (const letter of ['a', '\u{1f4b8}']) {
      expect(isEmail(`${letter.repeat(250)}@b.c`)).toBe(true);
      expect(isEmail(`${letter.repeat(251)}@b.c`)).toBe(false);
    }
  });
});

describe('the patterns of addresses', () => {
  it('refuse nothing of what is an address, and of the rest allow only what nobody sees', () => {
    const inEmail = differences(emailPattern, isEmail, (character) => `a${character}@b${character}.c`);
    const inDomain = differences(domainPattern, isDomain, (character) => `a${character}.c`);
    expect(inEmail.filter(isSeen)).toEqual([]);
    expect(
      inDomain.filter((character) => isSeen(character) && character.toLowerCase() === character),
    ).toEqual([]);
    for (const pattern of [emailPattern, domainPattern, namePattern])
      expect(pattern.length).toBeLessThan(120);
  });
});

describe('an email address in capital letters', () => {
  it('has at most 254 characters in lower case, which may have more of them', () => {
    expect(isEmail(`${'İ'.repeat(125)}@b.c`)).toBe(true);
    expect(isEmail(`${'İ'.repeat(126)}@b.c`)).toBe(false);
  });
});

describe('a domain', () => {
  it.each(unseen)('does not contain %j', (character) => {
    expect([isDomain('exämple.com'), isDomain(`exa${character}mple.com`)]).toEqual([true, false]);
  });
});

describe('the form of an address in which rules compare it', () => {
  it('is the same for each way to write an address', () => {
    const written = ['é@müller.de', 'e\u0301@mu\u0308ller.de', 'é@xn--mller-kva.de', 'é@ｍüller.de'];
    expect(new Set(written.map(comparableEmail)).size).toBe(1);
  });

  it.each(['/x', '?x', '#x', '%2e'])('is not that of a domain that ends before %s', (rest) => {
    for (const domain of ['müller.de', 'example.com'])
      expect(comparableEmail(`a@${domain}${rest}`)).toBe(`a@${domain}${rest}`);
  });
});

describe('a name', () => {
  it.each([' ', '\t', '', '\u00a0\u3000', ...unseen, ' \u200b '])('is not %j', (text) => {
    expect([isName(text), isName(`${text}A`), isName('A')]).toEqual([false, text !== '\t', true]);
  });

  it('may have invisible characters between visible ones', () => {
    expect(isName(' نامه\u200cای \u{1f468}\u200d\u{1f469} ')).toBe(true);
  });

  it('has a pattern that refuses nothing of what is a name, and of the rest allows only what nobody sees', () => {
    expect(differences(namePattern, isName, (character) => character).filter(isSeen)).toEqual([]);
  });
});

describe('printable text', () => {
  it('has no control characters and no lone surrogate', () => {
    expect(isPrintable('名 é \u{1f4b8} \u202e \ufeff')).toBe(true);
    for (const text of ['\u0000', 'a\nb', '\u007f', '\u009f', '\ud83d'])
      expect(isPrintable(text)).toBe(false);
  });
});

describe("a client's text within a line of ours", () => {
  it.each([
    ['\u2066\u2069\u202eevil\u2028\u2029', 'evil  '],
    [`e${'\u0301'.repeat(150)}x`, `e${'\u0301'.repeat(5)}x`],
    [`e${'\u0301\u200d'.repeat(9)}x`, `e${'\u0301\u200d'.repeat(5)}x`],
    [`e${'\u0301\u202e'.repeat(9)}`, `e${'\u0301'.repeat(5)}`],
    [`e${'\u20dd'.repeat(6)}\u0301`, `e${'\u20dd'.repeat(5)}`],
  ])('%j reads %j', (text, read) => expect([withinLine(text), withinLine(read)]).toEqual([read, read]));

  it.each([
    'Müller & Søn',
    'Ngu\u0302\u0303ye\u0302\u0303n',
    '\u05e9\u05b7\u05c1\u05dc\u05d5\u05b9\u05dd',
    '\u1000\u103b\u103d\u103e\u102d\u102f\u1037\u1038',
    '\u0f66\u0f92\u0fb2\u0f74\u0f56',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} 1\ufe0f\u20e3',
  ])('%j stays as it is', (text) => expect(withinLine(text)).toBe(text));
});

describe("a client's text in a mail", () => {
  it.each([
    ['See https://evil.example/x', 'See https: //evil. example/x'],
    ['www.evil.example', 'www. evil. example'],
    ['evil\uff0ecom evil\u3002com', 'evil\uff0e com evil\u3002 com'],
    ['evil.\u200bcom', 'evil. \u200bcom'],
    ['http://192.0.2.1:8080', 'http: //192. 0. 2. 1:8080'],
    ['evil.example/@casey.example', 'evil. example/@casey. example'],
    ['\u202emoc.evil', 'moc. evil'],
  ])('%j reads %j, of which no program makes a link', (text, read) => expect(withinMail(text)).toBe(read));

  it.each(['Invoice 12.50 of 1.250.000', 'Main Street Books Ltd.', 'casey.o+1@sub.example.com', 'So... yes'])(
    '%j stays as it is',
    (text) => expect(withinMail(text)).toBe(text),
  );
});
