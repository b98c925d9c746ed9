import type { Program } from '../../../context.ts';
import { errorTable, fault } from '../../../errors.ts';
import { type Guards, takeAnonymousToken } from '../../../http/handle.ts';
import { type Described, openApiDocument } from '../../../http/openapi/document.ts';
import type { WebServer } from '../../../http/server.ts';
import { hrefTo, page, pageHeaders } from '../document.ts';
import { h } from '../element.ts';
import { type Document, elementsOf, markdownOf } from './blocks.ts';
import { indexOf, referenceOf } from './reference.ts';
import type { ApiDocument } from './schema.ts';

const cached = { 'Cache-Control': 'public, max-age=3600' };
const markdown = { ...cached, 'Content-Type': 'text/markdown; charset=utf-8' };
const plain = { ...cached, 'Content-Type': 'text/plain; charset=utf-8' };

/**
 * Adds the documentation of the API: a page for each resource and each error code, made of the OpenAPI document, with the
 * same as Markdown at its path with `.md`; and `/llms.txt`, which names them all. The pages of error codes are also at
 * `/errors`.
 */
export function addDocs(server: WebServer, program: Program, guards: Guards, described: Described): void {
  let made: Map<string, Document> | null = null;
  const documents = (): Map<string, Document> => (made ??= makeDocuments(described));
  const find = (path: string): Document => {
    const document = documents().get(path);
    if (!document) throw fault('not_found', 'There is no such document.');
    return document;
  };
  for (const url of ['/docs', '/docs/:part', '/docs/:part/:name']) {
    server.get(url, async (request, reply) => {
      takeAnonymousToken(guards, request, reply);
      const { part, name } = request.params as { part?: string; name?: string };
      const path = ['/docs', part, name].filter((each) => each !== undefined).join('/');
      if (!path.endsWith('.md')) {
        return reply.headers({ ...pageHeaders, ...cached }).send(pageOf(program, find(path)));
      }
      return reply.headers(markdown).send(markdownOf(find(path.slice(0, -3)), program.baseUrl()));
    });
  }
  // The pages to which `links.about` points: what programs have kept stays valid.
  for (const prefix of ['', '/api']) {
    for (const url of ['/errors', '/errors/:code']) {
      server.get(`${prefix}${url}`, async (request, reply) => {
        const { code } = request.params as { code?: string };
        const document = documents().get(code === undefined ? '/docs/errors' : `/docs/errors/${code}`);
        if (document) return reply.headers({ ...pageHeaders, ...cached }).send(pageOf(program, document));
        takeAnonymousToken(guards, request, reply);
        throw fault('not_found', 'Nothing answers at this address.');
      });
    }
  }
  server.get('/docs.md', async (request, reply) => {
    takeAnonymousToken(guards, request, reply);
    return reply.headers(markdown).send(markdownOf(find('/docs'), program.baseUrl()));
  });
  server.get('/llms.txt', async (request, reply) => {
    takeAnonymousToken(guards, request, reply);
    return reply.headers(plain).send(listFor(documents(), program.baseUrl()));
  });
}

function makeDocuments(described: Described): Map<string, Document> {
  const api = openApiDocument(described) as ApiDocument;
  const all = [indexOf(api), ...referenceOf(api), ...errorDocuments()];
  return new Map(all.map((document) => [document.path, document]));
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

function listFor(documents: ReadonlyMap<string, Document>, base: string): string {
  const lines = [...documents.values()].map(({ path, title }) => `- [${title}](${base}${path}.md)`);
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
