import type { Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { WebServer } from '../../http/server.ts';
import { addWebPages } from '../../http/web-page.ts';
import { consentPages } from '../oauth/consent-page.ts';
import { devicePages } from '../oauth/device-page.ts';
import type { OauthParts } from '../oauth/parts.ts';
import { programPages } from '../oauth/programs-page.ts';
import { accountPage, accountPages } from './account.ts';
import { approvalPolicyPages } from './approval-policy.ts';
import { bankPages } from './bank.ts';
import { claimPages } from './claim.ts';
import { pageFrame } from './document.ts';
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
  addWebPages(server, program, guards, pageFrame(program), [
    ...signInPages(program),
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
    ...consentPages(pages, oauth),
    ...devicePages(pages, oauth),
    ...programPages(pages),
    ...reviewPages(program, guards, endpoints),
    ...payPages(program, guards, endpoints),
    ...claimPages(program, endpoints),
    ...invitationPages(program, endpoints),
    ...invitedPages(program, guards, endpoints),
    ...joinPages(program, endpoints),
    ...(program.config.environment === 'sandbox' ? mailboxPages(program) : []),
  ]);
}
