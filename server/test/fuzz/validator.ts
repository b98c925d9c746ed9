import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Parameter, Schema } from './document.ts';

// Timestamps are validated. An email address is described by the document's own pattern; `format` only names
// it.
const formats = {
  'date-time': fullFormats['date-time'],
  email: true,
  uri: true,
  int32: true,
  int64: true,
} as const;
const ajv = new Ajv2020({ strict: true, strictTypes: false, formats });
for (const name of ['x-codes', 'example', 'discriminator']) ajv.addKeyword(name);

const compiled = new WeakMap<Schema, ValidateFunction>();

/** Returns why a value does not match the document, in one line; '' if it matches. */
export function misfit(schema: Schema, value: unknown): string {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) ? '' : ajv.errorsText(validate.errors, { dataVar: '' });
}

/** Returns the same for a parameter, whose text represents a value of the documented type. */
export function parameterMisfit({ schema }: Parameter, text: string): string {
  const isInteger = schema.type === 'integer' && /^(0|-?[1-9][0-9]*)$/.test(text);
  return misfit(schema, isInteger ? Number(text) : text);
}
