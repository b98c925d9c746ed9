import { currencies, exponentOf } from '../../server/src/lib/currencies.ts';
import { extended, type Member, type Method, type Model, pascal, type Type, wrapped } from './model.ts';

/** Returns the generated file of the library in TypeScript. */
export function typescriptOf(model: Model): string {
  const classes: string[] = [];
  const declared: string[] = [];
  const nouns = model.nouns();
  for (const [noun, methods] of nouns) {
    declared.push(...methods.map(typesOf));
    classes.push(
      `/** The operations of \`purser.${noun}\`. */\nexport class ${pascal(noun)}Operations extends Operations {\n${methods.map(methodOf).join('\n')}}\n`,
    );
  }
  const needed = nouns.flatMap(([, methods]) => methods.flatMap(typesIn));
  const own = nouns.map(([noun]) => noun).filter((noun) => !extended.has(noun));
  return [
    '// Generated from /openapi.json by `npm run client:generate`. Do not edit by hand.',
    `import { type Call, Operations, type PageCall, type RequestOptions } from '../client.ts';`,
    `import type { Connection } from '../send.ts';\n`,
    codes(),
    ...classes,
    nounsClass(own.toSorted()),
    ...declared,
    model.components(needed).map(declarationOf).join('\n'),
  ].join('\n');
}

const typesIn = ({ parameters, attributes, result }: Method): Type[] => [
  ...parameters.map(({ type }) => type),
  ...(attributes ? [attributes.type] : []),
  result.of,
  ...(result.meta ? [result.meta.type] : []),
];

function codes(): string {
  const lines = [...Map.groupBy(currencies, exponentOf)].map(
    ([digits, each]) => `  ${digits}: '${each.join(' ')}',\n`,
  );
  return `/** All currencies, by their number of decimals. */\nexport const codes: Readonly<Record<number, string>> = {\n${lines.join('')}};\n`;
}

/** Returns the class that has all other nouns. */
function nounsClass(nouns: readonly string[]): string {
  const fields = nouns.map((noun) => `  declare readonly ${noun}: ${pascal(noun)}Operations;\n`).join('');
  const made = nouns
    .map((noun) => `    this.${noun} = new ${pascal(noun)}Operations(connection);\n`)
    .join('');
  return `/** The nouns that need nothing beside the operations of the API. */\nexport class Nouns {\n${fields}\n  constructor(connection: Connection) {\n${made}  }\n}\n`;
}

function resultOf({ result: { form, of, meta } }: Method): string {
  const type = written(of);
  if (form === 'page') return type;
  if (form === 'several') return `{\ndata: Array<${type}>;\n${meta ? membersOf([meta]) : ''}}`;
  return meta ? `(${type}) & {\n${membersOf([meta])}}` : type;
}

const isNamed = (result: string): boolean => /^[A-Za-z]+$/.test(result);

/** Returns the types of a method's arguments and, where it has no name, of its result. */
function typesOf(method: Method): string {
  const { noun, name, parameters, attributes, operation } = method;
  const id = pascal(operation.operationId);
  const parts = [
    ...(parameters.length === 0 ? [] : [`{\n${membersOf(parameters)}}`]),
    ...(attributes ? [written(attributes.type)] : []),
  ];
  const result = resultOf(method);
  const args = `/** The arguments of \`${noun}.${name}\`. */\nexport type ${id}Args = ${parts.join(' & ') || 'Record<string, never>'};\n`;
  if (isNamed(result)) return args;
  return `${args}\n/** What \`${noun}.${name}\` returns. */\nexport type ${id}Result = ${result};\n`;
}

/** Returns what filters a list: what it takes beside the two that every list takes. Throws for one that lacks them. */
function filtersOf({ path, body, query }: Method): string[] {
  const filters = query.filter((name) => name !== 'limit' && name !== 'cursor');
  if (body.length > 0 || query.length !== filters.length + 2)
    throw new Error(`the list ${path} takes no limit and cursor, or has a body`);
  return filters;
}

function methodOf(method: Method): string {
  const { name, verb, path, kind, parameters, attributes, body, query, operation, result } = method;
  const id = pascal(operation.operationId);
  const isOptional = ![...parameters, ...(attributes?.members ?? [])].some(({ isRequired }) => isRequired);
  const type = resultOf(method);
  const resultName = isNamed(type) ? type : `${id}Result`;
  const [call, form] = result.form === 'page' ? ['page', 'PageCall'] : ['one', 'Call'];
  const usual = verb === 'GET' ? 'read' : 'keyed';
  const parts =
    result.form === 'page'
      ? [`${verb} ${path}`, filtersOf(method).join(',')]
      : [`${verb} ${path}`, body.join(','), query.join(','), kind === usual ? '' : kind];
  const spec = parts
    .slice(0, parts.findLastIndex((each) => each !== '') + 1)
    .map((each) => JSON.stringify(each));
  const signature = `${name}(args${isOptional ? '?' : ''}: ${id}Args, options?: RequestOptions): ${form}<${resultName}>`;
  return `${comment(method.note, '  ')}  ${signature} {\n    return this.${call}(args, options, ${spec.join(', ')});\n  }\n`;
}

function declarationOf({ name, note, type }: ReturnType<Model['components']>[number]): string {
  const isInterface = type.kind === 'object' && type.members.length > 0 && !type.isOpen;
  const head = isInterface
    ? `export interface ${pascal(name)} ${written(type)}`
    : `export type ${pascal(name)} = ${written(type)};`;
  return `${comment(note)}${head}\n`;
}

/** Returns a type as TypeScript has it. */
function written(type: Type): string {
  switch (type.kind) {
    case 'integer':
    case 'number':
      return 'number';
    case 'time':
      return 'string';
    case 'named':
      return pascal(type.name);
    case 'literal':
      return JSON.stringify(type.value);
    case 'union':
      return [...new Set(type.of.map(written))].join(' | ');
    case 'list':
      return `Array<${written(type.of)}>`;
    case 'map':
      return `Record<string, ${written(type.of)}>`;
    case 'object':
      if (type.members.length === 0) return 'Record<string, never>';
      return `{\n${membersOf(type.members)}}${type.isOpen ? ' & Record<string, unknown>' : ''}`;
    case 'string':
    case 'boolean':
    case 'null':
    case 'unknown':
    default:
      return type.kind;
  }
}

const membersOf = (members: readonly Member[]): string =>
  members
    .map(
      ({ name, note, type, isRequired }) =>
        `${comment(note)}${keyOf(name)}${isRequired ? '' : '?'}: ${written(type)}${isRequired ? '' : ' | undefined'};\n`,
    )
    .join('');

/** Returns a comment for people, with what stands in the document; nothing without a text. */
function comment(text: string | undefined, indent = ''): string {
  if (!text) return '';
  const paragraphs = text.replaceAll('*/', '*\\/').split(/\n{2,}/);
  const lines = paragraphs
    .map((each) => wrapped(each, 105).join('\n'))
    .join('\n\n')
    .split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd().concat('\n')).join('')}${indent} */\n`;
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
