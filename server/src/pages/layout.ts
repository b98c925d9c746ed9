import { createHash } from 'node:crypto';
import { html, trusted } from './html.ts';
import type { Html } from './html.ts';

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e6e8eb); --soft: light-dark(#5b6470, #9aa3ad);
  --paper: light-dark(#fff, #14171a); --line: light-dark(#e1e4e8, #2a2f35); --accent: light-dark(#0b5cad, #6cb2ff); }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 42rem; margin: 4rem auto; padding: 0 1.5rem; }
.kind { color: var(--soft); margin: 0; font-variant-numeric: tabular-nums; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: .25rem 0 1rem; }
code { font: .9em ui-monospace, monospace; background: var(--line); padding: .1em .35em; border-radius: 4px; }
table { border-collapse: collapse; width: 100%; }
td { border-top: 1px solid var(--line); padding: .5rem .75rem .5rem 0; vertical-align: top; }
a { color: var(--accent); }
.card { max-width: 26rem; margin: 0 auto; padding: 1.75rem; border: 1px solid var(--line); border-radius: 12px;
  overflow-wrap: anywhere; }
.amount { font-size: clamp(1.5rem, 6.5vw, 1.875rem); letter-spacing: -.02em; font-variant-numeric: tabular-nums; margin: .25rem 0 1.5rem; }
dl { margin: 0; border-bottom: 1px solid var(--line); }
dl div { border-top: 1px solid var(--line); padding: .75rem 0; }
dt { color: var(--soft); font-size: .875rem; }
dd { margin: 0; }
.soft { color: var(--soft); font-size: .875rem; }
.card > :last-child { margin-bottom: 0; }
@media (max-width: 30rem) {
  main { margin: 0; padding: 1.5rem 1.25rem; }
  .card { border: 0; padding: 0; }
  table, tbody { display: block; }
  tr { display: flex; flex-wrap: wrap; gap: 0 .75rem; border-top: 1px solid var(--line); padding: .75rem 0; }
  td { border: 0; padding: 0; overflow-wrap: anywhere; }
  td:last-child { flex-basis: 100%; }
}`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of every page. They forbid scripts, loading, forms and framing. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'X-Frame-Options': 'DENY',
};

/** Returns a complete page. */
export function layout(title: string, content: Html): string {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · Purser</title>
        ${trusted(`<style>${style}</style>`)}
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`;
  return `${markup}\n`;
}
