import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { h, userText } from '../../src/doors/pages/element.ts';

const markupOf = (text: string): string => renderToStaticMarkup(h('p', null, userText(text)));

describe('text of users on a page', () => {
  it('stands in an element that isolates its direction, without characters that could break out of it', () => {
    expect(markupOf('\u2069\u202eevil\u2028<')).toBe('<p><bdi>evil &lt;</bdi></p>');
  });

  it('has at most five marks on a letter, which would draw over what stands above it', () => {
    const marks = '\u0301'.repeat(150);
    const drawn = `a${marks}b${marks}c`;
    expect(markupOf(drawn)).toBe(`<p><bdi>a${marks.slice(0, 5)}b${marks.slice(0, 5)}c</bdi></p>`);
  });

  it('is cut after 500 characters', () => {
    expect(markupOf('é'.repeat(500))).toBe(`<p><bdi>${'é'.repeat(500)}</bdi></p>`);
    expect(markupOf('é'.repeat(501))).toBe(`<p><bdi>${'é'.repeat(500)}…</bdi></p>`);
  });
});
