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
