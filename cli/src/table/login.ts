import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionError } from '../../../client/src/errors.ts';
import { Purser } from '../../../client/src/purser.ts';
import { writeLines } from '../columns.ts';
import type { Command, Context } from '../command.ts';
import type { Login } from '../files.ts';
import { type Identity, identity } from '../identity.ts';
import { askForCode, type DeviceCode, pollCode, revoke } from '../oauth.ts';
import {
  type Access,
  defaultUrl,
  environmentOf,
  isUrl,
  type Profile,
  removeProfile,
  requireKeyForm,
  storeProfile,
} from '../profiles.ts';
import { exits, misused, Stop } from '../stop.ts';
import { asText, clean, jsonOf } from '../text.ts';

/** Throws a usage error for an address with which no server can be reached. */
function addressFrom(text: string): string {
  if (!isUrl(text)) throw misused('--url takes an address, such as https://purser.example.com.');
  return text.replace(/\/+$/, '');
}

async function login(context: Context): Promise<number> {
  const { access, flags, terminal } = context;
  const url = addressFrom(asText(flags['url'] ?? access.url));
  const isFromInput = flags['apiKeyStdin'] === true;
  if (!isFromInput && !terminal.isInteractive)
    throw misused(
      'There is no terminal to ask on. No key is taken as an argument.',
      'purser login --api-key-stdin < FILE',
    );
  const { hostname, protocol } = new URL(url);
  if (protocol === 'http:' && !/^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname))
    terminal.note(
      'Careful: this address has no TLS, so whoever is on the way can read what you sign in with.',
    );
  const isByKey = isFromInput || flags['withKey'] === true;
  const { found, ...how } = isByKey ? await byKey(context, url, isFromInput) : await byCode(context, url);
  terminal.note(`Signed in as profile ${access.profile}.`);
  if (terminal.env['PURSER_API_KEY']) terminal.note('Careful: PURSER_API_KEY is set, and comes before it.');
  return say(context, { url, profile: access.profile, ...how }, found);
}

type SignedIn = { found: Identity; apiKey: string | null; login: Login | null };

/** Signs in by a key that is typed or read. */
async function byKey({ access, terminal }: Context, url: string, isFromInput: boolean): Promise<SignedIn> {
  const typed = isFromInput
    ? await terminal.input()
    : await terminal.ask(`API key for ${url}: `, { isSecret: true });
  const apiKey = typed.trim();
  requireKeyForm(apiKey);
  const found = await identity(new Purser({ apiKey, baseUrl: url }));
  await replaceWith({ access, terminal }, profileOf(url, found), apiKey);
  return { found, apiKey, login: null };
}

/** Signs in by a code that a person types on a page of the server, where that person is signed in, and decides. */
async function byCode(context: Context, url: string): Promise<SignedIn> {
  const { access, terminal, signal } = context;
  const code = await askForCode(url, signal).catch((error: unknown) => {
    throw signal.aborted ? interrupted() : error;
  });
  terminal.note('Open this address in a browser, and type the code there:');
  terminal.note(`  address  ${code.page}`);
  terminal.note(`  code     ${terminal.toned('strong', code.userCode)}`);
  terminal.note(`It works for ${Math.round(code.endsIn_s / 60)} minutes. Ctrl-C ends the wait.`);
  const tokens = await decided(context, url, code);
  const login: Login = { ...tokens, actor: 'person' };
  await replaceWith({ access, terminal }, { url }, login);
  const found = await identity(new Purser({ token: () => Promise.resolve(login.accessToken), baseUrl: url }));
  const known: Login = { ...login, actor: found.actor };
  await storeProfile(terminal.env, access.profile, profileOf(url, found), known);
  return { found, apiKey: null, login: known };
}

const interrupted = (): Stop => new Stop(exits.interrupted, 'interrupted', 'Nobody was signed in.');

/** Waits until the person has decided. Throws `Stop` if they say no, do not come in time, or Ctrl-C was typed. */
async function decided(
  { signal, terminal }: Context,
  url: string,
  { secret, endsIn_s, every_s }: DeviceCode,
): Promise<Omit<Login, 'actor'>> {
  const until_ms = performance.now() + endsIn_s * 1000;
  let wait_ms = every_s * 1000;
  let isAway = false;
  while (performance.now() < until_ms) {
    await pause(wait_ms, undefined, { signal }).catch(() => {
      throw interrupted();
    });
    try {
      const progress = await pollCode(url, secret, signal);
      if ('login' in progress) return progress.login;
      if ('refused' in progress) throw refusal(progress.refused);
      if (progress.waits === 'longer') wait_ms += 5000;
    } catch (error) {
      if (signal.aborted) throw interrupted();
      if (!(error instanceof ConnectionError)) throw error;
      if (!isAway) terminal.note('The server does not answer. It is asked again.');
      isAway = true;
    }
  }
  throw refusal('expired_token');
}

