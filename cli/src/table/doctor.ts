import type { Command, Context } from '../command.ts';
import { filesOf } from '../files.ts';
import { identity } from '../identity.ts';
import { credentialOf, environmentOf } from '../profiles.ts';
import { exits, Stop } from '../stop.ts';
import { clean, jsonOf } from '../text.ts';

type Check = { what: string; isGood: boolean; said: string; next?: string | null };

/** Whether a version is lower than another: 0.9.1 than 0.10.0. */
const isOlder = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) < 0;

async function checkServer(url: string, own: string): Promise<{ isPurser: boolean; checks: Check[] }> {
  try {
    const response = await fetch(`${url}/openapi.json`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
    const date = Date.parse(response.headers.get('Date') ?? '');
    const away_s = Math.round((Date.now() - date) / 1000);
    const body = (await response.json().catch(() => null)) as {
      info?: { title?: string; version?: string };
    } | null;
    const isPurser = response.ok && body?.info?.title?.includes('Purser') === true;
    const version = clean(body?.info?.version ?? '');
    const isOld = isOlder(version, own);
    const checks = [
      isPurser
        ? {
            what: 'server',
            isGood: !isOld,
            said: `${url} is Purser ${version}${isOld ? `, older than this command (${own})` : ''}`,
            next: `update the server, or use the command of version ${version}`,
          }
        : {
            what: 'server',
            isGood: false,
            said: `${url} answers ${response.status}, and not like Purser`,
            next: 'purser login --url ADDRESS',
          },
      {
        what: 'clock',
        isGood: Math.abs(away_s) < 60,
        said: `${Math.abs(away_s)} s away from that of the server`,
        next: 'set the clock of this machine',
      },
    ];
    return { isPurser, checks };
  } catch {
    const next = 'start it (npm start), or: purser login --url ADDRESS';
    const checks = [{ what: 'server', isGood: false, said: `no answer from ${url}`, next }];
    return { isPurser: false, checks };
  }
}

async function checkKey(
  { access, purser }: Pick<Context, 'access'> & { purser: () => Context['purser'] },
  isPurser: boolean,
): Promise<Check> {
  const { session, keyFrom, profile, refusal } = access;
  const what = session ? 'login' : 'key';
  if (refusal !== null) return { what, isGood: false, said: refusal.message, next: refusal.next };
  const credential = credentialOf(access);
  if (credential === null) return { what, isGood: false, said: 'nobody is signed in', next: 'purser login' };
  const where = keyFrom === 'environment' ? 'PURSER_API_KEY' : `profile ${profile}`;
  try {
    const library = purser();
    if (!isPurser) return { what, isGood: false, said: `${where}: not sent there, so not checked` };
    const { actor, name, party } = await identity(library);
    const who = `${actor === 'agent' ? 'an agent of ' : ''}${clean(name ?? party ?? 'a party')}`;
    const until = session ? `, until ${session.login().endsAt}` : '';
    return { what, isGood: true, said: `${where}: ${who}, ${environmentOf(credential) ?? ''}${until}` };
  } catch (error) {
    const isRefused = (error as { status?: number }).status === 401 || error instanceof Stop;
    return {
      what,
      isGood: false,
      said: isRefused ? `${where}: the server does not take it` : `${where}: not checked`,
      next: 'purser login',
    };
  }
}

/** The documents by which a program finds out how to connect, and what each must say of this server. */
function documentsOf(url: string): Array<{ address: string; member: string; value: string; at: string }> {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, '');
  const server = '/.well-known/oauth-authorization-server';
  const resource = '/.well-known/oauth-protected-resource';
  const parts = ['mcp', 'api'].map((part) => ({
    address: `${origin}${resource}${path}/${part}`,
    member: 'resource',
    value: `${url}/${part}`,
    at: `${resource}/${part}`,
  }));
  return [{ address: `${origin}${server}${path}`, member: 'issuer', value: url, at: server }, ...parts];
}

/** Looks whether programs can connect by OAuth: they read these documents at the root of the origin. */
async function checkOauth(url: string): Promise<Check> {
  for (const { address, member, value, at } of documentsOf(url)) {
    const said = await memberOf(address, member);
    const what = 'oauth';
    if (said === null)
      return {
        what,
        isGood: false,
        said: `${address} has no answer of Purser, so programs cannot connect by OAuth`,
        next: `let the proxy lead ${address} to ${at} of Purser`,
      };
    if (said !== value)
      return {
        what,
        isGood: false,
        said: `${address} names ${clean(said)} in place of ${value}, so programs cannot connect by OAuth here`,
        next: `start the server with PURSER_BASE_URL=${url}, or use the address that it names`,
      };
  }
  return { what: 'oauth', isGood: true, said: `programs can connect by ${url}/mcp alone` };
}

/** Returns what a document says under a name; null if there is none. */
async function memberOf(address: string, member: string): Promise<string | null> {
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(30_000) });
    const value = ((await response.json()) as Record<string, unknown> | null)?.[member];
    return response.ok && typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

async function doctor(context: Context): Promise<number> {
  const { access, terminal, json, version } = context;
  const { folder } = filesOf(terminal.env);
  const server = await checkServer(access.url, version);
  const checks: Check[] = [
    { what: 'purser', isGood: true, said: `${version}, on Node ${process.version}` },
    { what: 'files', isGood: true, said: folder },
    ...server.checks,
    ...(server.isPurser ? [await checkOauth(access.url)] : []),
    await checkKey({ access, purser: () => context.purser }, server.isPurser),
  ];
  if (json) terminal.out(jsonOf(checks));
  else
    for (const { what, isGood, said, next } of checks) {
      terminal.out(
        terminal.isTerminal
          ? `${isGood ? terminal.toned('good', '✓') : terminal.toned('bad', '✗')} ${what}: ${said}`
          : `${isGood ? 'ok' : 'wrong'}\t${what}\t${said}`,
      );
      if (!isGood && next) terminal.note(`  next: ${next}`);
    }
  return checks.every(({ isGood }) => isGood) ? exits.done : exits.refused;
}

/** What is wrong, and what to type. */
export const doctorCommands: readonly Command[] = [
  {
    name: 'doctor',
    about: 'say what is wrong with address, sign-in, clock, versions, files and proxy, and what to do',
    isOpen: true,
    run: doctor,
  },
];
