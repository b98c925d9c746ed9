import type { Program } from './program.ts';

const client_id = 'purser-cli'; // it is known without a registration

/** Lets a program act for the sandbox's user with this address, by the code of a device, and returns its access token. */
export async function accessTokenOf({ sandbox }: Program, email: string): Promise<string> {
  const mailbox = new URL(sandbox.mailboxUrl);
  const send = (path: string, fields: Record<string, string>, Cookie = ''): Promise<Response> =>
    fetch(new URL(path, mailbox), {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie, 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams(fields),
    });
  const asked = await send('/oauth/device/authorize', { client_id });
  const { device_code, user_code: code } = (await asked.json()) as { device_code: string; user_code: string };
  const [cookie = ''] = (await send(mailbox.pathname, { email })).headers.getSetCookie();
  await send('/oauth/device', { code, decision: 'allow', as: 'user' }, cookie.split(';')[0]);
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const given = await send('/oauth/token', { client_id, grant_type, device_code });
  const { access_token: token } = (await given.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no access token, with status ${given.status}`);
  return token;
}
