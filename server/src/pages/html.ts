import { withinLine } from '../lib/text.ts';

/** Markup that is safe to send: made by `html`, or a trusted constant. */
export type Html = { readonly markup: string };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Builds markup from a template. Always escapes text, so that no page can forget to; markup made by another `html` is
 * inserted unchanged. Attributes must be in quotes.
 */
export function html(
  parts: TemplateStringsArray,
  ...values: ReadonlyArray<string | number | Html | readonly Html[]>
): Html {
  const [first = '', ...others] = parts;
  return { markup: others.reduce((made, part, index) => made + markupOf(values[index] ?? '') + part, first) };
}

/** Marks a constant as trusted markup, sent unchanged, such as a style whose hash is in a header. */
export function trusted(markup: string): Html {
  return { markup };
}

function markupOf(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'string')
    return value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

/**
 * Returns text that a user wrote, isolated in its own writing direction. Characters that could break out of the
 * isolation are removed, so that the text cannot reverse an amount beside it.
 */
export function userText(text: string): Html {
  return html`<bdi>${withinLine(text)}</bdi>`;
}
