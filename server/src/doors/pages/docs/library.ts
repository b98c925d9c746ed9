import { names } from '../../../http/openapi/library-names.ts';
import { errorsOf, moneyNotes } from '../../../http/openapi/library-notes.ts';
import type { Block, Document } from './blocks.ts';
import type { ApiDocument, Operation } from './schema.ts';

/** A client library: what its page says, and how a program calls a method. */
export type Library = {
  language: string;
  path: string;
  /** How to begin. */
  intro: readonly Block[];
  options: Rows;
  optionsOfCalls: { text: string; rows: Rows };
  errors: Rows;
  unknownOutcomes: string;
  /** What a program finds beside the operations, such as how to verify a webhook. */
  helpers: Rows;
  /** Returns a name as programs write it. */
  nameOf: (name: string) => string;
  call: (noun: string, method: string, given: Arguments) => string;
};

type Rows = ReadonlyArray<readonly string[]>;
type Arguments = ReadonlyArray<[name: string, value: unknown]>;

/** An operation as a program calls it with a client library. */
type Method = { noun: string; call: string; operation: Operation };

/** Returns the document of a client library: how to begin, its options and errors, and every method with an example. */
export function libraryDocument(library: Library, api: ApiDocument): Document {
  const { language, path, intro, options, optionsOfCalls, errors, unknownOutcomes, helpers } = library;
  const nouns = [...Map.groupBy(methodsOf(library, api), ({ noun }) => noun)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  return {
    path,
    title: `The client library in ${language}`,
    blocks: [
      ...intro,
      { heading: 'Options' },
      { head: ['Option', 'Meaning'], rows: options },
      { text: optionsOfCalls.text },
      { head: ['Option', 'Meaning'], rows: optionsOfCalls.rows },
      { heading: 'Errors' },
      { head: ['Class', 'When', 'Did a write take effect?'], rows: errors },
      { text: unknownOutcomes },
      { heading: 'Beside the operations' },
      { head: ['Call', 'What it does'], rows: helpers },
      ...nouns.flatMap(([noun, found]) => sectionOf(library, noun, found)),
    ],
  };
}

function sectionOf(library: Library, noun: string, methods: readonly Method[]): Block[] {
  const heading: Block = { heading: `\`purser.${library.nameOf(noun)}\`` };
  return [heading, ...methods.flatMap((each) => shown(library, each))];
}

function shown({ nameOf }: Library, { call, operation }: Method): Block[] {
  const { operationId = '', parameters = [] } = operation;
  const filters = parameters.filter((each) => each.in === 'query').map(({ name }) => `\`${nameOf(name)}\``);
  const texts = [
    filters.length === 0 ? '' : `Takes ${filters.join(', ')}.`,
    moneyNotes[operationId] ?? '',
    errorsOf(operation),
  ];
  const about = texts.filter((text) => text !== '').map((text) => ({ text }));
  return [{ text: `**${operation.summary}**` }, { code: call }, ...about];
}

/** Returns how a program calls an operation with a client library; null where it has no method for it. */
export function callOf({ call }: Library, path: string, operation: Operation): string | null {
  const name = names[operation.operationId ?? ''];
  if (!name) return null;
  return call(...name, [...pathExamples(path), ...Object.entries(attributesIn(operation))]);
}

function methodsOf(library: Library, { paths }: ApiDocument): Method[] {
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.values(verbs).flatMap((operation) => {
      const call = callOf(library, path, operation);
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
