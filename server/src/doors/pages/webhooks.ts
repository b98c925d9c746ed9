import type { Context, Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import type { PageRoute } from '../../http/web-page.ts';
import type { WebhookResource } from '../../history/webhooks/resource.ts';
import { accountForm, type ShowAccount } from './account-form.ts';
import { hrefTo } from './document.ts';
import { type Content, h, userText } from './element.ts';
import { buttonForm, keyOf } from './forms.ts';
import { callFor, endpointOf, mostListed, readList } from './read.ts';

const url = '/account/webhook';

/** Returns the target of the form that enables a webhook again. */
export function webhookPages(
  program: Program,
  guards: Guards,
  endpoints: readonly Endpoint[],
  showAccount: ShowAccount,
): PageRoute[] {
  const update = endpointOf(endpoints, 'PATCH', '/webhooks/:webhookId');
  return [
    accountForm(program, showAccount, url, async (session, form) => {
      const params = { webhookId: form.get('webhookId') ?? '' };
      const attributes = { status: 'ENABLED' };
      await callFor(guards, update, session, { params, attributes, key: keyOf(form) });
    }),
  ];
}

/** Returns the part of the account's page about webhooks that Purser has disabled. */
export async function disabledWebhooks(
  program: Program,
  guards: Guards,
  endpoints: readonly Endpoint[],
  session: Context,
): Promise<Content[]> {
  const all = await readList(guards, endpoints, session, '/webhooks', { limit: mostListed });
  const disabled = (all as WebhookResource[]).filter(({ attributes }) => attributes.disabledReason !== null);
  if (disabled.length === 0) return [];
  const mayEnable = session.actor.scopes.has('webhooks.update');
  const items = disabled.map((webhook) => webhookItem(program, webhook, mayEnable));
  return [
    h('h2', { key: 'webhooks' }, 'Disabled webhooks'),
    h('ul', { key: 'webhook-list', className: 'plain' }, ...items),
  ];
}

const reasons = {
  FAILING: 'None of its deliveries has succeeded for 5 days.',
  GONE: 'Its receiver answered 410, which means that it wants no more events.',
} as const;

function webhookItem(program: Program, { id, attributes }: WebhookResource, mayEnable: boolean): Content {
  const { url: address, description, disabledReason } = attributes;
  return h(
    'li',
    { key: id },
    h('strong', null, userText(new URL(address).host)),
    description ? h('p', null, userText(description)) : null,
    h('p', { className: 'soft' }, disabledReason === null ? '' : reasons[disabledReason]),
    mayEnable ? buttonForm(hrefTo(program, url), { webhookId: id }, 'Enable it again', 'second') : null,
  );
}
