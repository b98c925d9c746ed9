import { describe, expect, it } from 'vitest';
import { html, userText } from '../../src/pages/html.ts';

describe('html templates', () => {
  it('escape every string, in content and in attributes', () => {
    const text = `<b>&"'`;
    expect(html`<a title="${text}">${text}</a>`.markup).toBe(
      '<a title="&lt;b&gt;&amp;&quot;&#39;">&lt;b&gt;&amp;&quot;&#39;</a>',
    );
  });

  it('insert numbers, other markup and lists of markup unchanged', () => {
    const inner = html`<i>${1}</i>`;
    expect(html`<p>${inner}${[inner, inner]}${[]}</p>`.markup).toBe('<p><i>1</i><i>1</i><i>1</i></p>');
  });

  it('isolate user text in its own element, without characters that could break out of it', () => {
    expect(userText('\u2069\u202eevil\u2028<').markup).toBe('<bdi>evil &lt;</bdi>');
  });
});
