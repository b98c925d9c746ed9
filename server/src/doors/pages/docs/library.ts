import { names } from '../../../http/openapi/library-names.ts';
import type { Block, Document } from './blocks.ts';
import type { ApiDocument, Operation } from './schema.ts';

/** An operation as a program calls it with the client library. */
type Method = { noun: string; call: string; operation: Operation };

/** Returns the document of the client library in TypeScript: how to begin, and every method with an example. */
export function libraryDocument(api: ApiDocument): Document {
  const methods = methodsOf(api);
  const nouns = [...Map.groupBy(methods, ({ noun }) => noun)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  return {
    path: '/docs/typescript',
    title: 'The client library in TypeScript',
    blocks: [
      { text: beginning },
      { code: example },
      { text: promises },
      ...nouns.flatMap(([noun, found]) => sectionOf(noun, found)),
    ],
  };
}

function sectionOf(noun: string, methods: readonly Method[]): Block[] {
  const heading: Block = { heading: `\`purser.${noun}\`` };
  return [heading, ...methods.flatMap(shown)];
}

const shown = ({ call, operation }: Method): Block[] => [{ text: operation.summary }, { code: call }];

/** Returns how a program calls an operation with the client library; null where it has no method for it. */
export function callOf(path: string, operation: Operation): string | null {
  const name = names[operation.operationId ?? ''];
  if (!name) return null;
  const given = [...pathExamples(path), ...Object.entries(attributesIn(operation))];
  const args = given.length === 0 ? '' : literal(Object.fromEntries(given), '');
  return `await purser.${name.join('.')}(${args});`;
}

const beginning = `The package \`@purser/client\` is part of the project and not published yet: \`npm pack
--workspace @purser/client\` makes a file that \`npm install\` takes. It runs on Node 20.3 and newer, and in browsers.`;

const example = `import { Purser } from '@purser/client';

const purser = new Purser(); // PURSER_API_KEY and PURSER_URL, or {apiKey, baseUrl}`;

const promises = `A method takes the arguments that the API takes, all in one object. A write keeps its idempotency key over its retries;
\`OutcomeUnknownError\` carries the key where no answer came. What waits for an approval is a result: \`status\` is
\`IN_REVIEW\`. Lists are iterated with \`for await\`, or awaited page by page. Errors are classes with \`code\`, \`errors\` and
\`requestId\`.`;

function methodsOf({ paths }: ApiDocument): Method[] {
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.values(verbs).flatMap((operation) => {
      const call = callOf(path, operation);
      const [noun] = names[operation.operationId ?? ''] ?? [];
      return call !== null && noun !== undefined ? [{ noun, call, operation }] : [];
    }),
  );
}

/** Returns an argument for each parameter of the path. */
const pathExamples = (path: string): Array<[string, string]> =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '…']);

/** Returns the attributes of the example of a request. */
function attributesIn({ requestBody }: Operation): object {
  const example = requestBody?.content['application/json']?.example as
    | { data?: { attributes?: object } }
    | undefined;
  return example?.data?.attributes ?? {};
}

/** Returns a value as a program writes it. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const within = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((each) => literal(each, within))
    : Object.entries(value).map(([name, each]) => `${nameOf(name)}: ${literal(each, within)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const onOneLine = entries.join(', ');
  if (onOneLine.length + indent.length < 70 && !onOneLine.includes('\n'))
    return Array.isArray(value) ? `[${onOneLine}]` : `{ ${onOneLine} }`;
  return `${open}\n${entries.map((each) => `${within}${each},\n`).join('')}${indent}${close}`;
}

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);
