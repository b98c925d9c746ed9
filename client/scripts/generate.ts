import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openApiDocument } from '../../server/src/http/openapi/document.ts';
import { currencies, exponentOf } from '../../server/src/lib/currencies.ts';
import { endpointsIn, streams } from '../../server/src/start/app.ts';
import { byHand, names } from '../../server/src/http/openapi/library-names.ts';
import { type Api, attributesOf, type Operation, parametersOf, resolve, responseOf } from './schema.ts';
import { comment, pascal, Types } from './types.ts';

/** Where the generated file is. */
export const generatedFile = new URL('../src/generated/api.ts', import.meta.url);

/** Returns the document of a sandbox, which has every operation. */
export function sandboxDocument(): Api {
  const endpoints = endpointsIn({ environment: 'sandbox', requireIdempotencyKey: false });
  return openApiDocument({ endpoints, streams, metrics: false }) as Api;
}

type Named = { noun: string; method: string; verb: string; path: string; operation: Operation };

/** Returns the operations with their names. Throws for one without a name, and for a name without one. */
export function namedOperations({ paths }: Api): Named[] {
  const found = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation })),
  );
  const ids = new Set(found.map(({ operation }) => operation.operationId));
  const gone = [...Object.keys(names), ...byHand].filter((id) => !ids.has(id));
  if (gone.length > 0) throw new Error(`library-names.ts names operations that are gone: ${gone.join(', ')}`);
  return found.flatMap(({ operation, verb, path }) => {
    if (byHand.has(operation.operationId)) return [];
    const name = names[operation.operationId];
    if (!name) throw new Error(`library-names.ts has no name for ${operation.operationId}`);
    const [noun, method] = name;
    return [{ operation, verb, path, noun, method }];
  });
}

/** The arguments of an operation: their type, and their names by where they are sent. */
type Arguments = { type: string; isOptional: boolean; body: string[]; query: string[] };

function argumentsOf(api: Api, types: Types, { operation, path }: Named): Arguments {
  const parameters = parametersOf(api, operation).filter((each) => each.in !== 'header');
  const attributes = attributesOf(api, operation);
  const given = attributes ? resolve(api, attributes) : {};
  const body = Object.keys(given.properties ?? {});
  const query = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const twice = [...body, ...query].filter(
    (name) => path.includes(`{${name}}`) || (body.includes(name) && query.includes(name)),
  );
  if (twice.length > 0) throw new Error(`${operation.operationId} takes ${twice.join(', ')} twice`);
  const members = types.members(
    Object.fromEntries(
      parameters.map(({ name, schema, description = schema.description }) => [
        name,
        description === undefined ? schema : { ...schema, description },
      ]),
    ),
    parameters.filter(({ required }) => required === true).map(({ name }) => name),
  );
  const parts = [
    ...(members === '' ? [] : [`{\n${members}}`]),
    ...(attributes && body.length > 0 ? [types.of(attributes)] : []),
  ];
  const isOptional =
    !parameters.some(({ required }) => required === true) && (given.required ?? []).length === 0;
  return { type: parts.join(' & ') || 'Record<string, never>', isOptional, body, query };
}

/** How an operation may be repeated: a read, a write under a key, or a write without one. */
function kindOf(api: Api, { verb, operation }: Named): 'read' | 'keyed' | 'once' {
  if (verb === 'GET' || /^(?:preview|backtest)/.test(operation.operationId)) return 'read';
  return parametersOf(api, operation).some(({ name }) => name === 'Idempotency-Key') ? 'keyed' : 'once';
}

/** Returns how a method is called and what it returns. */
function resultOf(api: Api, types: Types, operation: Operation): { call: string; type: string } {
  const { data, meta } = responseOf(api, operation).properties ?? {};
  if (!data) throw new Error(`${operation.operationId} answers without data`);
  const isPage = meta !== undefined && 'pagination' in (meta.properties ?? {});
  if (data.type === 'array') {
    const item = types.of(data.items ?? {});
    if (isPage) return { call: 'page', type: item };
    return { call: 'one', type: `{\ndata: Array<${item}>;\n${meta ? `meta: ${types.of(meta)};\n` : ''}}` };
  }
  const one = types.of(data);
  return { call: 'one', type: meta ? `(${one}) & { meta: ${types.of(meta)} }` : one };
}

