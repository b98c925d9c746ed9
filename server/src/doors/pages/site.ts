import type { Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { WebServer } from '../../http/server.ts';
import { addWebPages, type PageRoute } from '../../http/web-page.ts';
import { consentPages } from '../oauth/consent-page.ts';
import { devicePages } from '../oauth/device-page.ts';
import type { OauthParts } from '../oauth/parts.ts';
import { programPages } from '../oauth/programs-page.ts';
import { accountPage, accountPages, sessionPages } from './account.ts';
import { approvalPolicyPages } from './approval-policy.ts';
import { bankPages } from './bank.ts';
import { claimPages } from './claim.ts';
import { messagePage, pageFrame } from './document.ts';
import { webhookPages } from './webhooks.ts';
import { invitationPages } from './invitation.ts';
import { invitedPages } from './invited.ts';
import { joinPages } from './join.ts';
import { keyPages } from './keys.ts';
import { grantLimitPages } from './grant-limits.ts';
import { limitPages } from './limits.ts';
import { mailboxPages } from './mailbox.ts';
import { payPages } from './pay.ts';
import { permitPages } from './delegations.ts';
import { reviewPages } from './review.ts';
import type { ShowAccount } from './account-form.ts';
import { isShownToOther } from './shown-to.ts';
import { stopPages } from './stop.ts';
import { signInPages } from './sign-in.ts';
import { verifyPages } from './verify.ts';
import { withdrawPages } from './withdraw.ts';

export function addSitePages(
  server: WebServer,
  program: Program,
  guards: Guards,
  endpoints: readonly Endpoint[],
  oauth: OauthParts,
): void {
  const pages = { program, guards, endpoints };
  const showAccount: ShowAccount = (session, problem) =>
    accountPage(program, guards, endpoints, session, problem);
  const asShown = [
    ...accountPages(program, showAccount),
    ...bankPages(program, guards, endpoints),
    ...withdrawPages(program, guards, endpoints),
    ...keyPages(program, guards, endpoints),
    ...stopPages(program, guards, endpoints, showAccount),
    ...approvalPolicyPages(program),
    ...limitPages(program, guards, endpoints),
    ...permitPages(program, guards, endpoints, showAccount),
    ...grantLimitPages(program, guards, endpoints),
    ...webhookPages(program, guards, endpoints, showAccount),
    ...verifyPages(program, guards, endpoints),
    ...programPages(pages),
    ...reviewPages(program, guards, endpoints),
    ...payPages(program, guards, endpoints),
    ...invitedPages(program, guards, endpoints),
  ];
  addWebPages(server, program, guards, pageFrame(program), [
    ...asShown.map((route) => onlyAsShown(program, route)),
    ...signInPages(program),
    ...sessionPages(program, showAccount),
    ...consentPages(pages, oauth),
    ...devicePages(pages, oauth),
    ...claimPages(program, endpoints),
    ...invitationPages(program, endpoints),
    ...joinPages(program, endpoints),
    ...(program.config.environment === 'sandbox' ? mailboxPages(program) : []),
  ]);
}

/**
 * The same route, but a form does nothing that was shown to somebody else or for another party: it says what happens, not
 * for whom, and whoever sends it has read that on its page.
 */
function onlyAsShown(program: Program, { method, url, run }: PageRoute): PageRoute {
  return {
    method,
    url,
    run: async (request) => {
      const { session, form } = request;
      if (!session || !isShownToOther(session, form)) return run(request);
      const html = messagePage({ ...program, session }, 'Nothing was done', {
        kind: 'Another party or person',
        heading: 'Nothing was done',
        text: 'You act for another party or person by now than this page was shown for. Open it again, and look at whom it is for.',
      });
      return { status: 409, html };
    },
  };
}
