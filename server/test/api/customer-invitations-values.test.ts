import { describe, expect, it } from 'vitest';
import { refusal, resources } from '../support/http.ts';
import { main, newAddress, testServer } from '../support/server.ts';

const server = testServer();
const email = (value = newAddress()) => ({ type: 'email', value });

const invite = (values: object, agentId: string = main.agentId) =>
  server.post(`/agents/${agentId}/customers`, {
    recipients: [email()],
    permissions: ['payments.read'],
    ...values,
  });

describe('POST /agents/{agentId}/customers', () => {
  it.each([
    ['2999-12-31T23:59:59Z', '2999-12-31T23:59:59.000Z'],
    ['2999-12-31T23:59:59.1234567Z', '2999-12-31T23:59:59.123Z'],
    ['2999-12-31T23:59:59+05:30', '2999-12-31T18:29:59.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('accepts %s as the expiry', async (expiresAt, shown) => {
    expect(resources(await invite({ expiresAt }))[0]?.attributes['expiresAt']).toBe(shown);
  });

  it.each<[string, object, object | null | undefined]>([
    ['a limit of each kind', { perTransaction: 5, perDay: 50, perMonth: 500 }, undefined],
    ['a total without a limit per payment', { perMonth: 500 }, undefined],
    ['limits that are all null as none', { perTransaction: null, perDay: null, perMonth: null }, null],
    ['empty limits as none', {}, null],
  ])('accepts %s', async (_name, limits, shown: object | null = limits) => {
    expect(resources(await invite({ limits }))[0]?.attributes['limits']).toEqual(shown);
  });

  it.each(['nonsense', `pty_${'0'.repeat(32)}`])('refuses the agent id %s', async (agentId) => {
    expect(refusal(await invite({}, agentId))).toEqual([400, ['invalid_value'], ['agentId']]);
  });

  const a = email('a@example.com');
  it.each([
    ['no recipients', { recipients: undefined }, ['/recipients']],
    ['null as recipients', { recipients: null }, ['/recipients']],
    ['one recipient instead of a list', { recipients: a }, ['/recipients']],
    ['an empty list of recipients', { recipients: [] }, ['/recipients']],
    ['101 recipients', { recipients: Array.from({ length: 101 }, () => a) }, ['/recipients']],
    [
      'recipients that are not objects',
      { recipients: [a, 'a@example.com', null, 7, []] },
      ['/recipients/1', '/recipients/2', '/recipients/3', '/recipients/4'],
    ],
    ['a recipient without a type', { recipients: [{ value: 'x' }] }, ['/recipients/0/type']],
    ['a recipient without a value', { recipients: [{ type: 'email' }] }, ['/recipients/0/value']],
    [
      'a type and a value that are not strings',
      { recipients: [{ type: 1, value: null }] },
      ['/recipients/0/type', '/recipients/0/value'],
    ],
    ['a recipient with an unknown name', { recipients: [{ ...a, name: 'A' }] }, ['/recipients/0/name']],
    ['no permissions', { permissions: undefined }, ['/permissions']],
    ['an empty list of permissions', { permissions: [] }, ['/permissions']],
    ['one permission instead of a list', { permissions: 'payments.read' }, ['/permissions']],
    [
      'unknown permissions',
      { permissions: ['payments.read', '*', 'api_keys.create', 7] },
      ['/permissions/1', '/permissions/2', '/permissions/3'],
    ],
    ['limits that are a number', { limits: 5 }, ['/limits']],
    ['a limit of zero', { limits: { perTransaction: 0 } }, ['/limits/perTransaction']],
    ['a limit per day of zero', { limits: { perTransaction: 5, perDay: 0 } }, ['/limits/perDay']],
    ['a limit per year', { limits: { perYear: 5 } }, ['/limits/perYear']],
    ['null as expiry', { expiresAt: null }, ['/expiresAt']],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, ['/expiresAt']],
    ['an expiry without an offset', { expiresAt: '2999-01-01T00:00:00' }, ['/expiresAt']],
    ['a date as expiry', { expiresAt: '2999-01-01' }, ['/expiresAt']],
    ['a date that does not exist', { expiresAt: '2999-02-30T00:00:00Z' }, ['/expiresAt']],
    ['an expiry after the year 9999', { expiresAt: '9999-12-31T23:59:59-01:00' }, ['/expiresAt']],
    ['an expiry that is a number', { expiresAt: 32503680000 }, ['/expiresAt']],
    [
      'only invalid values',
      { recipients: 1, permissions: 1, limits: 1, expiresAt: 1 },
      ['/recipients', '/permissions', '/limits', '/expiresAt'],
    ],
  ])('refuses %s', async (_name, values, pointers) => {
    expect(refusal(await invite(values))).toEqual([
      422,
      pointers.map(() => 'invalid_value'),
      pointers.map((pointer) => `/data/attributes${pointer}`),
    ]);
  });
});
