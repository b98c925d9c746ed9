import type { Program } from '../context.ts';
import type { Guards } from '../http/handle.ts';
import type { WebServer } from '../http/server.ts';
import { formatMoney } from '../lib/money.ts';
import { isoSeconds, readableTime } from '../lib/time.ts';
import { findOpenByToken } from '../payment-requests/queries.ts';
import type { OpenPaymentRequest } from '../payment-requests/queries.ts';
import { html, userText } from './html.ts';
import { layout } from './layout.ts';
import { addLinkPage } from './link-page.ts';

/** Adds the page of payment links. It shows an open request to anyone who has the link, and changes nothing. */
export function addPayPage(server: WebServer, program: Program, guards: Guards): void {
  addLinkPage(server, program, guards, {
    url: '/pay/:token',
    find: findOpenByToken,
    pageOf: (found) => requestPage(found, program.config.environment),
    notFoundPage,
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
