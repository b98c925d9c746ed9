// Calls all 19 endpoints of the specification, and those of webhooks and events, with the published TypeScript client:
// node walk.js VERSION BASE_URL SANDBOX_FILE FOLDER, where the client is installed in FOLDER. Prints a line for each call
// that threw, and exits with 1 if there is one.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const [version, baseUrl, sandboxFile, folder] = process.argv.slice(2);
const { NaturalClient } = createRequire(join(folder, 'index.js'))('@naturalpay/sdk');
const { main, customer, delegate } = JSON.parse(readFileSync(sandboxFile, 'utf8')).parties;
const failures = [];

const clientOf = (token) => new NaturalClient({ token, baseUrl, instanceId: 'walk', maxRetries: 0 });
const api = clientOf(main.apiKey);
const ofDelegate = clientOf(delegate.apiKey);
const tags = { order: randomUUID().replaceAll('-', '_') };

/** Returns the result of a call. Records its name if it throws, or returns false. */
async function step(name, call) {
  try {
    const result = await call();
    if (result === false) throw new Error('not what was expected');
    return result;
  } catch (error) {
    failures.push(name);
    process.stdout.write(`FAILED  ${name}: ${String(error).replaceAll(/\s+/g, ' ').slice(0, 400)}\n`);
    return undefined;
  }
}

/** Reads a list page by page, one row each, up to five pages; every row must be there once. */
function pagesOf(name, firstPage, least = 2) {
  return step(name, async () => {
    const ids = [];
    for (let page = await firstPage(); ; page = await page.getNextPage()) {
      ids.push(...page.data.map(({ id }) => id));
      if (ids.length === 5 || !page.hasNextPage()) break;
    }
    return ids.length >= least && new Set(ids).size === ids.length;
  });
}

/** The same for lists whose client does not turn the pages itself. */
function pagesByHand(name, readPage, least = 2) {
  return step(name, async () => {
    const ids = [];
    let cursor;
    do {
      const { data, meta } = await readPage(cursor);
      ids.push(...data.map(({ id }) => id));
      cursor = meta.pagination.nextCursor ?? undefined;
    } while (cursor && ids.length < 5);
    return ids.length >= least && new Set(ids).size === ids.length;
  });
}

const shows = (name, reply) =>
  step(`${name} shows the tags`, () => isDeepStrictEqual({ ...reply.data.attributes.tags }, tags));
const keyed = (values) => ({ idempotencyKey: randomUUID(), ...values });
const forMain = { partyId: main.partyId };

const payment = {
  amount: 1250,
  currency: 'USD',
  counterparty: { type: 'party_id', value: customer.partyId },
  description: 'Walk',
  tags,
};
const paid = await step('19 POST /payments', () => api.payments.create(keyed(payment)));
await shows('19', paid);
await step('19 POST /payments, of an agent', () =>
  clientOf(main.limitedAgentKey).payments.create(keyed({ ...payment, amount: 25_000 })),
);
const { id: paymentId } = paid.data;
await shows('13', await step('13 GET /payments/{id}', () => api.payments.get({ paymentId })));
await step('13 with a customer', () => ofDelegate.payments.get({ paymentId, ...forMain }));
await step('1 POST /api-keys', () => api.apiKeys.create({ name: 'Walk', scopes: ['payments.read'], tags }));
await step('2 POST /agents/{id}/customers', () =>
  api.agents.createCustomer(
    keyed({
      agentId: main.agentId,
      recipients: [{ type: 'email', value: `${randomUUID()}@example.com` }],
      permissions: ['payments.read', 'payments.create'],
      limits: { perTransaction: 10_000 },
      tags,
    }),
  ),
);
const changed = await step('3 PATCH /agents/{id}', () =>
  api.agents.update(keyed({ agentId: main.agentId, tags })),
);
await shows('3', changed);
for (const turn of [1, 2]) {
  await step(`4 POST /transfers/withdraw, ${turn}`, () =>
    api.transfers.initiateWithdrawal(keyed({ amount: 100, externalAccountId: main.externalAccountId, tags })),
  );
  await step(`5 POST /payment-requests, ${turn}`, () =>
    api.paymentRequests.create(
      keyed({ amount: 900, payer: { type: 'email', value: 'walk@example.com' }, payerName: 'W', tags }),
    ),
  );
}
await step('12 POST /party-invitations', () =>
  api.invitations.create({ invitations: [{ email: `${randomUUID()}@example.com`, role: 'MEMBER' }], tags }),
);

