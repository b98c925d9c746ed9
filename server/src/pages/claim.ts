import { findOpenByToken } from '../claims/queries.ts';
import type { OpenClaim } from '../claims/queries.ts';
import type { Program } from '../context.ts';
import type { Guards } from '../http/handle.ts';
import type { WebServer } from '../http/server.ts';
import { isoSeconds, readableTime } from '../lib/time.ts';
import { html, userText } from './html.ts';
import { layout } from './layout.ts';
import { addLinkPage } from './link-page.ts';

/** Adds the page behind the link in a mail about money that waits. It says how to claim it, and changes nothing. */
export function addClaimPage(server: WebServer, program: Program, guards: Guards): void {
  addLinkPage(server, program, guards, {
    url: '/claims/:token',
    find: findOpenByToken,
    pageOf: claimPage,
    notFoundPage,
  });
}

/** The page for every link under which nothing waits. It does not reveal whether anything ever did. */
const notFoundPage = layout(
  'Nothing waits',
  html`<div class="card">
    <p class="kind">Payment</p>
    <h1>No money waits under this link</h1>
    <p>It may have been claimed, canceled or returned to whoever sent it, or the link is incomplete.</p>
  </div>`,
);

function claimPage({ value, expiresAt }: OpenClaim): string {
  return layout(
    'Money waits for you',
    html`<div class="card">
      <p class="kind">Payment</p>
      <h1>Money waits for ${userText(value)}</h1>
      <dl>
        <div>
          <dt>This link is valid until</dt>
          <dd><time datetime="${isoSeconds(expiresAt)}">${readableTime(expiresAt)}</time></dd>
        </div>
        <div>
          <dt>To claim it, send your name to this address with /accept at its end</dt>
          <dd>
            <code
              >curl -X POST …/accept --json '{"data":{"attributes":{"name":"…","apiKeyName":"First
              key"}}}'</code
            >
          </dd>
        </div>
      </dl>
      <p class="soft">The response has the key of your new account. This page itself changes nothing.</p>
    </div>`,
  );
}
