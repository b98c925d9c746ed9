import { describe, expect, it } from 'vitest';
import { exchange } from '../support/oauth.ts';
import { newMember } from '../support/members.ts';
import { customer, testServer, to } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';

const server = testServer();
const grantType = 'urn:ietf:params:oauth:grant-type:device_code';

type Device = { device_code: string; user_code: string; verification_uri: string; expires_in: number };

async function startDevice(): Promise<Device> {
  const response = await fetch(`${server.baseUrl}/oauth/device/authorize`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'client_id=purser-cli',
  });
  return (await response.json()) as Device;
}

const poll = ({ device_code }: Device) =>
  exchange(server, { grant_type: grantType, client_id: 'purser-cli', device_code });

describe('a device that shows a code', () => {
  it('acts once its user has typed the code and said yes, and its code works once', async () => {
    const device = await startDevice();
    expect(device.user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    expect([device.verification_uri, device.expires_in]).toEqual([`${server.baseUrl}/oauth/device`, 600]);
    expect((await poll(device)).body['error']).toBe('authorization_pending');
    const browser = await signIn(server, 'main@sandbox.purser.test');
    const typed = await browser.post('/oauth/device', { code: device.user_code.toLowerCase() });
    expect([typed.status, typed.text.includes('127.0.0.1')]).toEqual([200, true]);
    expect((await poll(device)).body['error']).toBe('authorization_pending'); // typing allows nothing yet
    const yes = { code: device.user_code, decision: 'allow', as: 'user' };
    expect((await browser.post('/oauth/device', yes)).status).toBe(200);
    expect((await browser.post('/oauth/device', yes)).status).toBe(422);
    const { status, body } = await poll(device);
    expect(status).toBe(200);
    const program = server.as({ key: String(body['access_token']) });
    expect((await program.pay({ amount: 100, ...to(customer) })).status).toBe(201);
    expect((await program.get('/webhooks')).status).toBe(200); // whatever its user may do
    const again = await poll(device);
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);
    expect((await program.get('/webhooks')).status).toBe(401); // somebody else may have had the code
  });

  it('hears that its user said no, and that its ten minutes are over', async () => {
    const [refused, late] = [await startDevice(), await startDevice()];
    const browser = await signIn(server, 'main@sandbox.purser.test');
    await browser.post('/oauth/device', { code: refused.user_code, decision: 'deny' });
    expect((await poll(refused)).body['error']).toBe('access_denied');
    await server.post('/simulations/clock/advance', { seconds: 601 });
    expect((await browser.post('/oauth/device', { code: late.user_code })).status).toBe(422);
    expect((await poll(late)).status).toBe(400);
  });

  it('gets its code typed: no link fills it in', async () => {
    const { user_code: code } = await startDevice();
    const browser = await signIn(server, 'main@sandbox.purser.test');
    const page = await browser.get(`/oauth/device?user_code=${code}`);
    expect([page.status, page.text.includes(code)]).toEqual([200, false]);
  });

  it('is not found by trying: after five wrong codes a person waits, and a right one does not count meanwhile', async () => {
    const { user_code: code } = await startDevice();
    const browser = await signIn(server, (await newMember(server, 'OWNER')).email);
    const tries = ['BCDF-GHJK', 'BCDF-GHJL', 'BCDF-GHJM', 'BCDF-GHJN', 'BCDF-GHJP', 'BCDF-GHJQ'];
    const statuses = [];
    for (const each of tries) statuses.push((await browser.post('/oauth/device', { code: each })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await browser.post('/oauth/device', { code })).status).toBe(429);
    const another = await signIn(server, (await newMember(server, 'OWNER')).email);
    expect((await another.post('/oauth/device', { code })).status).toBe(200);
  });

  it('is the command line only: no other program gets a code', async () => {
    const response = await fetch(`${server.baseUrl}/oauth/device/authorize`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'client_id=somebody',
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
  });
});
