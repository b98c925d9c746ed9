import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { sandboxDocument } from '../../client/scripts/generate.ts';
import { namedOperations } from '../../client/scripts/model.ts';
import {
  type Api,
  attributesOf,
  parametersOf,
  resolve,
  responseOf,
  type Schema,
} from '../../client/scripts/schema.ts';
import type { Kind, Operation, Value } from '../src/operation.ts';

/** Where the generated file is. */
export const generatedFile = new URL('../src/generated/operations.ts', import.meta.url);

/** Returns what each operation takes, by its id: the flags of commands are made of it. */
function operationsOf(api: Api): Record<string, Operation> {
  return Object.fromEntries(
    namedOperations(api).map(({ operation, noun, method, verb, path }) => {
      const given = parametersOf(api, operation);
      const takesKey = given.some((each) => each.name === 'Idempotency-Key');
      const parameters = given.filter((each) => each.in !== 'header');
      const attributes = attributesOf(api, operation);
      const body = attributes ? resolve(api, attributes) : {};
      const required = new Set(body.required ?? []);
      const takes: Value[] = [
        ...parameters.map((each) =>
          valueOf(api, each.name, each.schema, each.required === true, each.description),
        ),
        ...Object.entries(body.properties ?? {}).map(([name, schema]) =>
          valueOf(api, name, schema, required.has(name)),
        ),
      ];
      const { meta } = responseOf(api, operation).properties ?? {};
      const isList = meta !== undefined && 'pagination' in (meta.properties ?? {});
      return [operation.operationId, { noun, method, verb, path, isList, takesKey, takes }];
    }),
  );
}

/** What describes the form of a value, and not what it is for. */
const saysForm = /^(?:No control characters|ISO 8601)/;

function valueOf(api: Api, name: string, given: Schema, isRequired: boolean, said?: string): Value {
  const schema = bare(api, given);
  const text = firstSentence(said ?? given.description ?? '');
  const about = saysForm.test(text) ? '' : text;
  const choices = choicesOf(api, schema);
  return {
    name,
    kind: kindOf(api, name, schema),
    about,
    ...(isRequired && { isRequired }),
    ...(choices && { choices }),
  };
}

/** Returns the schema itself, without a reference and without null. */
function bare(api: Api, schema: Schema): Schema {
  const found = resolve(api, schema);
  const [only, ...others] = (found.anyOf ?? found.oneOf ?? []).filter((each) => each.type !== 'null');
  return only && others.length === 0 ? { description: found.description ?? '', ...bare(api, only) } : found;
}

const typesOf = ({ type }: Schema): string[] =>
  (typeof type === 'string' ? [type] : (type ?? [])).filter((each) => each !== 'null');

function kindOf(api: Api, name: string, schema: Schema): Kind {
  const [type] = typesOf(schema);
  if (name === 'counterparty' || name === 'payer') return 'address';
  if (type === 'integer') return /amount$/i.test(name) ? 'amount' : 'whole';
  if (type === 'boolean') return 'yesNo';
  if (type === 'string') return 'text';
  const items = schema.items ? bare(api, schema.items) : null;
  if (type === 'array' && items && typesOf(items)[0] === 'string') return 'list';
  const isMap = typeof schema.additionalProperties === 'object' && schema.properties === undefined;
  return isMap && name.startsWith('tag') ? 'tags' : 'json';
}

function choicesOf(api: Api, schema: Schema): string[] | null {
  const { enum: choices } = schema.items ? bare(api, schema.items) : schema;
  const texts = choices?.filter((each) => typeof each === 'string') ?? [];
  return texts.length > 1 ? texts : null;
}

const firstSentence = (text: string): string =>
  /^(.*?\.)(?: |$)/s.exec(text.replaceAll(/\s+/g, ' '))?.[1] ?? text;

/** Returns the text of the generated file. */
export function generated(api: Api): string {
  return [
    '// Generated from /openapi.json by `npm run client:generate`. Do not edit by hand.',
    `import type { Operation } from '../operation.ts';\n`,
    '/** The operations of the API, by id, with what each takes. */',
    `export const operations = ${JSON.stringify(operationsOf(api))} as const satisfies Readonly<Record<string, Operation>>;\n`,
  ].join('\n');
}

if (pathToFileURL(process.argv[1] ?? '').href === import.meta.url) {
  await writeFile(generatedFile, generated(sandboxDocument()));
}
