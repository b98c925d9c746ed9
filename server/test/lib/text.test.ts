import { describe, expect, it } from 'vitest';
import { isEmail, isPrintable } from '../../src/lib/text.ts';

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
  ])('is not %j', (text) => expect(isEmail(text)).toBe(false));

  it('has at most 254 characters, however many bytes they take', () => {
    for (const letter of ['a', '\u{1f4b8}']) {
      expect(isEmail(`${letter.repeat(250)}@b.c`)).toBe(true);
      expect(isEmail(`${letter.repeat(251)}@b.c`)).toBe(false);
    }
  });
});

describe('an email address in capital letters', () => {
  it('has at most 254 characters in lower case, which may have more of them', () => {
    expect(isEmail(`${'İ'.repeat(125)}@b.c`)).toBe(true);
    expect(isEmail(`${'İ'.repeat(126)}@b.c`)).toBe(false);
  });
});

describe('printable text', () => {
  it('has no control characters and no lone surrogate', () => {
    expect(isPrintable('名 é \u{1f4b8} \u202e \ufeff')).toBe(true);
    for (const text of ['\u0000', 'a\nb', '\u007f', '\u009f', '\ud83d'])
      expect(isPrintable(text)).toBe(false);
  });
});