const { agentId } = delegate;
await pagesByHand('6 GET /agent-keys', (cursor) => api.agentKeys.list({ cursor, limit: 1 }));
await pagesOf('7 GET /transfers', () => api.transfers.list({ limit: 1 }));
await pagesOf('7 with a customer', () => ofDelegate.transfers.list({ limit: 1, ...forMain }));
await pagesOf('8 GET /payment-requests', () => api.paymentRequests.list({ limit: 1 }));
await pagesOf('9 GET /customers', () => ofDelegate.customers.list({ limit: 1 }), 1);
await pagesOf('10 GET /transactions', () => api.transactions.list({ limit: 1 }));
await pagesByHand(
  '11 GET /agents/{id}/customers',
  (cursor) => ofDelegate.agents.listCustomers({ agentId, cursor, limit: 1 }),
  1,
);
await step('14 GET /approvals', async () => (await api.approvals.list({ limit: 1 })).data.length === 1);
await step('15 GET /counterparties', async () => {
  // The client lacks this endpoint: it goes through the client's own `fetch`.
  const reply = await api.fetch(`${baseUrl}/counterparties?limit=1`);
  return reply.status === 200 && (await reply.json()).data.length === 1;
});
await step('16 GET /transactions/{id}', () =>
  api.transactions.get({ transactionId: paymentId.replace('pay_', 'txn_') }),
);
await step('17 DELETE /external-accounts/{id}', () =>
  api.externalAccounts.remove({ externalAccountId: main.externalAccountIdToRemove }),
);
await step('18 GET /party-invitations', async () =>
  isDeepStrictEqual({ ...(await api.invitations.list()).data[0].attributes.tags }, tags),
);

const created = await step('POST /webhooks', () =>
  api.webhooks.create(
    keyed({
      url: 'https://receiver.example.net/hook',
      enabledEvents: ['payment.completed'],
      sources: ['own'],
      tags,
    }),
  ),
);
const { id: webhookId } = created.data;
await shows('POST /webhooks', created);
await step('POST /webhooks shows the secret', () =>
  created.data.attributes.signingSecret.startsWith('whsec_'),
);
await shows('GET /webhooks/{id}', await step('GET /webhooks/{id}', () => api.webhooks.get({ webhookId })));
await step(
  'GET /webhooks',
  async () => (await api.webhooks.list({ status: 'ENABLED' })).data[0].id === webhookId,
);
await step('PATCH /webhooks/{id}', async () => {
  const { data } = await api.webhooks.update(keyed({ webhookId, description: 'Walk', enabledEvents: ['*'] }));
  return data.attributes.description === 'Walk';
});
await step('POST /webhooks/{id}/rotate-secret', async () => {
  const { data } = await api.webhooks.rotateSecret(keyed({ webhookId, expiresInSeconds: 60 }));
  return data.attributes.previousSecretExpiresAt !== null;
});
await pagesByHand('GET /events', (cursor) => api.events.list({ cursor, limit: 1 }));
await step('GET /events with a customer', () =>
  ofDelegate.events.list({ limit: 1, eventType: 'payment.completed', ...forMain }),
);
const since = new Date(Date.now() - 86_400_000);
const event = await step('GET /events by name and time', async () => {
  const filters = { eventType: 'payment.completed', createdAfter: since, limit: 100 };
  return (await api.events.list(filters)).data.find(({ attributes }) => attributes.resourceId === paymentId);
});
await step('GET /events/{id}', async () => {
  const { data } = await api.events.get({ eventId: event.id });
  return data.attributes.payload.object.id === paymentId;
});
await step('POST /webhooks/{id}/events/{id}/redeliver', async () => {
  const { data } = await api.events.redeliver(keyed({ webhookId, eventId: event.id }));
  return data.type === 'redelivery' && data.relationships.event.data.id === event.id;
});
await step('DELETE /webhooks/{id}', () => api.webhooks.remove(keyed({ webhookId })));

await step('GET /party-invitations of one party', async () => {
  const own = await api.invitations.list({ partyId: main.partyId, status: 'PENDING' });
  const foreign = await api.invitations.list({ partyId: customer.partyId });
  return own.data.length > 0 && foreign.data.length === 0;
});
const nameOf = async () => (await api.parties.get()).data.attributes.displayName;
const name = await step('GET /parties/me', nameOf);
await step('PATCH /parties/me', async () => {
  const { data } = await api.parties.update({ displayName: 'Walk & Sons' });
  const changed = [data.attributes.displayName, await nameOf()];
  await api.parties.update({ displayName: name });
  return changed.every((each) => each === 'Walk & Sons') && (await nameOf()) === name;
});
await step('PUT /parties/me/limits', async () => {
  const { data } = await api.parties.setLimits({
    perTransaction: 250_000,
    perDay: 1_000_000,
    currency: 'USD',
  });
  const read = (await api.parties.getLimits()).data.attributes;
  await api.parties.disableLimits();
  const wanted = { perTransaction: 250_000, perDay: 1_000_000 };
  return [data.attributes, read].every(({ limits }) => isDeepStrictEqual({ ...limits }, wanted));
});

const outcome = failures.length === 0 ? 'every endpoint' : `${failures.length} failures`;
process.stdout.write(`@naturalpay/sdk ${version}: ${outcome}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
