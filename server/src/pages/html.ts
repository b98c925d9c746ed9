import { withinLine } from '../lib/text.ts';

/** Markup that is safe to send: built by `html`, or a trusted constant. */
export type Html = { readonly markup: string };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Builds markup from a template. Text is always escaped, so that no page has to do it; markup that another `html` built
 * is inserted unchanged. Attribute values must be in quotes.
 */
export function html(
  parts: TemplateStringsArray,
  ...values: ReadonlyArray<string | number | Html | readonly Html[]>
): Html {
  const [first = '', ...others] = parts;
  return { markup: others.reduce((made, part, index) => made + markupOf(values[index] ?? '') + part, first) };
}

/** Marks a constant as trusted markup, which is sent unchanged, such as a style whose hash is in a header. */
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
 * Returns text written by a user as markup that isolates its writing direction. Characters that could break out of the
 * isolation are removed, so that the text cannot reverse an amount next to it.
 */
export function userText(text: string): Html {
  return html`<bdi>${withinLine(text)}</bdi>`;
}
