import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { until } from '../flows/support.ts';
import { scratchFolder } from '../lifecycle/folder.ts';
import { spawnProgram } from '../lifecycle/program.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { attributes, call, type Resource, type Reply } from '../support/http.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { runScript } from '../support/programs.ts';
import { done } from './steps.ts';

/** Purser on an embedded database, empty in prod, with a mail server, an operator and clients. */
export type Prod = Awaited<ReturnType<typeof startProd>>;

/** Starts the program as an operator would, in prod unless another environment is named. */
export async function startProd(environment: 'prod' | 'sandbox' = 'prod') {
  const mail = await startMailServer();
  const settings = {
    PORT: '0',
    PURSER_ENVIRONMENT: environment,
    PURSER_SECRET: `k1:${randomUUID()}`,
    PURSER_DATA_DIR: await scratchFolder(),
    PURSER_SMTP_URL: mail.url,
    PURSER_MAIL_FROM: 'Purser <pay@purser.test>',
    PURSER_LOG_LEVEL: 'warn',
  };
  const { child, output, ended } = spawnProgram(settings);
  await until('the program is up', () => /listening on \S+ /.test(output.stdout));
  const baseUrl = /listening on (\S+)/.exec(output.stdout)?.[1] ?? '';
  return {
    baseUrl,
    ...requests(baseUrl),
    /** Runs `npm run admin -- …`, which must succeed, and returns what it prints. */
    admin: (...args: string[]) => runCommand('admin', args, settings),
    /** Runs `npm run audit`, which must find nothing wrong. */
    audit: () => runCommand('audit', [], settings),
    /** Returns the token of the newest mail to an address with a link to this page, once it has arrived. */
    tokenFor: (address: string, page: 'invitations' | 'join') => tokenFor(mail, address, page),
    /** Signs in with the link that this address gets by mail. */
    async signIn(address: string): Promise<Browser> {
      const browser = openBrowser(baseUrl);
      await browser.post('/sign-in', { email: address, to: '/account' });
      await browser.post(`/sign-in/${await tokenFor(mail, address, 'sign-in')}`);
      return browser;
    },
    close: async (): Promise<void> => {
      child.kill('SIGTERM');
      await ended;
      await mail.close();
    },
  };
}

/** The requests that any client can send. */
function requests(baseUrl: string) {
  const send = (key: string | null, method: string, path: string, values?: object) =>
    call(baseUrl, method, path, {
      key,
      ...(method === 'GET' ? {} : { headers: { 'Idempotency-Key': randomUUID() } }),
      ...(values && { body: attributes(values) }),
    });
  return {
    /** Sends a write or, without values, a read or an action, and returns the response. */
    send,
    /** The same, for a request that must succeed. Returns its resource. */
    make: async (key: string | null, method: string, path: string, values?: object): Promise<Resource> =>
      done(await send(key, method, path, values)),
    /** Pays an address in US dollars. */
    pay: (key: string, amount: number, value: string, more: object = {}): Promise<Reply> =>
      send(key, 'POST', '/payments', { amount, counterparty: { type: 'email', value }, ...more }),
  };
}

async function runCommand(
  name: 'admin' | 'audit',
  args: readonly string[],
  settings: Record<string, string>,
): Promise<string> {
  const script = fileURLToPath(new URL(`../../src/commands/${name}.ts`, import.meta.url));
  const { code, out, err } = await runScript(script, args, settings);
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${code}: ${out}${err}`);
  return out;
}

async function tokenFor({ received }: MailServer, address: string, page: string): Promise<string> {
  const link = new RegExp(`/${page}/([\\w-]{32})`, 'u');
  const find = (): string | undefined => {
    const tokens = received
      .filter(({ to }) => to.includes(address))
      .map(({ text: body }) => link.exec(body)?.[1]);
    return tokens.findLast((token) => token !== undefined);
  };
  await until(`${address} has a mail with a token`, () => find() !== undefined);
  return find() ?? '';
}
