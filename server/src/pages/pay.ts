import type { Program } from '../context.ts';
import type { Queryable } from '../db/sql.ts';
import { takeAnonymousToken, slotOf } from '../http/handle.ts';
import type { Guards } from '../http/handle.ts';
import type { WebServer } from '../http/server.ts';
import { formatMoney } from '../lib/money.ts';
import { isoSeconds, readableTime } from '../lib/time.ts';
import { findOpenPaymentRequest } from '../payment-requests/open.ts';
import type { OpenPaymentRequest } from '../payment-requests/open.ts';
import { html, userText } from './html.ts';
import { layout, pageHeaders } from './layout.ts';

// The link alone gives access to what the page shows, so it must not leak in a referrer or be indexed or cached.
const headers = { ...pageHeaders, 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };

/** Adds the page of payment links. It shows an open request to anyone who has the link, and changes nothing. */
export function addPayPage(server: WebServer, program: Program, guards: Guards): void {
  addLinkPage(server, program, guards, '/pay/:token', async (db, token) => {
    const found = await findOpenPaymentRequest(db, token);
    const page = found ? requestPage(found, program.config.environment) : notFoundPage;
    return { page, isFound: found !== null };
  });
}

/** Adds a page that the token in its address gives access to. `show` returns it, or the page for every other token. */
export function addLinkPage(
  server: WebServer,
  program: Program,
  guards: Guards,
  url: string,
  show: (db: Queryable, token: string) => Promise<{ page: string; isFound: boolean }>,
): void {
  const db = program.sessions.readsOf('links'); // all who open links together, like one party
  server.route({
    method: 'GET',
    url,
    onRequest: async (request, reply) => {
      guards.admission.enter(slotOf(request), true);
      takeAnonymousToken(guards, request, reply);
    },
    handler: async (request, reply) => {
      const { token } = request.params as { token: string };
      const { page, isFound } = await show(db, token);
      return reply
        .code(isFound ? 200 : 404)
        .headers(headers)
        .send(page);
    },
  });
}

/** The page for every link without an open request. It does not reveal whether there ever was one. */
const notFoundPage = layout(
  'No open request',
  html`<div class="card">
    <p class="kind">Payment request</p>
    <h1>This link leads to no open request</h1>
    <p>
      It may have been answered, withdrawn or left too long, or the link is incomplete. If you expect to pay
      somebody, ask them for a new one.
    </p>
  </div>`,
);

function requestPage(request: OpenPaymentRequest, environment: 'sandbox' | 'prod'): string {
  const { requesterName, requesterEmail, description, expiresAt } = request;
  const address = requesterEmail === null ? [] : html`<dd class="soft">${userText(requesterEmail)}</dd>`;
  const lines = [
    html`<div>
      <dt>From</dt>
      <dd>${userText(requesterName)}</dd>
      ${address}
    </div>`,
    ...(description
      ? [
          html`<div>
            <dt>For</dt>
            <dd>${userText(description)}</dd>
          </div>`,
        ]
      : []),
    html`<div>
      <dt>Open until</dt>
      <dd><time datetime="${isoSeconds(expiresAt)}">${readableTime(expiresAt)}</time></dd>
    </div>`,
  ];
  const kind = environment === 'sandbox' ? 'Payment request · sandbox, no real money' : 'Payment request';
  return layout(
    'Payment request',
    html`<div class="card">
      <p class="kind">${kind}</p>
      <h1 class="amount">${formatMoney(request)}</h1>
      <dl>${lines}</dl>
      <p class="soft">This page only shows the request. It moves no money and asks you for nothing.</p>
    </div>`,
  );
}
