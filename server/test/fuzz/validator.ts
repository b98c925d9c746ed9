import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Parameter, Schema } from './document.ts';

// Times are asserted. What an address looks like says the document's own pattern, of which `format` is the name.
const formats = { 'date-time': fullFormats['date-time'], email: true, uri: true } as const;
const ajv = new Ajv2020({ strict: true, strictTypes: false, formats });
for (const name of ['x-codes', 'example']) ajv.addKeyword(name);

const compiled = new WeakMap<Schema, ValidateFunction>();

/** What keeps a value from being what the document says, in a line; '' if nothing does. */
export function misfit(schema: Schema, value: unknown): string {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) ? '' : ajv.errorsText(validate.errors, { dataVar: '' });
}

/** The same of a parameter, whose text stands for a value of the type that the document gives it. */
export function parameterMisfit({ schema }: Parameter, text: string): string {
  const isInteger = schema.type === 'integer' && /^(0|-?[1-9][0-9]*)$/.test(text);
  return misfit(schema, isInteger ? Number(text) : text);
}
