import { randomUUID } from 'node:crypto';
import { type Content, h } from './element.ts';

/**
 * Returns a hidden field with a new idempotency key, so that a form that is sent twice acts once. It is made when the page
 * is shown.
 */
export function keyField(): Content {
  return h('input', { key: 'key', type: 'hidden', name: 'key', value: randomUUID() });
}

/** Returns the idempotency key that a form has sent; a new one if it has none of ours. */
export function keyOf(form: URLSearchParams): string {
  const sent = form.get('key') ?? '';
  return /^[0-9a-f-]{36}$/.test(sent) ? sent : randomUUID();
}

/** Returns a field of a form under its label; `props` are of the field, which a browser does not fill in by itself. */
export function textField(
  name: string,
  label: string,
  props: Readonly<Record<string, unknown>> = {},
): Content[] {
  const id = typeof props['id'] === 'string' ? props['id'] : name;
  return [
    h('label', { key: `${name} label`, htmlFor: id }, label),
    h('input', { key: name, id, name, autoComplete: 'off', ...props }),
  ];
}

/** Returns a form of hidden values with one button. */
export function buttonForm(
  action: string,
  values: Readonly<Record<string, string>>,
  label: string,
  className?: string,
): Content {
  const hidden = Object.entries(values).map(([name, value]) =>
    h('input', { key: name, type: 'hidden', name, value }),
  );
  return h('form', { method: 'post', action }, ...hidden, h('button', { className }, label));
}
