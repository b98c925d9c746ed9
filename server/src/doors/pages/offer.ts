import { limitSentences, permittedActions } from '../../authority/customer-invitations/wording.ts';
import type { Limits } from '../../engine/model/state.ts';
import type { PendingInvitation } from '../../authority/customer-invitations/queries.ts';
import { type Content, fact, facts, h, timeOf, userText } from './element.ts';

/** What a customer is asked to permit. */
export type Offer = Pick<
  PendingInvitation,
  'partyName' | 'agentName' | 'agentDescription' | 'permissions' | 'expiresAt' | keyof Limits
>;

/** How a customer ends what it has permitted. */
export const howToEnd =
  'You can end this at any time: sign in and press “End” on the page of your account. ' +
  'From then on the agent can do nothing for you, and what waits for your approval is canceled.';

/** Returns who invites, what the agent may do and up to which amount. `currency` is the customer's, if it may be shown. */
export function offer(invitation: Offer, currency: string | null): Content[] {
  const { partyName, agentName, agentDescription, expiresAt } = invitation;
  const limits = limitSentences(invitation, currency);
  return [
    h('p', { key: 'kind', className: 'kind' }, 'Invitation'),
    h('h1', { key: 'title' }, userText(partyName), ' invites you to become a customer of its software agent'),
    facts(
      fact(
        'Agent',
        userText(agentName),
        agentDescription ? h('span', { className: 'soft' }, userText(agentDescription)) : null,
      ),
      h(
        'div',
        { key: 'may' },
        h('dt', null, 'If you accept, they may on your behalf'),
        ...permittedActions(invitation).map((action) => h('dd', { key: action, className: 'item' }, action)),
      ),
      limits.length === 0 ? null : fact('Up to which amount', limits.join(' ')),
      fact('Open until', timeOf(expiresAt)),
    ),
  ];
}
