import { withinLine } from '../lib/text.ts';

/** Markup that is safe to send: made by `html`, or ours word for word. */
export type Html = { readonly markup: string };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Markup with values put into it. Text is escaped, always, so that no page has to remember to; what another `html` made
 * goes in as it is. Attributes have to be in quotes.
 */
export function html(
  parts: TemplateStringsArray,
  ...values: ReadonlyArray<string | number | Html | readonly Html[]>
): Html {
  const [first = '', ...others] = parts;
  return { markup: others.reduce((made, part, index) => made + markupOf(values[index] ?? '') + part, first) };
}

/** A constant of ours that has to be sent exactly as it is: a style's hash is announced in a header. */
export function ours(markup: string): Html {
  return { markup };
}

function markupOf(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'string')
    return value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

/**
 * What somebody wrote, in a box of its own direction. The characters that could break out of the box are left away: an
 * amount beside it must not be turned around.
 */
export function written(text: string): Html {
  return html`<bdi>${withinLine(text)}</bdi>`;
}
