import { describe, expect, it } from 'vitest';
import { html, written } from '../../src/pages/html.ts';

describe('markup', () => {
  it('escapes every text that is put into it, in content and in attributes', () => {
    const text = `<b>&"'`;
    expect(html`<a title="${text}">${text}</a>`.markup).toBe(
      '<a title="&lt;b&gt;&amp;&quot;&#39;">&lt;b&gt;&amp;&quot;&#39;</a>',
    );
  });

  it('takes numbers, other markup and lists of it as they are', () => {
    const inner = html`<i>${1}</i>`;
    expect(html`<p>${inner}${[inner, inner]}${[]}</p>`.markup).toBe('<p><i>1</i><i>1</i><i>1</i></p>');
  });

  it('keeps what somebody wrote in its own box, without what breaks out of one', () => {
    expect(written('\u2069\u202eevil\u2028<').markup).toBe('<bdi>evil &lt;</bdi>');
  });
});
