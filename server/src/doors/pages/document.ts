import { renderToStaticMarkup } from 'react-dom/server';
import type { Context, Program } from '../../context.ts';
import type { PageFrame } from '../../http/error-page.ts';
import { card, type Content, h } from './element.ts';
import { shownTo, shownToField } from './shown-to.ts';
import { style, styleHash } from './style.ts';

/** Returns the policy of a page whose only style has this hash: no script, nothing loaded, no frame, own forms. */
export function policyWith(hash: string): string {
  return `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`;
}

/**
 * The headers of every page: no script, nothing loaded, no frame, and forms go to this server only. What a link leads to
 * must not leak in a referrer or be indexed.
 */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policyWith(styleHash),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Where a page is shown: the environment, the base of its links, and who is signed in. */
export type Surroundings = Pick<Program, 'config' | 'baseUrl'> & { session: Context | null };

/** Returns the address of a path of this server, as a link on a page. */
export function hrefTo({ baseUrl }: Pick<Program, 'baseUrl'>, path: string): string {
  return `${new URL(baseUrl()).pathname.replace(/\/$/, '')}${path}`;
}

/** Returns the address of the sign-in that leads back to a path. */
export function signInAt(program: Pick<Program, 'baseUrl'>, path: string): string {
  return hrefTo(program, `/sign-in?to=${encodeURIComponent(path)}`);
}

export function page(around: Surroundings, title: string, ...content: readonly Content[]): string {
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('title', null, `${title} · Purser`),
    h('style', { dangerouslySetInnerHTML: { __html: style } }), // a constant, whose hash the policy has
  );
  const body = h('body', null, headerOf(around), h('main', null, ...content));
  const html = renderToStaticMarkup(h('html', { lang: 'en' }, head, body));
  return `<!doctype html>${around.session ? withShownTo(html, around.session) : html}\n`;
}

/** Lets every form of a page say whom it is shown to. React has escaped all other text, so only our own forms match. */
function withShownTo(html: string, session: Context): string {
  const field = h('input', { type: 'hidden', name: shownToField, value: shownTo(session) });
  const hidden = renderToStaticMarkup(field);
  return html.replaceAll(/<form\b[^>]*>/g, (form) => form + hidden);
}

/** Returns a page that only says something: what it is about, and one sentence or two. */
export function messagePage(
  around: Surroundings,
  title: string,
  { kind, heading, text }: { kind: string; heading: string; text: string },
): string {
  return page(
    around,
    title,
    card(h('p', { className: 'kind' }, kind), h('h1', null, heading), h('p', null, text)),
  );
}

function headerOf(around: Surroundings): Content {
  const { config, session } = around;
  const pill = h('span', { className: 'pill' }, 'Sandbox: no real money');
  const account = h('a', { href: hrefTo(around, '/account') }, 'Your account');
  return h(
    'header',
    null,
    h('span', { className: 'brand' }, 'Purser'),
    config.environment === 'sandbox' ? pill : null,
    session ? h('nav', { 'aria-label': 'Account' }, account) : null,
  );
}

/** Returns how pages look, for the HTTP layer. */
export function pageFrame(program: Program): PageFrame {
  return {
    headers: pageHeaders,
    failed: ({ status, title, detail, requestId }) =>
      page(
        { ...program, session: null },
        title,
        card(
          h('p', { className: 'kind' }, `Error ${status}`),
          h('h1', null, title),
          h('p', null, detail),
          h('p', { className: 'soft' }, 'Support id: ', h('code', null, requestId)),
        ),
      ),
  };
}
