import type { Program } from '../context.ts';
import { errorTable, fault } from '../errors.ts';
import type { ErrorCode, ErrorEntry } from '../errors.ts';
import { takeAnonymousToken } from '../http/handle.ts';
import type { Guards } from '../http/handle.ts';
import type { WebServer } from '../http/server.ts';
import { hrefTo, page, pageHeaders } from './document.ts';
import { card, h, withCode } from './element.ts';

/** Adds a page for each error code, to which `links.about` points, and an index of all codes. */
export function addErrorPages(server: WebServer, program: Program, guards: Guards): void {
  const headers = { ...pageHeaders, 'Cache-Control': 'public, max-age=3600' };
  for (const prefix of ['', '/api']) {
    server.get(`${prefix}/errors`, async (_request, reply) =>
      reply.headers(headers).send(indexPage(program)),
    );
    server.get(`${prefix}/errors/:code`, async (request, reply) => {
      const { code } = request.params as { code: string };
      if (isCode(code)) return reply.headers(headers).send(codePage(program, code, errorTable[code]));
      takeAnonymousToken(guards, request, reply);
      throw fault('not_found', 'Nothing answers at this address.');
    });
  }
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}

function codePage(program: Program, code: ErrorCode, { status, title, meaning }: ErrorEntry): string {
  return page(
    { ...program, session: null },
    title,
    card(
      h('p', { className: 'kind' }, `HTTP ${status} · `, h('code', null, code)),
      h('h1', null, title),
      h('p', null, ...withCode(meaning)),
      h('p', null, h('a', { href: hrefTo(program, '/errors') }, 'All error codes')),
    ),
  );
}

function indexPage(program: Program): string {
  const rows = Object.entries(errorTable).map(([code, { status, meaning }]) => {
    const href = hrefTo(program, `/errors/${code}`);
    return h(
      'tr',
      { key: code },
      h('td', null, String(status)),
      h('td', null, h('a', { href }, h('code', null, code))),
      h('td', null, ...withCode(meaning)),
    );
  });
  const head = ['Status', 'Code', 'Meaning'].map((text) => h('th', { key: text, scope: 'col' }, text));
  return page(
    { ...program, session: null },
    'Error codes',
    h(
      'div',
      { className: 'wide' },
      h('h1', null, 'Error codes'),
      h('table', null, h('thead', null, h('tr', null, ...head)), h('tbody', null, ...rows)),
    ),
  );
}
