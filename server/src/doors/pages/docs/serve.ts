import type { Program } from '../../../context.ts';
import { errorTable, fault } from '../../../errors.ts';
import { type Guards, takeAnonymousToken } from '../../../http/handle.ts';
import type { WebServer } from '../../../http/server.ts';
import { createOnce, type Once } from '../../../lib/once.ts';
import { hrefTo, page, pageHeaders } from '../document.ts';
import { h } from '../element.ts';
import { type Document, elementsOf, markdownOf } from './blocks.ts';
import { libraries } from './libraries.ts';
import { libraryDocument } from './library.ts';
import { indexOf, referenceOf } from './reference.ts';
import type { ApiDocument } from './schema.ts';

const cached = { 'Cache-Control': 'public, max-age=3600' };
const markdown = { ...cached, 'Content-Type': 'text/markdown; charset=utf-8' };
const plain = { ...cached, 'Content-Type': 'text/plain; charset=utf-8' };

/** A document, and what is sent of it. */
type Rendered = { document: Document; page: () => Promise<Buffer>; markdown: () => Promise<Buffer> };

/**
 * Adds the documentation of the API: a page for each resource and each error code, made of the OpenAPI document, with the
 * same as Markdown at its path with `.md`; and `/llms.txt`, which names them all. The pages of error codes are also at
 * `/errors`. Each is rendered once. `/` leads to them.
 */
export function addDocs(
  server: WebServer,
  program: Program,
  guards: Guards,
  document: () => Promise<object>,
): void {
  const once = createOnce();
  const render = (api: object): Promise<Map<string, Rendered>> =>
    once(() => renderedOnce(makeDocuments(api as ApiDocument), program, once))();
  let rendered: Promise<Map<string, Rendered>> | null = null;
  const documents = (): Promise<Map<string, Rendered>> => (rendered ??= document().then(render));
  let list: Promise<Buffer> | null = null;
  const find = async (path: string): Promise<Rendered> => {
    const found = (await documents()).get(path);
    if (found) return found;
    throw fault('not_found', 'There is no such document.');
  };
  for (const url of ['/docs', '/docs.md', '/docs/:part', '/docs/:part/:name']) {
    server.get(url, async (request, reply) => {
      takeAnonymousToken(guards, request, reply);
      const { part, name } = request.params as { part?: string; name?: string };
      const path = [url.split('/:')[0], part, name].filter((each) => each !== undefined).join('/');
      if (path.endsWith('.md'))
        return reply.headers(markdown).send(await (await find(path.slice(0, -3))).markdown());
      return reply.headers({ ...pageHeaders, ...cached }).send(await (await find(path)).page());
    });
  }
  server.get('/', async (request, reply) => {
    takeAnonymousToken(guards, request, reply);
    // The router reads the target `*`, which names the server and no page of it, as the root.
    if (request.raw.url === '*') throw fault('not_found', 'Nothing answers at this address.');
    return reply.code(303).header('Location', hrefTo(program, '/docs')).send('');
  });
  // The pages to which `links.about` points: what programs have kept stays valid.
  for (const prefix of ['', '/api']) {
    for (const url of ['/errors', '/errors/:code']) {
      server.get(`${prefix}${url}`, async (request, reply) => {
        takeAnonymousToken(guards, request, reply);
        const { code } = request.params as { code?: string };
        const { page } = await find(code === undefined ? '/docs/errors' : `/docs/errors/${code}`);
        return reply.headers({ ...pageHeaders, ...cached }).send(await page());
      });
    }
  }
  server.get('/llms.txt', async (request, reply) => {
    takeAnonymousToken(guards, request, reply);
    list ??= documents().then((all) => Buffer.from(listFor([...all.values()], program.baseUrl())));
    return reply.headers(plain).send(await list);
  });
}

function makeDocuments(api: ApiDocument): Document[] {
  return [
    indexOf(api),
    ...referenceOf(api),
    ...libraries.map((each) => libraryDocument(each, api)),
    ...errorDocuments(),
  ];
}

function renderedOnce(documents: readonly Document[], program: Program, once: Once): Map<string, Rendered> {
  const rendered = documents.map((document): [string, Rendered] => [
    document.path,
    {
      document,
      page: once(() => Buffer.from(pageOf(program, document))),
      markdown: once(() => Buffer.from(markdownOf(document, program.baseUrl()))),
    },
  ]);
  return new Map(rendered);
}

function pageOf(program: Program, document: Document): string {
  const { path, title } = document;
  const hrefOf = (to: string): string => hrefTo(program, to);
  const links = h(
    'p',
    { className: 'soft row' },
    path === '/docs' ? h('span', null) : h('a', { href: hrefOf('/docs') }, 'All documents'),
    h('a', { href: hrefOf(`${path}.md`) }, 'As Markdown'),
  );
  const content = h('div', { className: 'wide document' }, links, ...elementsOf(document, hrefOf));
  return page({ ...program, session: null }, title, content);
}

function listFor(documents: readonly Rendered[], base: string): string {
  const lines = documents.map(({ document: { path, title } }) => `- [${title}](${base}${path}.md)`);
  const head = [
    '# Purser',
    '> A payments service for parties and the software agents that act for them. Each document is Markdown.',
    `The whole API as OpenAPI 3.1: ${base}/openapi.json`,
    '## Documents',
  ];
  return `${head.join('\n\n')}\n\n${lines.join('\n')}\n`;
}

/** Returns the list of all error codes, and a document for each. */
function errorDocuments(): Document[] {
  const codes = Object.entries(errorTable);
  const list: Document = {
    path: '/docs/errors',
    title: 'Error codes',
    blocks: [
      {
        links: codes.map(([code, { status, meaning }]) => ({
          to: `/docs/errors/${code}`,
          label: `\`${code}\``,
          about: `${status}. ${meaning}`,
        })),
      },
    ],
  };
  const pages = codes.map(([code, { status, title, meaning }]) => ({
    path: `/docs/errors/${code}`,
    title,
    blocks: [{ text: `HTTP ${status} · \`${code}\`` }, { text: meaning }],
  }));
  return [list, ...pages];
}
