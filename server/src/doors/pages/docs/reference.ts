import type { Block, Document } from './blocks.ts';
import { libraries } from './libraries.ts';
import { callOf } from './library.ts';
import { type ApiDocument, exampleOf, type Operation, rowsOf, schemaAt } from './schema.ts';

/** Returns one document for each tag of the OpenAPI document, with all its operations. */
export function referenceOf(api: ApiDocument): Document[] {
  return api.tags.map(({ name, description }) => ({
    path: `/docs/api/${name}`,
    title: titleOf(name),
    blocks: [{ text: description ?? '' }, ...operationsOf(api, name).flatMap(blocksOf(api))],
  }));
}

/** Returns the document that names all others. */
export function indexOf(api: ApiDocument): Document {
  return {
    path: '/docs',
    title: 'Purser API',
    blocks: [
      { text: api.info.description },
      { heading: 'Reference' },
      {
        links: api.tags.map(({ name, description }) => ({
          to: `/docs/api/${name}`,
          label: titleOf(name),
          about: description ?? '',
        })),
      },
      { heading: 'More' },
      {
        links: [
          ...libraries.map(({ path, language }) => ({
            to: path,
            label: language,
            about: 'The client library: every operation as a method.',
          })),
          { to: '/docs/errors', label: 'Error codes', about: 'Every code, with what to do.' },
        ],
      },
      { text: 'The same as OpenAPI 3.1, for programs: `/openapi.json`. For language models: `/llms.txt`.' },
    ],
  };
}

function titleOf(tag: string): string {
  const words = tag.replaceAll('-', ' ').replace('api', 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Found = { method: string; path: string; operation: Operation };

function operationsOf(api: ApiDocument, tag: string): Found[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => (operation.tags ?? ['service']).includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function blocksOf(api: ApiDocument): (found: Found) => Block[] {
  return ({ method, path, operation }) => {
    const { summary, description, parameters = [], requestBody, responses } = operation;
    const own = parameters.filter(({ in: place }) => place === 'path' || place === 'query');
    const body = schemaAt(api, requestBody?.content['application/json']?.schema, ['data', 'attributes']);
    const answer = Object.entries(responses).find(([status]) => status.startsWith('2'));
    const sent = exampleOf(requestBody?.content);
    const shown = exampleOf(answer?.[1].content);
    const calls = libraries.flatMap((library): Block[] => {
      const call = callOf(library, path, operation);
      return call === null ? [] : [{ text: `**In ${library.language}**` }, { code: call }];
    });
    return [
      { heading: summary },
      { text: `\`${method} ${path}\`` },
      ...(description ? [{ text: description }] : []),
      ...table(
        ['Parameter', 'Meaning'],
        own.map(({ name, description: about }) => [`\`${name}\``, about ?? '']),
      ),
      ...table(['Attribute', 'Type', 'Meaning'], rowsOf(api, body)),
      ...calls,
      ...(sent === null ? [] : [{ text: '**Request**' }, { code: sent }]),
      ...(shown === null ? [] : [{ text: `**Response ${answer?.[0] ?? ''}**` }, { code: shown }]),
    ];
  };
}

function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): Block[] {
  return rows.length === 0 ? [] : [{ head, rows }];
}
