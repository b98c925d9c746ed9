import { createHash } from 'node:crypto';
import { errorTable } from '../errors.ts';
import type { ErrorCode, ErrorEntry } from '../errors.ts';
import type { WebServer } from '../http/server.ts';

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e6e8eb); --soft: light-dark(#5b6470, #9aa3ad);
  --paper: light-dark(#fff, #14171a); --line: light-dark(#e1e4e8, #2a2f35); --accent: light-dark(#0b5cad, #6cb2ff); }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 42rem; margin: 4rem auto; padding: 0 1.5rem; }
p.kind { color: var(--soft); margin: 0; font-variant-numeric: tabular-nums; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: .25rem 0 1rem; }
code { font: .9em ui-monospace, monospace; background: var(--line); padding: .1em .35em; border-radius: 4px; }
table { border-collapse: collapse; width: 100%; } td { border-top: 1px solid var(--line); padding: .5rem .75rem .5rem 0; vertical-align: top; }
a { color: var(--accent); }`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** One page per error code, the target of `links.about`, and a list of them all. */
export function addErrorPages(server: WebServer): void {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
    'Cache-Control': 'public, max-age=3600',
  };
  const pages = new Map(
    Object.entries(errorTable).map(([code, entry]) => [
      `/errors/${code}`,
      codePage(code as ErrorCode, entry),
    ]),
  ).set('/errors', indexPage());
  for (const [path, page] of pages) {
    for (const prefix of ['', '/api']) {
      server.get(prefix + path, async (_request, reply) => reply.headers(headers).send(page));
    }
  }
}

function codePage(code: ErrorCode, { status, title, meaning }: ErrorEntry): string {
  return layout(
    title,
    `<p class="kind">HTTP ${status} · <code>${code}</code></p><h1>${title}</h1><p>${withCode(meaning)}</p>
     <p><a href="/errors">All error codes</a></p>`,
  );
}

function indexPage(): string {
  const lines = Object.entries(errorTable).map(
    ([code, { status, meaning }]) =>
      `<tr><td>${status}</td><td><a href="/errors/${code}"><code>${code}</code></a></td><td>${withCode(meaning)}</td></tr>`,
  );
  return layout('Error codes', `<h1>Error codes</h1><table>${lines.join('')}</table>`);
}

function layout(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Purser</title><style>${style}</style></head><body><main>${content}</main></body></html>`;
}

/** The table's texts are ours; they use backquotes for code and angle brackets for what to fill in. */
function withCode(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
