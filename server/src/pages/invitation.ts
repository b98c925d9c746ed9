import type { Program } from '../context.ts';
import { findPendingByToken } from '../customer-invitations/queries.ts';
import type { PendingInvitation } from '../customer-invitations/queries.ts';
import { limitSentence, permittedActions } from '../customer-invitations/wording.ts';
import type { Guards } from '../http/handle.ts';
import type { WebServer } from '../http/server.ts';
import { isoSeconds, readableTime } from '../lib/time.ts';
import { html, userText } from './html.ts';
import { layout } from './layout.ts';
import { addLinkPage } from './link-page.ts';

/** Adds the page of customer invitations. It shows a pending one to anyone who has the link, and changes nothing. */
export function addInvitationPage(server: WebServer, program: Program, guards: Guards): void {
  const url = '/invitations/:token';
  addLinkPage(server, program, guards, {
    url,
    find: findPendingByToken,
    pageOf: invitationPage,
    notFoundPage: noInvitationPage,
  });
}

/** The page for every link without a pending invitation. It does not reveal whether there ever was one. */
export const noInvitationPage = layout(
  'No open invitation',
  html`<div class="card">
    <p class="kind">Invitation</p>
    <h1>This link leads to no open invitation</h1>
    <p>
      It may have been answered, withdrawn or left too long, or the link is incomplete. If you expect an
      invitation, ask for a new one.
    </p>
  </div>`,
);

function invitationPage(invitation: PendingInvitation): string {
  const { partyName, agentName, agentDescription, expiresAt } = invitation;
  const about = agentDescription ? html`<dd class="soft">${userText(agentDescription)}</dd>` : [];
  const limit = limitSentence(invitation);
  return layout(
    'Invitation',
    html`<div class="card">
      <p class="kind">Invitation</p>
      <h1>${userText(partyName)} invites you to become a customer of its software agent</h1>
      <dl>
        <div>
          <dt>Agent</dt>
          <dd>${userText(agentName)}</dd>
          ${about}
        </div>
        <div>
          <dt>If you accept, they may on your behalf</dt>
          ${permittedActions(invitation).map((action) => html`<dd>${action}</dd>`)}
          ${limit === null ? [] : html`<dd class="soft">${limit}</dd>`}
        </div>
        <div>
          <dt>Open until</dt>
          <dd><time datetime="${isoSeconds(expiresAt)}">${readableTime(expiresAt)}</time></dd>
        </div>
      </dl>
      <p class="soft">This page only shows the invitation. It accepts nothing and asks you for nothing.</p>
    </div>`,
  );
}