function refusal(error: string): Stop {
  if (error === 'access_denied')
    return new Stop(
      exits.notAllowed,
      'login_denied',
      'You did not allow it on the page. Nobody was signed in.',
    );
  return new Stop(
    exits.notAllowed,
    'login_expired',
    'The code was not typed in time, or was used already. Nobody was signed in.',
    'purser login',
  );
}

const profileOf = (url: string, { party, agent }: Identity): Profile => ({
  url,
  ...(party !== null && { party }),
  ...(agent !== null && { agent }),
});

/** Stores a profile. A login that it replaces ends, as nothing here could end it later. */
async function replaceWith(
  { access, terminal }: Pick<Context, 'access' | 'terminal'>,
  profile: Profile,
  credential: string | Login,
): Promise<void> {
  const before = await storeProfile(terminal.env, access.profile, profile, credential);
  if (before?.login && !(await ends(before.url ?? access.url, before.login)))
    terminal.note(`The server could not be told that the earlier login is over. ${stillGoes(before.login)}`);
}

const stillGoes = ({ endsAt }: Login): string => `It ends at ${endsAt}, or by: purser grants revoke GRANT`;

type Said = Pick<Access, 'url' | 'profile' | 'apiKey'> & { login: Login | null };

function say({ json, terminal }: Context, { url, apiKey, profile, login }: Said, who: Identity): number {
  const said = {
    environment: environmentOf(apiKey ?? login?.accessToken ?? null),
    url,
    profile,
    signedInBy: login ? 'login' : 'key',
    key: apiKey && `${apiKey.slice(0, 19)}…`,
    until: login?.endsAt ?? null,
    ...who,
  };
  if (json) terminal.out(jsonOf(said));
  else
    writeLines(
      terminal,
      Object.entries(said).map(([title, text]): [string, string] => [title, clean(text ?? '')]),
    );
  return exits.done;
}

async function whoami(context: Context): Promise<number> {
  const { access, purser } = context;
  const found = await identity(purser);
  return say(context, { ...access, login: access.session?.login() ?? null }, found);
}

async function logout({ access, terminal, json }: Context): Promise<number> {
  const { profile } = access;
  const removed = await removeProfile(terminal.env, profile);
  const login = removed?.login ?? null;
  const isRevoked = login !== null && (await ends(removed?.url ?? access.url, login));
  const existed = removed !== null;
  if (json) terminal.out(jsonOf({ profile, existed, ...(login && { revoked: isRevoked }) }));
  if (!existed) terminal.note('Nobody was signed in.');
  else if (login === null)
    terminal.note(
      `The key of profile ${profile} is deleted here. It still works: purser keys revoke ends it.`,
    );
  else if (isRevoked) terminal.note(`The login of profile ${profile} has ended.`);
  else
    terminal.note(
      `The login of profile ${profile} is deleted here. The server could not be told. ${stillGoes(login)}`,
    );
  return login === null || isRevoked ? exits.done : exits.refused;
}

/** Ends a login at the server. Returns whether that worked. */
const ends = (url: string, login: Login): Promise<boolean> =>
  revoke(url, login).then(
    () => true,
    () => false,
  );

/** As whom commands act. */
export const loginCommands: readonly Command[] = [
  {
    name: 'login',
    about: 'sign in with a code in the browser, or with a key, which is never an argument',
    isOpen: true,
    flags: [
      {
        name: 'url',
        value: 'address',
        about: `where the server is; by default PURSER_URL, the profile's, or ${defaultUrl}`,
      },
      { name: 'with-key', about: 'ask for a key' },
      { name: 'api-key-stdin', about: 'read the key from standard input' },
    ],
    run: login,
  },
  {
    name: 'logout',
    about: 'end the login of a profile, or delete its key on this machine',
    isOpen: true,
    run: logout,
  },
  {
    name: 'whoami',
    about: 'say as whom commands act, where, how they are signed in and until when',
    run: whoami,
  },
];