function methodOf(api: Api, types: Types, named: Named): { declared: string; method: string } {
  const { operation, verb, path, method } = named;
  const { type, isOptional, body, query } = argumentsOf(api, types, named);
  const { call, type: result } = resultOf(api, types, operation);
  const id = pascal(operation.operationId);
  const args = `${id}Args`;
  const isNamed = /^[A-Za-z]+$/.test(result);
  const resultName = isNamed ? result : `${id}Result`;
  const declared = [
    `/** The arguments of \`${named.noun}.${method}\`. */\nexport type ${args} = ${type};\n`,
    ...(isNamed
      ? []
      : [`/** What \`${named.noun}.${method}\` returns. */\nexport type ${resultName} = ${result};\n`]),
  ].join('\n');
  const form = call === 'page' ? 'PageCall' : 'Call';
  const kind = kindOf(api, named);
  const usual = verb === 'GET' ? 'read' : 'keyed';
  const parts = [verb, path, body.join(','), query.join(','), kind === usual ? '' : kind];
  const spec = parts
    .slice(0, parts.findLastIndex((each) => each !== '') + 1)
    .map((each) => JSON.stringify(each));
  const note = comment(`${operation.summary}. ${operation.description ?? ''}`, '  ');
  const signature = `${method}(args: ${args}${isOptional ? ' = {}' : ''}, options: RequestOptions = {}): ${form}<${resultName}>`;
  return {
    declared,
    method: `${note}  ${signature} {\n    return this.${call}([${spec.join(', ')}], args, options);\n  }\n`,
  };
}

/** Nouns to which the library adds methods by hand. */
const extended: ReadonlySet<string> = new Set(['events', 'webhooks']);

/** Returns the class that has all other nouns. */
function nounsClass(nouns: readonly string[]): string {
  const fields = nouns.map((noun) => `  readonly ${noun}: ${pascal(noun)}Operations;\n`).join('');
  const made = nouns.map((noun) => `    this.${noun} = new ${pascal(noun)}Operations(client);\n`).join('');
  return `/** The nouns that need nothing beside the operations of the API. */\nexport class Nouns {\n${fields}\n  constructor(client: Client) {\n${made}  }\n}\n`;
}

/** Returns the text of the generated file. */
export function generated(api: Api): string {
  const types = new Types(api);
  const nouns = Map.groupBy(namedOperations(api), ({ noun }) => noun);
  const classes: string[] = [];
  const declared: string[] = [];
  for (const [noun, operations] of [...nouns].toSorted(([one], [other]) => one.localeCompare(other))) {
    const methods = operations.map((each) => methodOf(api, types, each));
    declared.push(...methods.map((each) => each.declared));
    classes.push(
      `/** The operations of \`purser.${noun}\`. */\nexport class ${pascal(noun)}Operations extends Operations {\n${methods.map((each) => each.method).join('\n')}}\n`,
    );
  }
  const codes = Map.groupBy(currencies, exponentOf);
  return [
    '// Generated from /openapi.json by `npm run client:generate`. Do not edit by hand.',
    `import { type Call, type Client, Operations, type PageCall, type RequestOptions } from '../client.ts';\n`,
    `/** All currencies, by their number of decimals. */\nexport const codes: Readonly<Record<number, string>> = {\n${[
      ...codes,
    ]
      .map(([digits, each]) => `  ${digits}: '${each.join(' ')}',\n`)
      .join('')}};\n`,
    ...classes,
    nounsClass([...nouns.keys()].filter((noun) => !extended.has(noun)).toSorted()),
    ...declared,
    types.declarations(),
  ].join('\n');
}

if (pathToFileURL(process.argv[1] ?? '').href === import.meta.url) {
  await writeFile(fileURLToPath(generatedFile), generated(sandboxDocument()));
}
