import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call, pagination, refusal, resource, resources, type Reply } from '../support/http.ts';
import { main, customer, stranger, newAddress, to, testServer } from '../support/server.ts';

const server = testServer();
const sent = { region: 'Zürich <b>', order: '1001', 9: 'nine' };
const post = (path: string, values: object, key: string = main.apiKey, idempotencyKey?: string) =>
  server
    .as(key)
    .send(path.startsWith('/agents/agt') && !path.endsWith('s') ? 'PATCH' : 'POST', path, values, {
      'Idempotency-Key': idempotencyKey ?? randomUUID(),
    });
const get = (path: string, key: string = main.apiKey) => server.as(key).get(path);
const tagsOf = (reply: Reply): unknown => {
  type Tagged = { attributes: { tags: unknown } };
  const { data } = JSON.parse(reply.text) as { data: Tagged | Tagged[] };
  return [data].flat()[0]?.attributes.tags;
};

/** The writes that take tags, each with its other attributes. */
function writes(): Record<string, object> {
  const email = newAddress();
  return {
    '/payments': { amount: 1, ...to(customer) },
    '/transfers/withdraw': { amount: 1, externalAccountId: main.externalAccountId },
    '/payment-requests': { amount: 1, payer: { type: 'email', value: email } },
    '/party-invitations': { invitations: [{ email, role: 'MEMBER' }] },
    [`/agents/${main.agentId}/customers`]: {
      recipients: [{ type: 'email', value: email }],
      permissions: ['payments.read'],
    },
    '/api-keys': { name: 'Tagged', scopes: ['payments.read'] },
  };
}

describe('tags', () => {
  it('are shown by every write that takes them, and an empty object where none were sent', async () => {
    for (const [path, values] of Object.entries(writes())) {
      expect([path, tagsOf(await post(path, { ...values, tags: sent }))]).toEqual([path, sent]);
    }
    for (const [path, values] of Object.entries(writes())) {
      expect([path, tagsOf(await post(path, values))]).toEqual([path, {}]);
    }
  });

  it('of a payment are shown by reads, and a retry gets the same bytes, in whatever order they were sent', async () => {
    const values = writes()['/payments'];
    const key = randomUUID();
    const first = await post('/payments', { ...values, tags: sent }, undefined, key);
    const inOtherOrder = Object.fromEntries(Object.entries(sent).toReversed());
    const again = await post('/payments', { ...values, tags: inOtherOrder }, undefined, key);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    expect(tagsOf(await get(`/payments/${resource(first).id}`))).toEqual(sent);
  });

  it('are part of what an idempotency key stands for: other tags are another request', async () => {
    const values = writes()['/payments'];
    const key = randomUUID();
    await post('/payments', { ...values, tags: sent }, undefined, key);
    for (const tags of [{ ...sent, order: '1002' }, null]) {
      const reply = await post('/payments', { ...values, tags }, undefined, key);
      expect(refusal(reply).slice(0, 2)).toEqual([409, ['idempotency_key_reused']]);
    }
    const keyOfNone = randomUUID();
    const none = await post('/payments', { ...values }, undefined, keyOfNone);
    expect((await post('/payments', { ...values, tags: {} }, undefined, keyOfNone)).text).toBe(none.text);
  });

  it('of a payment and its agent are shown to payer and initiator, and not to the recipient', async () => {
    const paid = resource(
      await post(
        '/payments',
        {
          amount: 1,
          ...to(stranger),
          customerPartyId: customer.partyId,
          tags: sent,
        },
        main.agentKey,
      ),
    );
    const agent = { data: { type: 'agent', id: main.agentId } };
    for (const { apiKey } of [main, customer]) {
      const { attributes: shown, relationships } = resource(await get(`/payments/${paid.id}`, apiKey));
      expect([shown['tags'], relationships['initiatorAgent'], relationships['senderAgent']]).toEqual([
        sent,
        agent,
        agent,
      ]);
    }
    const { text } = await get(`/payments/${paid.id}`, stranger.apiKey);
    expect([tagsOf({ text } as Reply), text.includes(main.agentId), text.includes('Zürich')]).toEqual([
      {},
      false,
      false,
    ]);
    for (const path of ['/transactions?limit=1', `/transactions/${paid.id.replace('pay', 'txn')}`]) {
      const [mine, theirs] = [await get(path), await get(path, stranger.apiKey)];
      expect(mine.text).toContain(`"initiatorAgent":${JSON.stringify(agent)}`);
      expect(theirs.text).toContain('"initiatorAgent":{"data":null}');
    }
  });

  it('of an agent change one by one, and null removes one', async () => {
    const path = `/agents/${main.agentId}`;
    expect(tagsOf(await post(path, { tags: { a: '1', b: '2' } }))).toEqual({ a: '1', b: '2' });
    expect(tagsOf(await post(path, { tags: { b: null, c: '3', never: null } }))).toEqual({ a: '1', c: '3' });
    expect(tagsOf(await post(path, { description: 'Unchanged tags' }))).toEqual({ a: '1', c: '3' });
    const more = Object.fromEntries(Array.from({ length: 29 }, (_each, index) => [`t${index}`, 'x']));
    expect(refusal(await post(path, { tags: more }))).toEqual([
      422,
      ['invalid_value'],
      ['/data/attributes/tags'],
    ]);
    expect(tagsOf(await post(path, { tags: { a: null, c: null } }))).toEqual({});
  });

  it('appear on no page and in no mail', async () => {
    const tags = { secret: randomUUID() };
    const path = '/payment-requests';
    const request = resource(await post(path, { ...writes()[path], tags }));
    const page = await call('', 'GET', String(request.attributes['paymentLinkUrl']));
    const mailbox = await get('/simulations/mailbox?limit=100');
    expect([page.status, page.text.includes(tags.secret), mailbox.text.includes(tags.secret)]).toEqual([
      200,
      false,
      false,
    ]);
  });
});

