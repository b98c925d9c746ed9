import { errorTable, fault } from '../errors.ts';
import type { ErrorCode, ErrorEntry } from '../errors.ts';
import { takeAnonymousToken } from '../http/handle.ts';
import type { Guards } from '../http/handle.ts';
import type { WebServer } from '../http/server.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { layout, pageHeaders } from './layout.ts';

/** Adds a page for each error code, to which `links.about` points, and an index of all codes. */
export function addErrorPages(server: WebServer, guards: Guards): void {
  const headers = { ...pageHeaders, 'Cache-Control': 'public, max-age=3600' };
  const index = indexPage();
  const pages = new Map(
    Object.entries(errorTable).map(([code, entry]) => [code, codePage(code as ErrorCode, entry)]),
  );
  for (const prefix of ['', '/api']) {
    server.get(`${prefix}/errors`, async (_request, reply) => reply.headers(headers).send(index));
    server.get(`${prefix}/errors/:code`, async (request, reply) => {
      const page = pages.get((request.params as { code: string }).code);
      if (page !== undefined) return reply.headers(headers).send(page);
      takeAnonymousToken(guards, request, reply);
      throw fault('not_found', 'Nothing answers at this address.');
    });
  }
}

function codePage(code: ErrorCode, { status, title, meaning }: ErrorEntry): string {
  return layout(
    title,
    html`<p class="kind">HTTP ${status} · <code>${code}</code></p>
      <h1>${title}</h1>
      <p>${withCode(meaning)}</p>
      <p><a href="/errors">All error codes</a></p>`,
  );
}

function indexPage(): string {
  const lines = Object.entries(errorTable).map(
    ([code, { status, meaning }]) =>
      html`<tr>
        <td>${status}</td>
        <td>
          <a href="/errors/${code}"><code>${code}</code></a>
        </td>
        <td>${withCode(meaning)}</td>
      </tr>`,
  );
  return layout(
    'Error codes',
    html`<h1>Error codes</h1>
      <table>
        ${lines}
      </table>`,
  );
}

/** Turns backquotes in the table's texts into code elements: every second piece is code. */
function withCode(text: string): Html[] {
  return text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`));
}
