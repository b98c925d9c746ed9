import type { Program } from '../context.ts';
import type { Guards } from '../http/handle.ts';
import type { WebServer } from '../http/server.ts';
import { isoSeconds, readableTime } from '../lib/time.ts';
import { roleWords } from '../party-invitations/compose-mail.ts';
import { findPendingByToken } from '../party-invitations/queries.ts';
import type { PendingInvitation } from '../party-invitations/queries.ts';
import { html, userText } from './html.ts';
import { noInvitationPage } from './invitation.ts';
import { layout } from './layout.ts';
import { addLinkPage } from './link-page.ts';

/** Adds the page of party invitations. It shows a pending one to anyone who has the link, and changes nothing. */
export function addJoinPage(server: WebServer, program: Program, guards: Guards): void {
  addLinkPage(server, program, guards, {
    url: '/join/:token',
    find: findPendingByToken,
    pageOf: joinPage,
    notFoundPage: noInvitationPage,
  });
}

function joinPage({ partyName, inviterName, role, expiresAt }: PendingInvitation): string {
  return layout(
    'Invitation',
    html`<div class="card">
      <p class="kind">Invitation</p>
      <h1>${userText(inviterName)} invites you to join ${userText(partyName)} ${roleWords[role]}</h1>
      <dl>
        <div>
          <dt>Open until</dt>
          <dd><time datetime="${isoSeconds(expiresAt)}">${readableTime(expiresAt)}</time></dd>
        </div>
      </dl>
      <p class="soft">This page only shows the invitation. It accepts nothing and asks you for nothing.</p>
    </div>`,
  );
}