describe('the filter tag[name]=value', () => {
  it.each([
    '/transactions',
    '/transactions?type=payment',
    '/transfers',
    '/payment-requests',
    '/party-invitations',
  ])('of %s shows the rows with this tag, page by page, and no others', async (list) => {
    const tag = { order: randomUUID() };
    const paths = list.startsWith('/transactions')
      ? ['/payments']
      : [list === '/transfers' ? '/transfers/withdraw' : list];
    if (list === '/transactions') paths.push('/transfers/withdraw');
    const ids: string[] = [];
    for (const tags of [tag, { order: 'other' }, tag, {}, { other: tag.order }, tag]) {
      for (const path of paths) {
        const reply = await post(path, { ...writes()[path], tags });
        const { data } = JSON.parse(reply.text) as { data: { id: string } | Array<{ id: string }> };
        const id = [data].flat()[0]?.id ?? '';
        if (tags === tag)
          ids.unshift(id.replace(/^(pay|trf)/, list.startsWith('/transactions') ? 'txn' : '$1'));
      }
    }
    const filtered = `${list}${list.includes('?') ? '&' : '?'}tag[order]=${tag.order}`;
    expect(resources(await get(filtered)).map(({ id }) => id)).toEqual(ids);
    const first = await get(`${filtered}&limit=2`);
    const second = await get(`${filtered}&limit=100&cursor=${pagination(first).nextCursor}`);
    expect([...resources(first), ...resources(second)].map(({ id }) => id)).toEqual(ids);
    const elsewhere = `${filtered.replace(tag.order, 'other')}&cursor=${pagination(first).nextCursor}`;
    expect(refusal(await get(elsewhere))).toEqual([400, ['invalid_pagination_cursor'], ['cursor']]);
    expect(resources(await get(filtered, stranger.apiKey))).toEqual([]);
  });

  it('finds a payment for its payer and its initiator, and not for its recipient', async () => {
    const order = randomUUID();
    await post('/payments', {
      amount: 1,
      ...to(stranger),
      customerPartyId: customer.partyId,
      tags: { order },
    });
    const counts = [];
    for (const { apiKey } of [main, customer, stranger]) {
      counts.push(resources(await get(`/transactions?tag[order]=${order}`, apiKey)).length);
    }
    expect(counts).toEqual([1, 1, 0]);
  });

  it('goes together with the other filters of a list', async () => {
    const order = randomUUID();
    const path = '/party-invitations';
    await post(path, { ...writes()[path], tags: { order } });
    const counts = [];
    for (const more of ['status=PENDING', 'status=EXPIRED', 'email=nobody@example.com']) {
      counts.push(resources(await get(`${path}?tag[order]=${order}&${more}`)).length);
    }
    expect(counts).toEqual([1, 0, 0]);
    expect(resources(await get(`/transactions?type=transfer&tag%5Border%5D=${order}`))).toEqual([]);
  });

  it.each([
    ['tag=1001', 'tag'],
    ['tag[]=1001', 'tag[]'],
    ['tag[order]=', 'tag[order]'],
    ['tag[or-der]=1', 'tag[or-der]'],
    ['tag[__proto__]=1', 'tag'],
    ['tag[order]=1&tag[order]=2', 'tag[order]'],
    ['tag[order]=1&tag[region]=2', 'tag'],
    ['tag[order]=1&tag=2', 'tag'],
    ['tag[a][b]=1', 'tag[a][b]'],
    [`tag[order]=${'v'.repeat(257)}`, 'tag[order]'],
    ['tag[order]=%00', 'tag[order]'],
  ])('refuses ?%s', async (query, parameter) => {
    expect(refusal(await get(`/transactions?${query}`))).toEqual([400, ['invalid_value'], [parameter]]);
  });

  it('is the only name with brackets: others are refused, like every unknown name', async () => {
    for (const name of ['constructor[a]', 'hasOwnProperty[a]', 'x[y]']) {
      expect(refusal(await get(`/transactions?${name}=1`))).toEqual([400, ['invalid_value'], [name]]);
    }
    expect(refusal(await get('/transactions?limit[a]=1'))).toEqual([400, ['invalid_value'], ['limit']]);
  });
});
